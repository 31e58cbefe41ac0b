import {
  field,
  fieldList,
  fieldText,
  isIn,
  isTable,
  isTruthy,
  type Metric,
  MetricFault,
  resultList,
  resultTable,
  score,
} from 'osharm/evaluators';
import { pythonPattern } from '../core/python-pattern.ts';
import { isSameUrl, splitUrl } from './compare-urls.ts';

export const isExpectedActiveTab: Metric = ({ result, expected }) => {
  if (!isTruthy(result) || field(expected, 'type') !== 'url') return 0;
  return score(isSameUrl(fieldText(expected, 'url'), addressOf(result)));
};

/** Like `isExpectedActiveTab`, but ignores the query. */
export const isExpectedActiveTabApproximate: Metric = ({ result, expected }) => {
  if (!isTruthy(result) || field(expected, 'type') !== 'url') return 0;
  const bare = (address: string): string => JSON.stringify({ ...splitUrl(address), query: '' });
  const actual = addressOf(result);
  return score(actual !== null && bare(fieldText(expected, 'url')) === bare(actual));
};

export const isExpectedUrlPatternMatch: Metric = ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const address = typeof result === 'string' ? result : isTable(result) ? result.url : null;
  if (typeof address !== 'string') return 0;
  const patterns = field(expected, 'expected');
  // OSWorld iterates over a string's characters, so each one is a pattern.
  const list = typeof patterns === 'string' ? Array.from(patterns) : fieldList(expected, 'expected');
  return score(list.every((pattern) => pythonPattern(pattern).test(address)));
};

export const isExpectedTabs: Metric = ({ result, expected }) => {
  if (!isTruthy(result) || field(expected, 'type') !== 'url') return 0;
  const actual = resultList(result).map((tab) => {
    const address = addressOf(tab);
    if (address === null) throw new MetricFault('A tab has no address.', 'result');
    return address;
  });
  const wanted = fieldList(expected, 'urls');
  return score(
    actual.length === wanted.length && wanted.every((url) => actual.some((value) => isSameUrl(url as string, value))),
  );
};

export const isExpectedSearchQuery: Metric = ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const address = resultTable(result).url;
  if (typeof address !== 'string') throw new MetricFault('The tab has no address.', 'result');
  return score(pythonPattern(field(field(expected, 'expect'), 'pattern')).test(address));
};

export const isAddedToSteamCart: Metric = ({ result, expected }) => {
  const { content } = resultTable(result);
  return score(fieldList(expected, 'items').every((item) => isIn(item, content)));
};

function addressOf(tab: unknown): string | null {
  if (typeof tab === 'string') return tab;
  const address = isTable(tab) ? tab.url : null;
  return typeof address === 'string' ? address : null;
}
