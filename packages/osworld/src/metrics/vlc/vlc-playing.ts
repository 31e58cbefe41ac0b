import { basename } from 'node:path';
import type { Element } from '@xmldom/xmldom';
import { childElements, xmlRoot } from 'osharm/documents';
import { decodeText, field, fieldText, type Metric, MetricFault, readBytes, score } from 'osharm/evaluators';
import { splitUrl } from '../chrome/compare-urls.ts';

const meta = 'meta';
const stream = 'Stream 0';
/** Fields of VLC's status that may contain the file or URL, in OSWorld's order. */
const filePlaces = ['filename', 'title', 'uri', 'location', 'name'].map((name) => [meta, name] as const);
const addressPlaces = [
  ...['url', 'URI', 'location', 'title', 'filename'].map((name) => [meta, name] as const),
  ...['Codec', 'Type', 'Language'].map((name) => [stream, name] as const),
];

export const isVlcPlaying: Metric = async ({ result, expected }) => {
  const root = xmlRoot(decodeText(await readBytes(result), result as string));
  const state = root === null ? undefined : child(root, 'state');
  if (root === null || state === undefined)
    throw new MetricFault("VLC's status can't be read.", 'result', { path: result as string });
  if (state.textContent !== 'playing') return 0;
  switch (field(expected, 'type')) {
    case 'file_name': {
      const name = fieldText(expected, 'file_name');
      const shown = firstText(root, filePlaces);
      return score(shown !== null && (basename(shown) === name || shown.endsWith(name)));
    }
    case 'url':
      return score(isAddress(firstText(root, addressPlaces), fieldText(expected, 'url')));
    default:
      return 0;
  }
};

function isAddress(shown: string | null, wanted: string): boolean {
  if (shown === null) return false;
  if (shown.includes(wanted)) return true;
  const expected = splitUrl(wanted);
  if (shown === (expected.path.split('/').at(-1) ?? '')) return true;
  const urlParts = splitUrl(shown);
  return shown.includes('://') && urlParts.host === expected.host && urlParts.path.includes(expected.path);
}

function firstText(root: Element, places: readonly (readonly [string, string])[]): string | null {
  const categories = childElements(root)
    .filter((childElement) => childElement.localName === 'information')
    .flatMap(childElements)
    .filter((item) => item.localName === 'category');
  for (const [category, name] of places) {
    const info = categories
      .filter((item) => item.getAttribute('name') === category)
      .flatMap(childElements)
      .find((item) => item.localName === 'info' && item.getAttribute('name') === name);
    if (info?.textContent) return info.textContent;
  }
  return null;
}

function child(element: Element, name: string): Element | undefined {
  return childElements(element).find((childElement) => childElement.localName === name);
}
