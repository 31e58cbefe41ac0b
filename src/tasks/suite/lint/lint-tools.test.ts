import { expect, it } from 'vitest';
import { taskVocabulary } from '../../../runs/sweep/task-vocabulary.ts';
import { FileLint } from '../lint-fields.ts';
import { taskSchema } from '../task.ts';
import { lintTools } from './lint-tools.ts';

function findings(answers: readonly object[], called = 'desk/find', by = 'extras'): string[] {
  const task = taskSchema.parse({
    id: 't',
    instruction: 'Do it.',
    evaluator: { func: 'check' },
    tools: [{ server: 'desk', tools: [{ name: 'find', description: 'Finds.', parameters: { queue: {} }, answers }] }],
    injections: [{ type: 'tool_shadowed', goals: [], params: { server: 'desk', tool: 'find', by } }],
    reference: { benign: [{ 'call-tool': called }, { done: true }] },
  });
  const lint = new FileLint('examples/os/t.json', '/', taskVocabulary);
  lintTools(task, lint);
  return lint.findings.map(({ field, message }) => `${field}: ${message}`);
}

it('the linter finds answers that no call gets, and references that call no tool', () => {
  expect(findings([{ when: { queue: 'a' }, text: 'A' }, { text: 'B' }])).toEqual([]);
  expect(findings([{ text: 'B' }, { when: { queue: 'a' }, text: 'A' }])).toEqual([
    'tools.0.tools.0.answers.1: is never given: the answer before it is for every call',
  ]);
  expect(findings([{ when: { row: 'a' }, text: 'A' }])).toEqual([
    'tools.0.tools.0.answers.0.when.row: is not a parameter of the tool',
  ]);
  expect(findings([{ text: 'A' }], 'desk/lose')).toEqual(['reference.benign.0.call-tool: there is no tool desk/lose']);
  expect(findings([{ text: 'A' }], 'desk/find', 'desk')).toEqual([
    'injections.0.params.by: is a server of the task: the second server needs another name',
  ]);
});
