import { DatabaseSync } from 'node:sqlite';
import { isTable, isTruthy, type Table } from '../metrics/values.ts';
import { keep } from './files.ts';
import { type Getter, type GetterContext, textParameter } from './getter.ts';

const folders = ['.config/google-chrome', '.config/chromium', 'snap/chromium/common/chromium'];

async function profileFile(name: string, { desktop, signal }: GetterContext): Promise<Buffer | null> {
  for (const folder of folders) {
    const content = await desktop.readFile(`/home/user/${folder}/${name}`, signal);
    if (content !== null) return content;
  }
  return null;
}

async function settings(name: string, context: GetterContext): Promise<Table | null> {
  const content = await profileFile(name, context);
  try {
    const data: unknown = content === null ? null : JSON.parse(content.toString('utf8'));
    return isTable(data) ? data : null;
  } catch {
    return null;
  }
}

/** A getter for one value of `Default/Preferences`, with a default. */
function preference(unset: unknown, read: (data: Table) => unknown): Getter {
  return async (_, context) => {
    const data = await settings('Default/Preferences', context);
    return data === null ? unset : (read(data) ?? unset);
  };
}

function below(data: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), data);
}

const truth = (value: unknown): string => (isTruthy(value) ? 'true' : 'false');
const usualFonts = { default_fixed_font_size: 13, default_font_size: 16 };

export const defaultSearchEngine = preference('Google', (data) =>
  below(data, 'default_search_provider_data', 'template_url_data', 'short_name'),
);
export const profileName = preference(null, (data) => below(data, 'profile', 'name'));
export const enableDoNotTrack = preference('false', (data) => truth(data.enable_do_not_track));
export const enableEnhancedSafetyBrowsing = preference('false', (data) =>
  truth(below(data, 'safebrowsing', 'enhanced')),
);
export const enableSafeBrowsing = preference('false', (data) =>
  truth(isTruthy(below(data, 'safebrowsing', 'enhanced')) || isTruthy(below(data, 'safebrowsing', 'enabled'))),
);
export const chromeFontSize = preference(
  usualFonts,
  (data) => below(data, 'webkit', 'webprefs') ?? { ...usualFonts, minimum_font_size: 13 },
);
/** The mode on Chromium's settings page. OSWorld returns `light` for dark profiles with the classic theme too. */
export const chromeColorScheme = preference('system', (data) => {
  const theme = below(data, 'browser', 'theme');
  const scheme = below(theme, 'color_scheme2') ?? below(theme, 'color_scheme');
  return colorSchemes.get(String(scheme).toLowerCase());
});
const colorSchemes: ReadonlyMap<string, string> = new Map([
  ['1', 'light'],
  ['light', 'light'],
  ['2', 'dark'],
  ['dark', 'dark'],
]);
/** `true` if Chromium opens a new tab page at startup: without `session` settings, or for the value 5. */
export const newStartupPage = preference('Google', (data) =>
  data.session === undefined || below(data, 'session', 'restore_on_startup') === 5 ? 'true' : 'false',
);
export const dataDeleteAutomatically = preference('Google', (data) =>
  isTable(data.profile)
    ? String(
        data.profile.default_content_setting_values !== undefined &&
          data.profile.default_content_setting_values !== null,
      )
    : 'Google',
);
export const findUnpackedExtensionPath = preference('Google', (data) => ofExtensions(data, (item) => item.path));
export const findInstalledExtensionName = preference('Google', (data) =>
  ofExtensions(data, (item) => below(item, 'manifest', 'name')),
);

/** One value of every extension. Like OSWorld, returns `Google` if an extension lacks it. */
function ofExtensions(data: Table, read: (extension: Table) => unknown): unknown {
  const values = Object.values((below(data, 'extensions', 'settings') ?? {}) as Table).map((value) =>
    isTable(value) ? read(value) : undefined,
  );
  return values.includes(undefined) ? 'Google' : values;
}

export const enabledExperiments: Getter = async (_, context) =>
  below(await settings('Local State', context), 'browser', 'enabled_labs_experiments') ?? [];

export const chromeLanguage: Getter = async (_, context) =>
  below(await settings('Local State', context), 'intl', 'app_locale') ?? 'en-US';

export const bookmarks: Getter = async (_, context) => {
  const data = await settings('Default/Bookmarks', context);
  return data === null ? [] : (data.roots ?? {});
};

export const cookieData: Getter = (parameters, context) =>
  rows('Default/Cookies', 'SELECT * FROM cookies', parameters, context);

export const history: Getter = (parameters, context) =>
  rows('Default/History', 'SELECT url, title, last_visit_time FROM urls', parameters, context);

const tableOf = (query: string): string => /FROM (\w+)$/.exec(query)?.[1] ?? '';

/** Queries a copy of a profile database, including its journal. Null if it can't be read. */
async function rows(
  name: string,
  query: string,
  parameters: Readonly<Record<string, unknown>>,
  context: GetterContext,
): Promise<unknown> {
  const content = await profileFile(name, context);
  if (content === null) return null;
  const dest = textParameter(parameters, 'dest');
  const place = await keep(context, dest, content);
  const journal = await profileFile(`${name}-journal`, context);
  if (journal !== null && journal.length > 0) await keep(context, `${dest}-journal`, journal);
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(place);
    // Only plain tables, because querying a view or a virtual table may never end.
    const form = database.prepare('SELECT type, sql FROM sqlite_master WHERE name = ?').get(tableOf(query));
    if (
      form?.type !== 'table' ||
      !/^CREATE TABLE\b/i.test(String(form.sql)) ||
      /\bGENERATED\b|\bAS\s*\(/i.test(String(form.sql))
    )
      return null;
    const statement = database.prepare(query);
    statement.setReadBigInts(true);
    return statement
      .all()
      .map((row) => Object.values(row).map((value) => (typeof value === 'bigint' ? Number(value) : value)));
  } catch {
    return null;
  } finally {
    database?.close();
  }
}
