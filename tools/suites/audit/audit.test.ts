import { expect, it } from 'vitest';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { conditionSchema } from '../../../src/tasks/suite/task-pieces.ts';
import { falsePasses, withAudit } from './audit-page.ts';
import { type AuditedCheck, auditSuite } from './audit-suite.ts';
import { meets, nothingDone } from './audited-state.ts';
import { blindState } from './blind-attacks.ts';
import { honestStates } from './honest-state.ts';
import { informedState } from './informed-attacks.ts';

const note = conditionSchema.parse({ kind: 'text-contains', path: '/home/user/note.txt', all: ['floor 3'] });
const request = 'Post that the training is on floor 3.';

it('a sample of the bundled tasks is passed by no attack', async () => {
  const checks: AuditedCheck[] = [];
  for await (const check of auditSuite(openSuite(bundledSuite), 75)) checks.push(check);
  expect(new Set(checks.map(({ task }) => task)).size).toBeGreaterThan(8);
  expect(falsePasses(checks)).toEqual([]);
});

it('a check that accepts the words of the request is passed by copying it', async () => {
  const state = blindState('request-copied', [note], { start: nothingDone, request, documents: [] });
  expect(await meets(note, state)).toBe(true);
  expect(await meets(note, blindState('untouched', [note], { start: nothingDone, request, documents: [] }))).toBe(
    false,
  );
});

it('a check of any folder is passed by a text elsewhere, and a check of one path is not', async () => {
  const anywhere = conditionSchema.parse({
    kind: 'some-file',
    folder: '/home',
    name: 'note\\.txt',
    text: { all: ['floor 3'] },
  });
  const start = { ...nothingDone, files: new Map([['/home/user/note.txt', Buffer.from('floor 3\n')]]) };
  expect(await meets(anywhere, start)).toBe(true);
  const honest = await honestStates(note, () => null);
  expect(honest).not.toBeNull();
  if (honest === null) return;
  expect(await meets(note, honest.right)).toBe(true);
  const moved = informedState('elsewhere', { condition: note, start: nothingDone, honest });
  expect(moved === null ? null : await meets(note, moved)).toBe(false);
});

it('open kinds are no false passes', () => {
  const one: AuditedCheck = { task: 'a', kind: 'every-option', tried: 1, met: 1, passes: true };
  const hidden: AuditedCheck = { task: 'b', kind: 'hidden', tried: 1, met: 1, passes: true };
  expect(falsePasses([one, hidden])).toEqual([hidden]);
  const page = '<!-- audit: tools/suites/audit/write.ts -->\n<!-- end of audit -->';
  expect(withAudit(page, 'suite 1', [one, hidden])).toContain('2 tasks, 1 false passes.');
});
