import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownOpens } from '../../guest/supervisor/own-opens.ts';

it('knows an opening of its own that the log has seen before it was noted, and takes it once', () => {
  const stat = statSync(import.meta.filename);
  ownOpens.watch('/home/user/secret.txt', stat);
  const begun = Date.now() - 500;
  ownOpens.note(stat, begun);
  const line = { opened: '/home/user/secret.txt', time: begun + 20 };
  expect(ownOpens.take({ ...line, time: begun - 50 })).toBe(false);
  expect(ownOpens.take(line)).toBe(true);
  expect(ownOpens.take(line)).toBe(false);
});
