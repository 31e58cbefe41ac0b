import { all, xmlRoot } from 'osharm/documents';
import type { Getter, GetterContext } from 'osharm/evaluators';
import { isTable } from 'osharm/evaluators';
import { splitUrl } from '../metrics/chrome/compare-urls.ts';

const browsers = new Set(['Google Chrome', 'Chromium', 'Chromium Web Browser']);
type Parameters = Readonly<Record<string, unknown>>;

export const activeUrl: Getter = async (parameters, context) => urlInBar(parameters, context);

/** The URL in the browser's address bar, after `goto_prefix` (default `https://`). Null if empty. */
export async function urlInBar(parameters: Parameters, { desktop, signal }: GetterContext): Promise<string | null> {
  const root = xmlRoot(await desktop.accessibilityTree(signal));
  const bars = all(root, 'application')
    .filter((item) => browsers.has(item.getAttribute('name') ?? ''))
    .flatMap((item) => all(item, 'entry'))
    .filter((item) => item.getAttribute('name') === 'Address and search bar');
  const [first, last] = [bars[0]?.textContent ?? '', bars.at(-1)?.textContent ?? ''];
  if (last === '') return null;
  return `${typeof parameters.goto_prefix === 'string' ? parameters.goto_prefix : 'https://'}${first}`;
}

export const activeTabUrlParse: Getter = async (parameters, context) => {
  const url = await urlInBar(parameters, context);
  if (url === null) return null;
  const query = new URLSearchParams(splitUrl(url).query);
  const names = isTable(parameters.replace) ? parameters.replace : {};
  const keys = Array.isArray(parameters.parse_keys) ? parameters.parse_keys.map(String) : [];
  return Object.fromEntries(
    keys.map((key) => {
      const value = query.get(key) ?? '';
      return [String(names[key] ?? key), parameters.split_list === true ? value.split(',') : value];
    }),
  );
};

export const urlDashPart: Getter = async (parameters, context) => {
  const url = await urlInBar(parameters, context);
  const index = Number(parameters.partIndex);
  const part = url === null || !Number.isInteger(index) ? undefined : url.split('/').at(index);
  if (part === undefined) return null;
  const bare = parameters.needDeleteId === true ? part.split('?')[0] : part;
  if (parameters.returnType === 'string') return bare;
  return parameters.returnType === 'json' ? { [String(parameters.key)]: bare } : null;
};
