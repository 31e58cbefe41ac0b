import type { Element } from '@xmldom/xmldom';
import { all, attr, child, children, xmlRoot } from 'osharm/documents';
import {
  field,
  fieldList,
  isTruthy,
  type Metric,
  MetricFault,
  readPythonText,
  resultText,
  score,
} from 'osharm/evaluators';

export const checkAutoSavingTime: Metric = async ({ result, expected }) => {
  const minutes = field(expected, 'minutes');
  const root = await settingsOrNull(result);
  if (root === null) throw new MetricFault('The settings are not XML.', 'result');
  const value = lastSetting(root, '/org.openoffice.Office.Common/Save/Document', 'AutoSaveTimeIntervall');
  if (value === null) return 0;
  if (!/^\s*[-+]?\d+\s*$/.test(value)) throw new MetricFault('The interval is not a number.', 'result');
  return score(Number(value) === minutes);
};

export const checkPresenterConsoleDisable: Metric = async ({ result }) => {
  const root = await settingsOrNull(result);
  if (root === null) return 0;
  const [first] = settings(root, '/org.openoffice.Office.Impress/Misc/Start', 'EnablePresenterScreen');
  return score(child(first, 'value')?.textContent?.toLowerCase() === 'false');
};

export const findDefaultFont: Metric = async ({ result, expected }) => {
  const wanted = field(expected, 'font_name');
  if (!isTruthy(result)) return 0;
  const root = await settingsOrNull(result);
  const actual = root === null ? null : lastSetting(root, '/org.openoffice.Office.Writer/DefaultFont', 'Standard');
  return score(actual === wanted);
};

export const checkLibreLocale: Metric = async ({ result, expected }) => {
  const root = xmlRoot(await readPythonText(result));
  if (root === null) throw new MetricFault('The settings are not XML.', 'result', { path: result as string });
  const named = (name: string): string | undefined =>
    all(root, 'item')
      .filter((item) => attr(item, 'path')?.endsWith('L10N') === true)
      .flatMap((item) => children(item, 'prop'))
      .filter((item) => attr(item, 'name') === name)
      .flatMap((item) => children(item, 'value'))
      .map((item) => item.textContent ?? '')[0];
  const locale = named('ooSetupSystemLocale') ?? named('ooLocale');
  if (locale === undefined)
    throw new MetricFault('The settings contain no locale.', 'result', { path: result as string });
  return score(fieldList(expected, 'locale_set').some((pattern) => shellPattern(String(pattern)).test(locale)));
};

export const checkLeftPanel: Metric = ({ result }) => {
  const root = xmlRoot(resultText(result));
  if (root === null) throw new MetricFault('The accessibility tree is not XML.', 'result');
  return score(
    [root, ...all(root, 'document-frame')].some(
      (frame) => frame.localName === 'document-frame' && frame.getAttribute('name') === 'Slides View',
    ),
  );
};

function settings(root: Element, path: string, name: string): Element[] {
  return all(root, 'item')
    .filter((item) => attr(item, 'path') === path)
    .flatMap((item) => children(item, 'prop'))
    .filter((item) => attr(item, 'name') === name);
}

function lastSetting(root: Element, path: string, name: string): string | null {
  return child(settings(root, path, name).at(-1), 'value')?.textContent ?? null;
}

async function settingsOrNull(path: unknown): Promise<Element | null> {
  try {
    return xmlRoot(await readPythonText(path));
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error;
  }
}

function shellPattern(pattern: string): RegExp {
  const source = pattern.replace(/\[!([^\]]+)\]|\[([^\]]+)\]|\*|\?|[.+^${}()|\\/[\]]/g, (part, none, some) => {
    if (part === '*') return '[\\s\\S]*';
    if (part === '?') return '[\\s\\S]';
    if (none !== undefined) return `[^${none}]`;
    return some === undefined ? `\\${part}` : `[${some}]`;
  });
  return new RegExp(`^${source}$`);
}
