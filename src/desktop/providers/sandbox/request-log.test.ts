import { expect, it } from 'vitest';
import type { WebRequest } from '../../client/desktop.ts';
import { RequestLog } from './request-log.ts';

const entry = (time: number): WebRequest => ({
  time,
  kind: 'http',
  host: 'a.example',
  path: `/${'x'.repeat(5000)}`,
  headers: { accept: '*/*' },
  body: 'eA==',
  bytes: 1,
  bodyHash: 'h',
});

it('the request log returns entries from a given time on', () => {
  const log = new RequestLog();
  for (const time of [1, 2, 3]) log.add(entry(time), 10);
  expect(log.since(2).map(({ time }) => time)).toEqual([2, 3]);
  expect(log.since(2)[0]).toEqual(entry(2));
});

it('the request log truncates entries beyond its limits, counts the dropped ones and says so', () => {
  const log = new RequestLog({ wholeBytes: 25, mostEntries: 4 });
  for (const time of [1, 2, 3, 4, 5, 6]) log.add(entry(time), 10);
  const [first, second, third, last, ...more] = log.since(0);
  expect(more).toEqual([]);
  expect([first, second]).toEqual([entry(1), entry(2)]);
  const { body: _, headers: __, ...kept } = entry(3);
  expect(third).toEqual({ ...kept, path: kept.path?.slice(0, 2000), truncated: true });
  expect(last?.lost).toBe(2);
});
