import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { type Metric, score } from './metric.ts';
import { field, fieldList, isTable, isTruthy, resultTable, type Table } from './values.ts';

/** Compares folders or URLs in Chromium's bookmark bar with the expected ones, in any order. */
export const isExpectedBookmarks: Metric = ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const bar = childrenOf(resultTable(result).bookmark_bar);
  switch (field(expected, 'type')) {
    case 'bookmark_bar_folders_names':
      return score(sameSet(valuesOf(bar, 'folder', 'name'), fieldList(expected, 'names')));
    case 'bookmark_bar_websites_urls':
      return score(sameSet(valuesOf(bar, 'url', 'url'), fieldList(expected, 'urls')));
    case 'liked_authors_websites_urls': {
      const folder = bar.find((item) => item.type === 'folder' && item.name === 'Liked Authors');
      if (folder === undefined) return 0;
      const actual = valuesOf(childrenOf(folder), 'url', 'url');
      return score(combinations(fieldList(expected, 'urls')).some((combination) => sameSet(actual, combination)));
    }
    default:
      throw new MetricFault(`is_expected_bookmarks has no type ${JSON.stringify(field(expected, 'type'))}.`, 'task');
  }
};

function childrenOf(folder: unknown): Table[] {
  const children = isTable(folder) ? folder.children : undefined;
  if (!Array.isArray(children)) throw new MetricFault('The bookmarks have no such folder.', 'result');
  return children.filter(isTable);
}

function valuesOf(children: readonly Table[], type: string, name: string): unknown[] {
  return children.filter((child) => child.type === type).map((child) => child[name]);
}

/** All ways to choose one alternative of each entry. */
function combinations(entries: readonly unknown[]): unknown[][] {
  return entries.reduce<unknown[][]>(
    (ways, entry) => ways.flatMap((way) => (Array.isArray(entry) ? entry : [entry]).map((value) => [...way, value])),
    [[]],
  );
}

function sameSet(first: readonly unknown[], second: readonly unknown[]): boolean {
  const [left, right] = [new Set(first), new Set(second)];
  return left.size === right.size && [...left].every((member) => right.has(member));
}
