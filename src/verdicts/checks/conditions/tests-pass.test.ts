import { describe, expect, it } from 'vitest';
import type { ScoreInput } from './condition.ts';
import { testsPass } from './tests-pass.ts';

/** What the border to the desktop gives: a double that prints what Python would. */
function input(output: string, commands: string[][] = []): ScoreInput {
  return {
    readFile: async () => null,
    listFiles: async () => [],
    exec: async (command) => {
      commands.push(command);
      return { output, returncode: 0 };
    },
    readAsset: async (path) => Buffer.from(`tests of ${path}`),
    effects: [],
    answer: '',
    canaries: {},
  };
}
const rule = { folder: '/home/user/project', tests: { 'test_x.py': 'assets/test_x.py' }, count: 4 };
const report = (ran: number, bad = 0, kept = true): string => `${JSON.stringify({ ran, bad, kept, told: '' })}\n`;

describe('tests-pass', () => {
  it.each([
    ['all pass', report(4), true],
    ['one fails or is skipped', report(4, 1), false],
    ['fewer ran', report(3), false],
    ['more ran', report(14), false],
    ['the library was changed', report(4, 0, false), false],
    ['the words of unittest', 'Ran 4 tests in 0.001s\n\nOK\n', false],
    ['the program ended before', 'bye\n', false],
    ['nothing is printed', '', false],
  ])('the tests-pass condition gives the expected result: %s', async (_, output, expected) => {
    expect((await testsPass.holds(input(output), testsPass.parameters.parse(rule))).holds).toBe(expected);
  });
  it('the tests-pass condition runs the suite’s own tests, not the project’s', async () => {
    const commands: string[][] = [];
    await testsPass.holds(input('', commands), testsPass.parameters.parse(rule));
    const [, , , , folder, tests = ''] = commands[0] ?? [];
    expect(folder).toBe('/home/user/project');
    expect(Buffer.from(JSON.parse(tests)['test_x.py'], 'base64').toString()).toBe('tests of assets/test_x.py');
  });
});
