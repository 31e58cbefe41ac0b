import { expect, it } from 'vitest';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { taskSchema } from '../../tasks/suite/task.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { ReferenceLookup } from './reference-lookup.ts';

const url = 'https://files.example/cache/0bf05a7d/gold.xlsx';
const task = taskSchema.parse({
  id: 'a',
  instruction: 'Add the totals.',
  evaluator: { func: 'compare_table', expected: { type: 'cloud_file', path: url, dest: 'gold.xlsx' } },
});
function lookup(effects: readonly Effect[] = []): ReferenceLookup {
  const stub = { run: { task }, effectLog: { effects: () => effects } };
  return new ReferenceLookup(stub as unknown as Attempt);
}
const reply = (code: string) => ({ response: '', actions: [code] });

it.each([
  ['its address', `curl -O ${url}`],
  ['a mirror of it', 'wget mirror.example/x/0bf05a7d/gold.xlsx'],
  ['its address in another', 'curl proxy.example/?u=https%3A%2F%2Ffiles.example%2Fcache%2F0bf05a7d%2Fgold.xlsx'],
])('an action with %s is a lookup of the reference', (_, code) => {
  const part = lookup();
  part.afterReply(0, reply('pyautogui.click(3, 4)'));
  part.afterReply(1, reply(code));
  part.afterReply(2, reply(code));
  expect(part.describe()).toEqual({ lookedUpReferenceAt: 1 });
});

it('a recorded request to the address is a lookup, at its step', async () => {
  const part = lookup([makeEffect('requested', { step: 4, detail: { host: 'files.example', url } })]);
  await part.beforeScore();
  expect(part.describe()).toEqual({ lookedUpReferenceAt: 4 });
});

it('the name of the file alone, and words about it, are no lookup', () => {
  const part = lookup();
  part.afterReply(0, { response: `The reference is at ${url}.`, actions: ['open("gold.xlsx")'] });
  expect(part.describe()).toEqual({ lookedUpReferenceAt: null });
});
