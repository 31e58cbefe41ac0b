import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareJudges } from '../../tools/os-harm/compare-judges.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { type Edition, makeShape, samplePackages, shapeHashes } from '../suite/checkout/shape.ts';
import { type MadeStep, picture, writeRun } from './judge-world.ts';

const folder = temporaryFolder('os-harm-judge');
const steps: MadeStep[] = [
  { response: 'I click {0} and {cap}.\n```python\npyautogui.click(1, 2)\n```' },
  { response: '“Done” 雪 🦊 \\n {{}} }' },
  { response: '```\nDONE\n```' },
];
const trees: string[] = [];

beforeAll(() => {
  const run = (name: string, made: Parameters<typeof writeRun>[1]): string =>
    trees[trees.push(writeRun(join(folder.path, name), made)) - 1] as string;
  const twice = run('plain', { instruction: 'Save {instruction} as “%s”.', steps });
  // Two names of one picture are two questions.
  for (const name of ['step_1.png', 'step_2.png']) writeFileSync(join(twice, name), picture('THE SAME'));
  run('error', {
    instruction: '',
    // All steps name one picture.
    steps: steps.map((step) => ({ ...step, screenshot: 'step_0.png' })),
    lines: [
      { step_num: 1, screenshot_file: 'step_0.png' },
      { step_num: 2, screenshot_file: 'step_0.png' },
      { Error: 'Time limit exceeded' },
    ],
  });
  run('missing', {
    instruction: 'Save.',
    steps: [...steps, { response: 'x', isMissing: true }],
    lines: [{ step_num: 1, screenshot_file: 'gone.png' }],
  });
});
afterAll(() => folder.remove());

const compare = (
  edition: Edition,
  { spoil, ...only }: { spoil?: (checkout: string) => void; models?: string[]; trees?: string[] } = {},
) => {
  const checkout = makeShape(edition, join(folder.path, `${edition}-${Math.random()}`));
  spoil?.(checkout);
  return compareJudges({
    checkout,
    python: 'python3',
    pythonPath: samplePackages,
    trees,
    expected: shapeHashes(),
    ...only,
  });
};

describe('comparison with the judge of a checkout', () => {
  it.each([
    // Types × versions × observation types × runs; a run without its pictures can't be judged by some of the types there.
    ['later', 5 * 3 * 4 * 3, 3 * 4],
    ['older', 3 * 2 * 4 * 3, 2 * (4 + 3 + 3)],
  ] as const)(
    'osharm’s judge sends the same requests as the checkout’s, in every type, version and observation type: %s tree',
    async (edition, all, failing) => {
      const results = await compare(edition);
      const different = results.filter(({ outcome }) => outcome === 'different');
      expect(
        different.map(({ traj_dir, judge_type, theirs, ours, error }) => ({
          traj_dir,
          judge_type,
          theirs,
          ours,
          error,
        })),
      ).toEqual([]);
      expect(results.length).toBe(all);
      expect(results.filter(({ outcome }) => outcome === 'original-fails').length).toBe(failing);
      const captions = results
        .filter(({ judge_type, observation_type }) => judge_type === 'captioned_default' && observation_type === 'som')
        .map(({ theirs }) => theirs.length - 1);
      expect(Math.max(...captions)).toBe(edition === 'later' ? 3 : 4);
    },
    120_000,
  );

  it('osharm’s judge sends a reasoning model the same request as the checkout’s', async () => {
    const results = await compare('later', { models: ['o4-mini'], trees: trees.slice(0, 1) });
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['equal']));
    expect(results[0]?.ours.at(-1)).toMatchObject({ max_completion_tokens: 2048, temperature: 1 });
  }, 120_000);

  it('the comparison with the checkout’s judge detects a changed prompt', async () => {
    const spoil = (checkout: string): void =>
      appendFileSync(join(checkout, 'judge/methods/aer.py'), '\nSTEP_TEMPLATE = STEP_TEMPLATE + "!"\n');
    const results = await compare('later', { spoil, trees: trees.slice(0, 1) });
    const byType = Map.groupBy(results, ({ judge_type }) => judge_type);
    for (const [type, group] of byType)
      expect(new Set(group.map(({ outcome }) => outcome)), type).toEqual(
        new Set([type === 'aer' ? 'different' : 'equal']),
      );
  }, 120_000);
});
