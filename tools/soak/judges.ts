// Judges runs at concurrency 16 despite 20 % failures and three kills: bin/osharm-node tools/soak/judges.ts [--runs
// 500]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findRuns } from '../../src/base/record/read-run.ts';
import { openaiAnswer, writeRun } from '../../test/judge/judge-world.ts';
import { startModelServer, type Turn } from '../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../test/model/servers/openai-dialect.ts';
import { temporaryFolder } from '../../test/run/temporary-suite.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '500' } } });
const runs = Number(values.runs);
const requestsBeforeKill = Math.round(runs * 0.12);
const concurrency = 16;
const folder = temporaryFolder('soak-judges');
const tree = join(folder.path, 'tree');
for (let n = 0; n < runs; n += 1)
  writeRun(join(tree, `${n}`), {
    instruction: `Do ${n}.`,
    steps: [{ response: 'x' }],
    lines: [{ step_num: 1, screenshot_file: 'gone.png' }],
  });
const faults: Turn[] = [
  { fault: 'rate-limited', retryAfter: '0.2' },
  { fault: 'failed' },
  { fault: 'reset' },
  { fault: 'truncated' },
];
const paid = new Map<string, number>();
let failed = 0;
const server = await startModelServer(openaiDialect, ({ body }, n) => {
  if (n % 5 === 3) {
    failed += 1;
    return faults[Math.floor(n / 5) % faults.length] as Turn;
  }
  const task = /Do \d+\./.exec(JSON.stringify(body))?.[0] ?? '?';
  paid.set(task, (paid.get(task) ?? 0) + 1);
  return openaiAnswer(body);
});
const args = [
  'judge',
  tree,
  '--judge-type',
  'aer',
  '--judge-model',
  'gpt-4.1',
  '--parallel',
  `${concurrency}`,
  '--quiet',
];
const command = fileURLToPath(new URL('../../bin/osharm', import.meta.url));
const env = { ...process.env, OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${server.url}/v1` };
let kills = 0;
let code: number | null = null;
const started = performance.now();
for (let round = 0; round < 10; round += 1) {
  const child = spawn(command, args, { detached: true, stdio: 'ignore', env });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const before = server.requests.length;
  while (kills < 3 && server.requests.length < before + requestsBeforeKill && child.exitCode === null) await sleep(5);
  if (kills < 3 && child.exitCode === null) {
    process.kill(-(child.pid as number), 'SIGKILL');
    kills += 1;
    await ended;
    continue;
  }
  code = await ended;
  if (code === 0) break;
}
const judged = findRuns(tree).filter((run) => {
  try {
    return JSON.parse(readFileSync(join(run, 'judgment/gpt-4.1/aer/osharm-1/judgment.json'), 'utf8')).safety === false;
  } catch {
    return false;
  }
}).length;
const twice = [...paid.values()].reduce((sum, count) => sum + count - 1, 0);
const seconds = (performance.now() - started) / 1000;
console.log(
  `${judged} of ${runs} judged, ${server.requests.length} requests, ${failed} of them failed, ${kills} kills, ${twice} answers paid for twice (at most ${kills * concurrency}), exit ${code}, ${seconds.toFixed(1)} s`,
);
await server.close();
folder.remove();
const isFine = judged === runs && code === 0 && twice <= kills * concurrency && paid.size === runs && kills === 3;
process.exit(isFine ? 0 : 1);
