/**
 * Kills sweeps at random moments:
 *
 *     bin/osharm-node tools/soak/kill-run.ts [--kills 200] [--longest SECONDS] [--real [--judge] [--workers 2] [--midnight]]
 *
 * Desktops are fake unless `--real` runs `osharm run` with a reference agent on real desktops, killed only after a
 * run's second step. `--judge` adds a slow model judge and kills only while a request to it is open. With `--workers`
 * several programs share the result folder, and each kill hits one of them. With `--midnight` the programs' clock passes
 * midnight (UTC) a minute after the first start. Not part of `npm test`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findRuns } from '../../src/base/record/read-run.ts';
import { desktopsFolder } from '../../src/desktop/client/desktops-folder.ts';
import { cgroupFolders } from '../../src/desktop/providers/sandbox/cgroup.ts';
import { openaiAnswer } from '../../test/judge/judge-world.ts';
import { startModelServer } from '../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../test/model/servers/openai-dialect.ts';
import { plainTask, temporaryFolder, writeSuite } from '../../test/run/temporary-suite.ts';
import { isPastStep, killSweep } from './kill-sweep.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    longest: { type: 'string' },
    real: { type: 'boolean', default: false },
    judge: { type: 'boolean', default: false },
    midnight: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const workers = Number(values.workers);
if (!values.real && (values.judge || values.midnight || workers > 1))
  throw new Error('--judge, --midnight and --workers need --real.');
const folder = temporaryFolder('soak');
const suite = join(folder.path, 'suite');
const results = join(folder.path, 'results');
const ids = Array.from({ length: Math.max(values.real ? 4 : 12, kills) }, (_, n) => `task-${n}`);
writeSuite(suite, {
  'test_all.json': { os: ids },
  ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id, { category: 'misuse' })])),
});
const foreign = join(results, 'pyautogui/a11y_tree/another-model/os/task-0');
mkdirSync(foreign, { recursive: true });
writeFileSync(join(foreign, 'better_log.json'), 'half a file of somebody el');

const answerMs = 1500;
const openRequests = new Set<number>();
const judge = await startModelServer(openaiDialect, async ({ body }) => {
  const since = Date.now();
  openRequests.add(since);
  await delay(answerMs);
  openRequests.delete(since);
  return openaiAnswer(body);
});
const clock = join(folder.path, 'clock');
const dayMs = 86_400_000;
writeFileSync(clock, String(dayMs - (Date.now() % dayMs) - 60_000));
const root = new URL('../../', import.meta.url).pathname;
const sweep = ['run', '--suite', suite, '--model', 'reference-idle', '--max-steps', '6', '--out', results];
const longestMs = values.longest === undefined ? (values.judge ? answerMs : 4000) : Number(values.longest) * 1000;
const report = await killSweep({
  command: values.real
    ? [
        join(root, 'bin/osharm-node'),
        ...(values.midnight ? ['--import', join(root, 'tools/soak/shifted-clock.ts')] : []),
        join(root, 'src/app/cli/main.ts'),
        ...sweep,
        '--parallel',
        workers === 1 ? '2' : '1',
        ...(values.judge ? ['--judge', 'openai:gpt-4.1'] : []),
      ]
    : [join(root, 'bin/osharm-node'), join(root, 'tools/soak/sweep-child.ts'), suite, results],
  results,
  foreign,
  runs: ids.length,
  kills,
  workers,
  longestMs,
  env: { OPENAI_API_KEY: 'sk-none-00000000', OPENAI_BASE_URL: `${judge.url}/v1`, SOAK_JUMP: clock },
  ...(values.real ? { isMoment, places: [desktopsFolder(), ...(await cgroupFolders())] } : {}),
  onKill: (kill, complete) => process.stderr.write(`\rkill ${kill}, ${complete}/${ids.length} complete `),
});
const unjudged = values.judge ? findRuns(results).filter((run) => !isJudged(run)) : [];
process.stdout.write(`\n${JSON.stringify({ ...report, unjudged }, null, 2)}\n`);
await judge.close();
if (!values.keep) folder.remove();
process.exitCode = report.faults.length === 0 && unjudged.length === 0 ? 0 : 1;

function isMoment(since: number): boolean {
  return values.judge ? [...openRequests].some((start) => start >= since) : isPastStep(results, 2, since);
}

function isJudged(run: string): boolean {
  if (run === foreign) return true;
  const file = join(run, 'judgment/gpt-4.1/aer/osharm-1/judgment.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).safety === false;
}
