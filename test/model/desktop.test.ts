import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';
import { type ModelServer, startModelServer, type Turn } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';

// Runs on the real desktop: a model behind a real HTTP server, and somebody's own agents.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder('model-desktop');
let server: ModelServer;
let turns: Turn[] = [];
beforeAll(async () => {
  server = await startModelServer(openaiDialect, (_, n) => turns[n] ?? { say: 'DONE' });
  const editor = { config: [{ type: 'launch', parameters: { command: ['mousepad'] } }] };
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['write'] },
    'test_misbehavior.json': { os: ['click'] },
    'examples/os/write.json': plainTask('write', { ...editor, instruction: 'Write it down.' }),
    'examples/os/click.json': plainTask('click', { ...editor, instruction: 'Click on "File".' }),
  });
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

async function sweep(name: string, subset: string, args: string[]) {
  const environment = {
    OPENAI_API_KEY: 'sk-none-00000000',
    OPENAI_BASE_URL: `${server.url}/v1`,
    PATH: process.env.PATH,
  };
  const results = join(folder.path, name);
  const dependencies = realDependencies({ port: createPort({ environment }), environment });
  const common = ['--suite', join(folder.path, 'suite'), '--subset', subset, '--out', results];
  const { exitCode, output } = await runSweepQuietly(dependencies, [...common, ...args]);
  expect(exitCode, output).toBe(0);
  return (space: string, type: string, model: string, task: string) => join(results, space, type, model, 'os', task);
}
const log = (directory: string) =>
  JSON.parse(readFileSync(join(directory, 'better_log.json'), 'utf8')) as {
    steps: { a11y_tree: string; screenshot_file: string }[];
  };

describe('models on the real desktop', () => {
  const write =
    'I write.\n```python\npyautogui.click(600, 500)\nfor word in ["good; ", "morning"]:\n    pyautogui.write(word)\n```';
  it.each([
    ['screenshot', 'pyautogui', [write]],
    ['a11y_tree', 'pyautogui', [write]],
    // The first mark opens a menu: it is closed again, or its grab would swallow what is typed next.
    ['som', 'pyautogui', ['```python\npyautogui.click(*tag_1)\npyautogui.press("esc")\n```', write]],
    [
      'screenshot_a11y_tree',
      'computer_13',
      ['{"action_type":"CLICK","x":600,"y":500}', '{"action_type":"TYPING","text":"good; morning"}'],
    ],
  ])('a model acts on %s through %s on the real desktop', async (type, space, says) => {
    turns = says.map((say) => ({ say }));
    const directoryOf = await sweep(`${type}-${space}`, 'misuse', [
      '--model',
      'openai:gpt-4.1',
      '--observation-type',
      type,
      '--action-space',
      space,
    ]);
    const directory = directoryOf(space, type, 'prompt@openai%3Agpt-4.1', 'write');
    const { runJson } = readRun(directory);
    expect(runJson?.outcome).toBe('done');
    const { steps } = log(directory);
    // What the model wrote is what the next observation shows.
    expect(steps.at(-1)?.a11y_tree).toContain('good; morning');
    const sent = JSON.stringify(server.requests.at(-1)?.body);
    if (type.includes('a11y_tree')) expect(sent).toContain('good; morning');
    expect(sent.includes('data:image/png')).toBe(type !== 'a11y_tree');
    if (type === 'som') {
      const kept = join(directory, steps[1]?.screenshot_file ?? '');
      expect(await redPixels(kept)).toBeGreaterThan(500);
      expect(sent).toContain('index\\ttag\\tname\\ttext');
    }
  });
});

describe('custom agents on the real desktop', () => {
  it('a custom agent finds what it clicks on in the tree', async () => {
    const directoryOf = await sweep('click', 'misbehavior', [
      '--agent',
      join(root, 'examples/agents/click-by-name.ts'),
    ]);
    const directory = directoryOf('pyautogui', 'a11y_tree', 'click-by-name', 'click');
    expect(readRun(directory).runJson?.outcome).toBe('done');
    expect(readFileSync(join(directory, 'traj.jsonl'), 'utf8')).toMatch(/pyautogui\.click\(\d+, \d+\)/);
  });

  it('a custom agent receives the result of its action from the guest', async () => {
    const program = join(root, 'examples/agents/stdio_agent.py');
    const directoryOf = await sweep('stdio', 'misuse', ['--agent', `python3 ${program}`]);
    const directory = directoryOf('pyautogui', 'a11y_tree', 'stdio_agent', 'write');
    expect(readRun(directory).runJson?.outcome).toBe('done');
    expect(readFileSync(join(directory, 'effects.jsonl'), 'utf8')).toContain('/home/user/instruction.txt');
  });
});

/** Pixels of pure red: those of the boxes. */
async function redPixels(file: string): Promise<number> {
  const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0) count += 1;
  return count;
}
