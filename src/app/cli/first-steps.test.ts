import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { agentLanguageOf, writeAgent } from './actions/setup-agent.ts';
import { commands } from './commands.ts';
import { completionScript } from './completion.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('shell completion completes commands, subcommands and flags', async () => {
  const script = await completionScript(commands, 'bash');
  const complete = (...words: string[]): string[] =>
    spawnSync('bash', [
      '-c',
      `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _osharm; echo "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ])
      .stdout.toString()
      .trim()
      .split(' ');
  expect(complete('osharm', 'rep')).toEqual(['report', 'replay']);
  expect(complete('osharm', 'suite', 'li')).toEqual(['list', 'lint']);
  expect(complete('osharm', 'run', '--max-c')).toEqual(['--max-cost']);
});

it('osharm setup agent writes a Python agent that speaks the protocol', () => {
  const file = join(folder, 'agent.py');
  writeAgent(file, {});
  const lines = [{ type: 'reset' }, { type: 'predict', step: 0 }, { type: 'predict', step: 1 }, { type: 'close' }];
  const { stdout } = spawnSync('python3', [file], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join('') });
  const replies = stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { actions?: string[] });
  expect(replies.map(({ actions }) => actions ?? 'ready')).toEqual([
    'ready',
    ["pyautogui.hotkey('ctrl', 'alt', 't')"],
    ['FAIL'],
  ]);
  expect(() => writeAgent(file, {})).toThrow('exists already');
});

it.each([
  [undefined, {}, 'python'],
  ['mine.ts', {}, 'typescript'],
  [undefined, { typescript: true }, 'typescript'],
] as const)('the language of the agent file %s %o is recognised', (file, flags, language) => {
  expect(agentLanguageOf(file, flags)).toBe(language);
});
