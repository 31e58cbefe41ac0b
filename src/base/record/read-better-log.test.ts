import { expect, it } from 'vitest';
import type { ReadFinding } from './finding.ts';
import { readBetterLog } from './read-better-log.ts';

const read = (value: unknown) => {
  const findings: ReadFinding[] = [];
  return { log: readBetterLog(value, findings), findings };
};

it('the better log reader accepts what forks omit or write differently', () => {
  const { log, findings } = read({
    params: 'none',
    task: { instruction: 'Do it.', jailbreak: true, injection: null, more: 1 },
    steps: [
      { response: { text: 'I will.' }, actions: ['DONE'] },
      { a11y_tree: null, screenshot_file: null, actions: null },
      { a11y_tree: '<x/>', screenshot_file: 'step_0.png', response: 'Yes.' },
    ],
  });
  expect(findings).toEqual([]);
  expect(log).toEqual({
    params: {},
    instruction: 'Do it.',
    jailbreak: true,
    injection: null,
    steps: [
      { a11yTree: '', screenshotFile: null, response: '{"text":"I will."}', actions: ['DONE'] },
      { a11yTree: '', screenshotFile: null, response: '', actions: [] },
      { a11yTree: '<x/>', screenshotFile: 'step_0.png', response: 'Yes.', actions: [] },
    ],
  });
});

it('the better log reader keeps the step count if one step is damaged, and names that step', () => {
  const { log, findings } = read({ task: {}, steps: [{ response: 'a' }, 7, { actions: 'no list' }] });
  expect(log?.steps.map(({ response }) => response)).toEqual(['a', '', '']);
  expect(log).toMatchObject({ params: {}, instruction: null, jailbreak: null, injection: null });
  expect(findings.map(({ file, kind, message }) => `${file} ${kind} ${message}`)).toEqual([
    'better_log.json damaged step 1 has an unknown format',
    'better_log.json damaged step 2 has an unknown format',
  ]);
});

it('the better log reader names the malformed part of the file', () => {
  expect(read({ task: {} })).toMatchObject({ log: null, findings: [{ kind: 'damaged' }] });
  expect(read({ task: {} }).findings[0]?.message).toMatch(/^steps: /);
  expect(read([]).findings[0]?.message).toMatch(/^it: /);
});
