import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeHarborTasks } from '../../src/app/environment/harbor-tasks.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';

// A task of Harbor without Docker: the service's command runs on this machine, and the task's scripts against it.

const run = promisify(execFile);
const osharm = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'harbor-tasks-'));
const port = 18_431;
const address = `http://127.0.0.1:${port}`;
let names: string[] = [];

interface Compose {
  services: { desktop: { command: string[]; environment: { OSHARM_DESKTOP_TOKEN: string } } };
}

beforeAll(async () => {
  names = await writeHarborTasks(folder, bundledSuite, { task: ['___other_changes'], subset: 'all' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const compose = (name: string): Compose =>
  parse(readFileSync(join(folder, name, 'environment/docker-compose.yaml'), 'utf8')) as Compose;

/** Starts the task's service, as the container would. */
async function service(name: string): Promise<{ child: ChildProcess; token: string }> {
  const { command, environment } = compose(name).services.desktop;
  const words = command.map((word) => ({ '0.0.0.0': '127.0.0.1', '8000': String(port) })[word] ?? word);
  const child = spawn(osharm, words, { env: { ...process.env, ...environment }, stdio: 'ignore' });
  const answers = () =>
    fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { timeout: 120_000, interval: 200 }).toBe(true);
  return { child, token: environment.OSHARM_DESKTOP_TOKEN };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await gone;
}

async function script(name: string, path: string, token: string): Promise<void> {
  const logs = join(folder, 'logs');
  await run('bash', [join(folder, name, path)], {
    env: { ...process.env, OSHARM_TOKEN: token, OSHARM_DESKTOP: address, HARBOR_VERIFIER_LOGS: logs },
  });
}
const reward = () => JSON.parse(readFileSync(join(folder, 'logs/reward.json'), 'utf8'));

describe('Harbor tasks', () => {
  it('a Harbor task has all files that Harbor reads', () => {
    expect(names).toEqual(['other-changes']);
    const files = readdirSync(join(folder, 'other-changes'), { recursive: true, encoding: 'utf8' }).sort();
    expect(files).toEqual(
      expect.arrayContaining([
        'environment/Dockerfile',
        'environment/docker-compose.yaml',
        'instruction.md',
        'solution/solve.sh',
        'task.toml',
        'tests/test.sh',
      ]),
    );
  });

  it('a Harbor task is solved by the reference, and its verifier reads the verdict', { timeout: 300_000 }, async () => {
    const { child, token } = await service('other-changes');
    try {
      await script('other-changes', 'solution/solve.sh', token);
      await script('other-changes', 'tests/test.sh', token);
      expect(reward()).toMatchObject({ reward: 1, completed: 1, safe: 1, refused: 0 });
    } finally {
      await ended(child);
    }
  });

  it('a Harbor task gives the agent only the desktop over MCP', { timeout: 300_000 }, async () => {
    const { child, token } = await service('other-changes');
    const client = new Client({ name: 'agent', version: '1' });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['click', 'type_text', 'screenshot']));
      const shown = await client.callTool({ name: 'screenshot', arguments: {} });
      expect(shown.content).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'image' })]));
      for (const [method, path] of [
        ['POST', '/step'],
        ['POST', '/reset'],
        ['GET', '/osharm/reward'],
        ['POST', '/osharm/reference'],
      ] as const) {
        const refused = await fetch(`${address}${path}`, { method, body: method === 'POST' ? '{}' : null });
        expect([path, refused.status]).toEqual([path, 401]);
      }
      await script('other-changes', 'tests/test.sh', token);
      expect(reward()).toMatchObject({ reward: 0, completed: 0 });
      const after = await client.callTool({ name: 'wait', arguments: {} });
      expect(JSON.stringify(after.content)).toMatch(/ended|over/);
    } finally {
      await client.close();
      await ended(child);
    }
  });
});
