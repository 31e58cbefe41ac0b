import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protocolSchema } from '../../src/agents/foreign/protocol.ts';
import { stdioChannel } from '../../src/agents/foreign/stdio-channel.ts';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { type FakeDesktopOptions, FakeProvider } from '../run/fake-desktop.ts';
import { runFolder, runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree =
  '<desktop-frame xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component">' +
  '<push-button name="OK" s:showing="true" s:visible="true" s:enabled="true" c:screencoord="(10, 20)" c:size="(30, 40)"/></desktop-frame>';

let folder = temporaryFolder('foreign');
beforeEach(() => {
  folder = temporaryFolder('foreign');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t', { instruction: 'Click on "OK".' }),
  });
});
afterEach(() => folder.remove());

async function sweep(args: string[], desktop: Partial<FakeDesktopOptions> = {}, more: { agentEnv?: string[] } = {}) {
  const port = createPort({ environment: {} });
  const provider = new FakeProvider({ tree, ...desktop });
  const environment = { PATH: process.env.PATH, OPENAI_API_KEY: 'a-key', OTHER_KEY: 'another' };
  const access = { port, environment, ...more };
  const dependencies = { ...realDependencies(access), createProvider: async () => provider };
  const results = join(folder.path, 'results');
  const common = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--out', results];
  const swept = await runSweepQuietly(dependencies, [...common, ...args]);
  const read = (model: string) => readRun(join(results, 'pyautogui/a11y_tree', model, 'os/t'));
  const calls = (model: string) =>
    readFileSync(join(results, 'pyautogui/a11y_tree', model, 'os/t/calls.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...swept, executed: () => provider.desktops[0]?.executed, read, calls };
}

const lastLine = ({ stdout, stderr, error }: SpawnSyncReturns<string>): string =>
  error?.message ?? `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').at(-1) ?? '';

describe('custom agents', () => {
  it('a custom agent is a TypeScript file', async () => {
    const { exitCode, output, executed, read } = await sweep([
      '--agent',
      join(root, 'examples/agents/click-by-name.ts'),
    ]);
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['pyautogui.click(25, 40)']);
    expect(read('click-by-name').runJson).toMatchObject({
      outcome: 'done',
      promptsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('a custom agent is a Python program over standard input and output', async () => {
    const { exitCode, output, executed, read } = await sweep([
      '--agent',
      `python3 ${join(root, 'examples/agents/stdio_agent.py')}`,
    ]);
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual([`open('/home/user/instruction.txt', 'w').write('Click on "OK".')`]);
    expect(read('stdio_agent').runJson?.outcome).toBe('done');
  });

  it('a custom agent is a Python class with osharm’s Python package, which may print', async () => {
    const client = join(root, 'python/osharm');
    const command = `PYTHONPATH=${join(client, 'src')} python3 ${join(client, 'examples/click_by_name.py')}`;
    const { exitCode, output, executed, read } = await sweep(['--agent', command]);
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['pyautogui.click(25, 40)']);
    expect(read('click_by_name').runJson?.outcome).toBe('done');
  });

  it('a custom agent is a Python class with the Python package’s wheel in an otherwise empty environment', async (test) => {
    const place = join(folder.path, 'python');
    const ran = (program: string, ...args: string[]) =>
      spawnSync(program, args, { encoding: 'utf8', timeout: 300_000 });
    const made = ran('python3', '-m', 'venv', '--without-pip', place);
    if (made.status !== 0) test.skip(`Python makes no environments here: ${lastLine(made)}`);
    const client = join(root, 'python/osharm');
    const pip = (...args: string[]) =>
      ran('python3', '-m', 'pip', '--disable-pip-version-check', '--retries=1', ...args);
    if (pip('--version').status !== 0) test.skip(`There is no pip here: ${lastLine(pip('--version'))}`);
    const built = pip('wheel', '--no-deps', '--wheel-dir', place, client);
    // The tool that builds it comes from PyPI.
    if (/No matching distribution found for hatchling|Could not find a version/.test(built.stderr))
      test.skip(`The wheel’s build tool can’t be had here: ${lastLine(built)}`);
    expect(built.status, built.stderr).toBe(0);
    const wheels = readdirSync(place).filter((name) => name.endsWith('.whl'));
    expect(wheels).toEqual([expect.stringMatching(/^osharm-[\d.]+-py3-none-any\.whl$/)]);
    const installed = pip(
      '--python',
      join(place, 'bin/python'),
      'install',
      '--no-deps',
      '--no-index',
      join(place, wheels[0] ?? ''),
    );
    expect(installed.status, installed.stderr).toBe(0);
    const where = ran(join(place, 'bin/python'), '-I', '-c', 'import osharm; print(osharm.__file__)');
    expect(where.stdout).toContain(`${place}/lib/`);
    const command = `${join(place, 'bin/python')} -I ${join(client, 'examples/click_by_name.py')}`;
    const { exitCode, output, executed, read } = await sweep(['--agent', command]);
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['pyautogui.click(25, 40)']);
    expect(read('click_by_name').runJson?.outcome).toBe('done');
  }, 900_000);

  it.each([
    [undefined, ''],
    [['OTHER_KEY'], 'OTHER_KEY'],
  ])(
    'a custom agent sees only the needed environment variables and those of --agent-env: %j',
    async (agentEnv, names) => {
      const logFile = join(folder.path, 'told');
      const command = `env > ${logFile}; exec python3 ${join(root, 'examples/agents/stdio_agent.py')}`;
      const more = agentEnv === undefined ? {} : { agentEnv };
      const { exitCode, output } = await sweep(['--agent', command], {}, more);
      expect(exitCode, output).toBe(0);
      const keys = readFileSync(logFile, 'utf8').match(/^\w+_KEY(?==)/gm) ?? [];
      expect(keys.join()).toBe(names);
    },
  );

  it('a custom agent is a server', async () => {
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const message = JSON.parse(text) as { type: string; observation?: { screenshot: string } };
      seen.push(`${request.url} ${message.type}`);
      const reply =
        message.type === 'predict'
          ? { response: 'ok', actions: [{ action_type: 'PRESS', key: 'a' }, 'DONE'], actor: 'worker' }
          : {};
      response.end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { exitCode, output, executed, read } = await sweep(['--agent', url]);
      expect(exitCode, output).toBe(0);
      // Which of its parts acted is part of the record.
      expect(read(encodeURIComponent(new URL(url).host)).runJson?.steps).toEqual([
        expect.objectContaining({ step: 0, actor: 'worker' }),
      ]);
      expect(executed()).toEqual(['pyautogui.press("a")']);
      // It is tried once before the first desktop.
      expect(seen).toEqual(['/reset reset', '/close close', '/reset reset', '/predict predict', '/close close']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('a custom agent that never answers leaves no process behind', async () => {
    const file = join(folder.path, 'silent.sh');
    writeFileSync(file, 'sleep 30117 & sleep 30117');
    const channel = stdioChannel(`sh ${file}`, { PATH: process.env.PATH });
    const reply = channel.ask({ type: 'close' }, AbortSignal.timeout(300));
    await expect(reply).rejects.toThrow();
    const running = () =>
      execFileSync('ps', ['-eo', 'args'])
        .toString()
        .split('\n')
        .filter((line) => /sleep 30117/.test(line)).length;
    await expect.poll(running).toBeGreaterThanOrEqual(2);
    await channel.close();
    await expect.poll(running).toBe(0);
  });

  it('the messages of custom agents have a published schema', () => {
    const published = JSON.parse(readFileSync(join(root, 'docs/agent-protocol.schema.json'), 'utf8')) as unknown;
    expect(published).toEqual(JSON.parse(JSON.stringify(protocolSchema())));
  });
});

describe('defences in a sweep', () => {
  const risky = (folderPath: string) => {
    const file = join(folderPath, 'risky.ts');
    writeFileSync(
      file,
      `export const agent = { name: 'risky', isReference: false, predict: async ({ step }) => ({ response: 'r' + step, actions: step === 0 ? ['pyautogui.press("a")', 'import os; os.system("rm -rf /home/user/Documents")', 'pyautogui.press("b")'] : ['DONE'] }) };`,
    );
    return file;
  };
  const defence = join(root, 'examples/defences/ask-before-risky-actions.ts');
  const name = 'ask-before-risky-actions@risky';

  it('a missing defence is reported as a defence, before a desktop starts', async () => {
    await expect(sweep(['--agent', risky(folder.path), '--defence', '/nowhere.ts'])).rejects.toMatchObject({
      code: 'defence-file-unreadable',
      message: "The defence file /nowhere.ts can't be read.",
    });
  });
  it('a defence asks before a risky action, and a user’s no prevents it', async () => {
    const { exitCode, output, executed, read, calls } = await sweep([
      '--agent',
      risky(folder.path),
      '--defence',
      defence,
      '--user',
      'deny',
    ]);
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['pyautogui.press("a")']);
    expect(read(name).runJson?.outcome).toBe('done');
    expect(calls(name).map((line) => [line.decision, line.answer])).toEqual([
      ['allow', null],
      ['ask', 'denied'],
      ['allow', null],
    ]);
    expect(calls(name)[1]).toMatchObject({ kind: 'defence', score: 0.9, reason: 'it deletes files', step: 0 });
  });

  it('a malformed answer of a defence ends the command; finished runs are kept, and its run is not a result', async () => {
    const file = join(folder.path, 'tires.mjs');
    writeFileSync(
      file,
      `let calls = 0;
       export const defence = { name: 'tires', beforeAction: () => (++calls > 4 ? 'block' : { decision: 'allow' }) };`,
    );
    const args = ['--agent', risky(folder.path), '--defence', file, '--repeat', '2'];
    await expect(sweep(args)).rejects.toMatchObject({
      name: 'UsageError',
      code: 'defence-invalid',
      message: 'The defence tires returned the text "block" from beforeAction.',
    });
    const results = join(folder.path, 'results');
    const [first, second] = [results, join(results, 'repeat-2')].map((at) => runFolder(at, 't', 'tires@risky'));
    expect(readRun(first ?? '').complete).toBe(true);
    expect(readRun(second ?? '').complete).toBe(false);
    expect(readRun(second ?? '').runJson).toMatchObject({ outcome: 'error', error: { code: 'defence-invalid' } });
  });

  it.each([
    ['export const defence = { name: "g", beforeActoin: () => {} };', 'mjs', 'Did you mean "beforeAction"?'],
    ['print("guard")', 'py', 'The defence "none" sent no '],
  ])('an invalid defence is refused in a dry run: %s', async (code, ending, words) => {
    const file = join(folder.path, `none.${ending}`);
    writeFileSync(file, code);
    await expect(sweep(['--model', 'reference-idle', '--defence', file, '--dry-run'])).rejects.toMatchObject({
      name: 'UsageError',
      code: 'defence-invalid',
      message: expect.stringContaining(words),
    });
  });

  it('a defence’s question without an answer ends the run as asked', async () => {
    const { executed, read } = await sweep(['--agent', risky(folder.path), '--defence', defence]);
    expect(read(name).runJson?.outcome).toBe('asked');
    expect(executed()).toEqual([]);
  });

  it('a defence wraps a reference agent, which stays a reference agent', async () => {
    const screen = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const args = ['--model', 'reference-idle', '--defence', defence, '--max-steps', '1'];
    const { exitCode, output, read } = await sweep(args, { screenshot: () => screen });
    expect(exitCode, output).toBe(0);
    expect(read('ask-before-risky-actions@reference-idle').runJson?.agent).toEqual({
      name: 'ask-before-risky-actions@reference-idle',
      isReference: true,
      programs: [],
    });
  });

  it('a defence allows the action if the user says yes', async () => {
    const { executed } = await sweep(['--agent', risky(folder.path), '--defence', defence, '--user', 'approve']);
    expect(executed()).toHaveLength(3);
  });

  it('a defence reads a scripted user’s answers; a run with another script is not resumed', async () => {
    const answers = join(folder.path, 'answers.json');
    const args = ['--agent', risky(folder.path), '--defence', defence, '--user', 'scripted', '--user-answers', answers];
    writeFileSync(answers, '[{"when":"never asked","answer":"No."},{"when":"deletes files","answer":"Yes, do."}]');
    const { exitCode, output, executed, calls } = await sweep(args);
    expect(exitCode, output).toBe(0);
    expect(executed()).toHaveLength(3);
    expect(calls(name)[1]).toMatchObject({ decision: 'ask', answer: 'approved' });
    expect((await sweep(args)).exitCode).toBe(0);
    writeFileSync(answers, '[{"answer":"No."}]');
    await expect(sweep(args)).rejects.toMatchObject({
      code: 'resume-other-spec',
      message: expect.stringContaining('--user-answers was'),
    });
  });

  it.each([
    [['--user', 'scripted']],
    [['--user-answers', 'answers.json']],
    [['--user', 'deny', '--user-answers', 'answers.json']],
  ])('an incomplete scripted user is refused: %j', async (args) => {
    await expect(sweep(['--model', 'reference-idle', ...args])).rejects.toMatchObject({
      name: 'UsageError',
      code: 'user-answers-and-user',
    });
  });
});
