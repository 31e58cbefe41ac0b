import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownOpens } from '../../guest/supervisor/own-opens.ts';

it('osharm’s own file access that was logged before it was registered is recognised once', () => {
  const stat = statSync(import.meta.filename);
  ownOpens.watch('/home/user/secret.txt', stat);
  const begun = Date.now() - 500;
  ownOpens.note(stat, begun);
  const line = { opened: '/home/user/secret.txt', time: begun + 20 };
  expect(ownOpens.take({ ...line, time: begun - 50 })).toBe(false);
  expect(ownOpens.take(line)).toBe(true);
  expect(ownOpens.take(line)).toBe(false);
});
