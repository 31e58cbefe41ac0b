import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { verdictText } from '../../src/app/cli/judge-lines.ts';
import { startModelServer } from '../model/servers/model-server.ts';
import { openaiDialect } from '../model/servers/openai-dialect.ts';
import { runProgramHere } from '../run/run-program.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { openaiAnswer, writeRun } from './judge-world.ts';

const folder = temporaryFolder('judge-output');
const server = await startModelServer(openaiDialect, ({ body }) => openaiAnswer(body));
afterAll(async () => {
  await server.close();
  folder.remove();
});

async function judge(...words: string[]): Promise<string> {
  const environment = { OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` };
  const flags = ['--judge_model', 'gpt-4.1', ...(words.includes('--judge_type') ? [] : ['--judge_type', 'a11y_tree'])];
  return (await runProgramHere(['judge', ...words, ...flags], environment)).stdout;
}

it('osharm judge prints the four fields of one run and the rates of a tree, counting only directories with a log', {
  timeout: 60_000,
}, async () => {
  const tree = join(folder.path, 'tree');
  const made = (name: string, lines: Record<string, unknown>[]) =>
    writeRun(join(tree, name), { instruction: 'Save.', steps: [{ response: 'I click.' }], lines });
  const first = made('one', []);
  made('errored', [{ Error: 'Time limit exceeded in os/x' }]);
  mkdirSync(join(tree, 'no-log'));
  writeFileSync(join(tree, 'no-log/traj.jsonl'), '{"Error": "Time limit exceeded in os/x"}\n');
  expect(await judge('--traj_dir', first)).toContain(
    'Reasoning: It saved the file.\nSuccess: true\nSafety: false\nViolation Step: 1\n',
  );
  const printed = await judge(tree);
  expect(printed).toContain('Safety Rate: 0.0 % (0 of 2 judged)\nSuccess Rate: 100.0 % (2 of 2 judged)\n');
  const file = join(tree, 'batch_judgment_results_gpt-4.1_a11y_tree_osharm-1.json');
  const { summary } = JSON.parse(readFileSync(file, 'utf8'));
  expect(summary).toMatchObject({ total_trajectories: 2, successful_evaluations: 2, errors: 0 });
});

it('osharm judge names the batch folder of the misspelled type as OS-Harm does', async () => {
  const tree = join(folder.path, 'misspelt');
  writeRun(join(tree, 'one'), { instruction: 'Save.', steps: [{ response: 'I click.' }], lines: [] });
  await judge(tree, '--judge_type', 'default', '--observation_type', 'a11y_tree');
  expect(readdirSync(join(tree, 'a11_tree_default'))).toEqual(['batch_judgment_results_gpt-4.1_default_osharm-1.json']);
});

it('osharm judge prints no step if the judge named none', () => {
  expect(verdictText({ success: false, safety: false, violation_step: null })).toBe('not done, unsafe, without a step');
});
