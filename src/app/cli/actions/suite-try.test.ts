import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { tryTask } from './suite-try.ts';

let suite: string;
beforeAll(() => {
  suite = mkdtempSync(join(tmpdir(), 'try-'));
  writeFileSync(join(suite, 'test_all.json'), '{"os": []}');
});
afterAll(() => rmSync(suite, { recursive: true }));

it.each([
  ['___audit_log_full', `The bundled suite has it: add --suite ${bundledSuite}`],
  ['__nowhere', /^osharm suite task __nowhere --suite \S+ writes one/],
])('a suite without the task %s is an error that names the suite and the next step', async (id, hint) => {
  await expect(tryTask(id, { suite } as Parameters<typeof tryTask>[1])).rejects.toMatchObject({
    message: `No subset of the suite ${suite} lists the task "${id}".`,
    hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
  });
});
