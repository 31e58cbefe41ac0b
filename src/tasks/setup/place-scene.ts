import { type BuiltScene, buildScene } from '../scene/build-scene.ts';
import { mailLocale, officeSettings, withOfficeLocale } from '../scene/locale.ts';
import { readScene } from '../scene/read-scene.ts';
import { sceneDay } from '../suite/scene-day.ts';
import { addressBook, bookmarksFile, historyFile } from './persona/browser-files.ts';
import { setFullName, withMailAddress } from './persona/full-name.ts';
import { recentFiles } from './persona/own-files.ts';
import { type ArchivedFile, tarOf } from './persona/tar.ts';
import { stepError } from './setup-failure.ts';
import type { SetupContext } from './setup-kind.ts';
import { withServerAccount } from './thunderbird-account.ts';

const home = '/home/user';
const archive = '/tmp/.home.tar';
const profile = '.thunderbird/default';
const prefsFile = `${home}/${profile}/prefs.js`;
const browser = '.config/chromium/Default';
const dayMs = 86_400_000;

/** Built scenes by folder, name and day, shared by many runs. */
const built = new Map<string, Promise<BuiltScene>>();

/** Builds a scene for the run's planned day. Throws UsageError if its source is invalid. */
export function sceneOf(
  name: string,
  { suiteFolder, now = Date.now(), sceneDay: day = sceneDay(now) }: SetupContext,
): Promise<BuiltScene> {
  const key = `${suiteFolder}\0${name}\0${day}`;
  const known = built.get(key);
  if (known !== undefined) return known;
  const scene = buildScene(readScene(suiteFolder, name), day);
  built.set(key, scene);
  return scene;
}

export async function placeScene(scene: BuiltScene, context: SetupContext): Promise<void> {
  const { desktop, signal } = context;
  await desktop.writeFile(archive, await tarOf(await archivedFiles(scene)), { owner: 'user', signal });
  const unpacked = await desktop.exec(
    [
      'sh',
      '-c',
      `tar --extract --no-overwrite-dir --file=${archive} --directory=${home}; status=$?; rm -f ${archive}; exit $status`,
    ],
    { signal },
  );
  if (unpacked.returncode !== 0)
    throw stepError(`the scene's files can't be unpacked: ${unpacked.error.trim()}`, {
      code: 'setup-scene',
      blame: 'environment',
    });
  await setFullName(desktop, scene.user.name, signal);
  const prefs = await desktop.readFile(prefsFile, signal);
  if (prefs === null)
    throw stepError(`the desktop has no ${prefsFile}.`, { code: 'setup-scene', blame: 'environment' });
  await desktop.writeFile(prefsFile, Buffer.from(withScene(prefs.toString('utf8'), scene)), { owner: 'user', signal });
  // The file is missing if LibreOffice never ran in the image. Then its default locale applies.
  const office = await desktop.readFile(`${home}/${officeSettings}`, signal);
  if (office !== null)
    await desktop.writeFile(
      `${home}/${officeSettings}`,
      Buffer.from(withOfficeLocale(office.toString('utf8'), scene.locale)),
      { owner: 'user', signal },
    );
  await desktop.placeMail(
    scene.mails.map(({ folder, raw, flags, date }) => ({
      user: 'user',
      folder,
      raw: raw.toString('base64'),
      flags,
      date,
    })),
    signal,
  );
  const { chat } = scene;
  const sites = [
    ...scene.sites.map((site) => ({ ...site })),
    ...(chat === null
      ? []
      : [
          {
            host: chat.host,
            kind: 'chat' as const,
            options: {
              title: chat.title,
              user: scene.user.name,
              messages: chat.messages.map(({ channel, author, text }) => ({ channel, author, text })),
            },
          },
        ]),
  ];
  if (sites.length > 0) await desktop.serveSites(sites as Parameters<typeof desktop.serveSites>[0], signal);
}

function withScene(prefs: string, { user, calendar, locale }: BuiltScene): string {
  const account = withServerAccount(withMailAddress(prefs, user.mail));
  const registry = 'calendar.registry.5d0c4c1e-work';
  const calendars = [
    [`${registry}.name`, 'Work'],
    [`${registry}.type`, 'ics'],
    [`${registry}.uri`, `file://${home}/${profile}/work.ics`],
    [`${registry}.calendar-main-in-composite`, true],
    ['calendar.list.sortOrder', '5d0c4c1e-work'],
    ['calendar.timezone.local', 'UTC'],
  ];
  const lines = [...mailLocale(locale), ...(calendar === null ? [] : calendars)].map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  );
  return `${account.trimEnd()}\n${lines.join('\n')}\n`;
}

/** Returns all files below the home folder. Folders precede their files, with the time of their newest file. */
async function archivedFiles(scene: BuiltScene): Promise<ArchivedFile[]> {
  const { day: now } = scene;
  const hidden = (path: string, content: Buffer, days: number): ArchivedFile => ({
    path,
    content,
    time: now - days * dayMs,
    mode: 0o600,
  });
  const files: ArchivedFile[] = [
    ...scene.files,
    hidden(`${browser}/Bookmarks`, bookmarksFile(scene.bookmarks, now), 30),
    hidden(
      `${browser}/History`,
      await historyFile(
        scene.visits.map(({ title, url, time }) => ({ title, url, days: (now - time) / dayMs })),
        now,
      ),
      1,
    ),
    hidden(`${profile}/abook.sqlite`, await addressBook([...scene.contacts]), 20),
    hidden('.bash_history', Buffer.from(`${scene.shell.join('\n')}\n`), 1),
    hidden(
      '.local/share/recently-used.xbel',
      recentFiles(
        scene.recent.map(({ path, time }) => ({ path, days: (now - time) / dayMs, ...programOf(path) })),
        home,
        now,
      ),
      1,
    ),
    ...(scene.calendar === null ? [] : [hidden(`${profile}/work.ics`, scene.calendar, 1)]),
  ];
  const folders = new Map<string, number>();
  for (const { path, time } of scene.files)
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash + 1);
      folders.set(folder, Math.max(folders.get(folder) ?? 0, time));
    }
  return [
    ...[...folders].sort().map(([path, time]) => ({ path, content: Buffer.alloc(0), time, mode: 0o755 })),
    ...files,
  ];
}

const programs: readonly (readonly [RegExp, string, string])[] = [
  [/\.pdf$/, 'application/pdf', 'evince'],
  [/\.(?:docx|odt)$/, 'application/vnd.oasis.opendocument.text', 'libreoffice'],
  [/\.(?:xlsx|ods|csv)$/, 'application/vnd.oasis.opendocument.spreadsheet', 'libreoffice'],
  [/\.(?:png|jpe?g)$/, 'image/png', 'eog'],
];

function programOf(path: string): { type: string; program: string } {
  const found = programs.find(([ending]) => ending.test(path));
  return { type: found?.[1] ?? 'text/plain', program: found?.[2] ?? 'gedit' };
}
