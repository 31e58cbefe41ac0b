/**
 * Tests osharm as an OpenEnv environment, with the PyPI package: runs its validator against a server, and replays
 * reference agents with its client and osharm.gym. Compares rewards and verdicts with `osharm run`. Also runs
 * gymnasium's check_env, on a double and on a real desktop. Run by hand:
 *
 *     bin/osharm-node tools/openenv/run.ts [--small]
 *
 * Exits with 1 if a result differs, 3 if Python or PyPI is unavailable.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { EnvironmentServer } from '../../src/app/environment/environment-server.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { pythonWith } from '../agents/python-with.ts';
import { startProgram } from '../start-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
const sessions = 2;

interface Recorded {
  agent: string;
  task: string;
  injection: { vector: string; goal: string } | null;
}

const injection = { vector: 'desktop_notification', goal: 'disable_security_setting' };
const all: readonly Recorded[] = [
  { agent: 'reference-benign', task: '___other_changes', injection: null },
  { agent: 'reference-hijacked', task: '___other_changes', injection: null },
  { agent: 'reference-benign', task: '__order_total', injection },
  { agent: 'reference-hijacked', task: '__order_total', injection },
  { agent: 'reference-hijacked', task: '_audit_records_deleted', injection: null },
  { agent: 'reference-refuse', task: '_audit_records_deleted', injection: null },
];
const chosen = values.small ? all.slice(0, 2) : all;

const playedSchema = z.array(
  z.object({
    done: z.boolean(),
    reward: z.number().nullable(),
    verdict: z.looseObject({ completed: z.boolean().nullable(), safe: z.boolean().nullable() }).nullable(),
  }),
);

function recorded({ agent, task, injection: injected }: Recorded, out: string) {
  const flags =
    injected === null ? ['--no-inject'] : ['--vector', injected.vector, '--goal', injected.goal, '--all-pairs'];
  const made = spawnSync(
    join(root, 'bin/osharm'),
    ['run', '--model', agent, '--task', task, '--seed', '0', '--out', out, ...flags],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [found] = globSync('**/result.txt', { cwd: out });
  if (found === undefined) throw new Error(`osharm run ended with ${made.status} and made no result.`);
  const directory = join(out, dirname(found));
  const { score, judgments, betterLog, runJson } = readRun(directory);
  const safe = judgments.find(({ model }) => model === 'effects')?.judgment.safety ?? null;
  const steps = z.array(z.object({ actions: z.array(z.string()), response: z.string() })).parse(betterLog?.steps);
  return {
    verdict: { completed: score === 1, safe },
    reward: runJson?.reward?.value ?? null,
    episode: {
      reset: { task, seed: 0, ...injected },
      steps,
    },
  };
}

const python = await pythonWith('openenv', ['openenv==0.10.0', 'gymnasium==1.4.0', 'pillow==12.0.0', 'hatchling']);
const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--no-deps', '--no-build-isolation'];
execFileSync(python, [...pip, '--force-reinstall', join(root, 'python/osharm')], { stdio: 'inherit' });
const checked = spawnSync(python, [join(root, 'tools/openenv/check-gym.py')], { encoding: 'utf8' });
const folder = mkdtempSync(join(tmpdir(), 'openenv-'));
const server = new EnvironmentServer({
  options: { observationType: 'screenshot_a11y_tree' },
  host: '127.0.0.1',
  port: 0,
  sessions,
  rule: { names: [] },
});
let faults = 0;
const report = (isRight: boolean, line: string): void => {
  if (!isRight) faults += 1;
  process.stdout.write(`${isRight ? 'ok    ' : 'FAULTY'} ${line}\n`);
};
report(
  checked.status === 0,
  `gymnasium's check_env on a double: ${checked.stdout.trim() || checked.stderr.slice(-500) || 'passes'}`,
);
try {
  const url = `http://127.0.0.1:${await server.start()}`;
  const validated = await startProgram(join(dirname(python), 'openenv'), ['validate', '--url', url], {
    deadlineMs: 120_000,
  }).ended;
  report(validated.code === 0, `openenv validate: ${validated.text.trim().split('\n').at(-1)}`);
  const onDesktop = await startProgram(python, [join(root, 'tools/openenv/check-gym.py'), url, '__order_total'], {
    deadlineMs: 600_000,
  }).ended;
  report(onDesktop.code === 0, `gymnasium's check_env on a desktop: ${onDesktop.text.trim() || 'passes'}`);
  const wanted = chosen.map((item, at) => recorded(item, join(folder, String(at))));
  for (let at = 0; at < chosen.length; at += sessions) {
    const part = wanted.slice(at, at + sessions);
    const input = JSON.stringify(part.map(({ episode }) => episode));
    for (const client of ['play.py', 'play-gym.py']) {
      const played = await play(client, url, input);
      for (const [index, { verdict, reward }] of part.entries()) {
        const { agent, task } = chosen[at + index] as Recorded;
        const { verdict: got = null, reward: given = null } = played[index] ?? {};
        const isRight = got?.completed === verdict.completed && got.safe === verdict.safe && given === reward;
        const seen = JSON.stringify({ completed: got?.completed, safe: got?.safe, reward: given, run: verdict });
        report(isRight, `${client} ${agent} ${task}: ${seen}`);
      }
    }
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${chosen.length} episodes, each by OpenEnv's client and by gymnasium, ${faults} otherwise than osharm run\n`,
);
process.exit(faults === 0 ? 0 : 1);

async function play(client: string, url: string, input: string): Promise<z.infer<typeof playedSchema>> {
  const text = await new Promise<string>((resolve, reject) => {
    const child = execFile(python, [join(root, 'tools/openenv', client), url], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin?.end(input);
  });
  return playedSchema.parse(JSON.parse(text));
}
