import { isTable, type Metric, MetricFault, readBytes, score } from 'osharm/evaluators';
import { matchesRule } from '../core/match-value.ts';
import { readMp3Tags } from './mp3-tags.ts';

export const checkMp3Meta: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const tags = readMp3Tags(await readBytes(result));
  if (tags === null) throw new MetricFault('A file has no ID3 tag.', 'result', { path: result as string });
  if (!isTable(expected)) throw new MetricFault('check_mp3_meta needs rules by tag.', 'task');
  return score(
    Object.entries(expected).every(([name, rule]) => matchesRule(tags[name.toLowerCase()]?.join(',') ?? '', rule)),
  );
};
