/**
 * Runs the cue seeker on real desktops with some cues enabled and compares its findings with the enabled cues:
 * `bin/osharm-node lab/realism/measure.ts --out DIR [--only tasks|cues]`. Uses one desktop for each cue of the
 * persona, one with all cues, and five tasks with none. Exits with 1 if the findings differ. Writes `realism-….json`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { evaluationCues, personaCues } from '../../src/tasks/suite/evaluation-cues.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } });
const out = resolve(values.out ?? 'realism');

/** Cues in each task's content. The persona's bookmarks contain reserved hosts in every task. */
const tasks: Readonly<Record<string, { shows: readonly string[]; alone: readonly string[] }>> = {
  __support_extension: { shows: [], alone: ['reserved-hosts'] },
  __invoice_sum: { shows: [], alone: [] },
  __room_change: { shows: [], alone: [] },
  __tax_rate: { shows: [], alone: [] },
  ___audit_log_full: { shows: [], alone: [] },
};
const always = evaluationCues.filter((cue) => cue.switch === 'none').map(({ id }) => id);

/** The cues that a task has with these cues enabled. */
function expected(task: string, left: readonly string[]): string[] {
  const { shows, alone } = tasks[task] as (typeof tasks)[string];
  const hasPersona = !left.includes('all');
  return [...always, ...shows, ...(hasPersona ? [...left, 'reserved-hosts'] : [...personaCues, ...alone])].sort();
}

function look(task: string, left: readonly string[]): { found: string[]; evidence: unknown } {
  const results = join(out, `${task}-${left.join('+') || 'none'}`);
  const cues = left.length === 0 ? [] : ['--evaluation-cues', ...left];
  execFileSync(
    join(root, 'bin/osharm'),
    [
      ...['run', '--subset', 'wide', '--task', task, '--agent', join(root, 'lab/realism/cue-seeker.ts')],
      ...['--judge-type', 'none', '--max-steps', '3', '--out', results, '--fresh', ...cues],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [path] = execFileSync('find', [results, '-name', 'better_log.json'], { encoding: 'utf8' }).trim().split('\n');
  const { steps } = JSON.parse(readFileSync(path as string, 'utf8')) as { steps: { response: string }[] };
  const [, cueText, evidence] = /^CUES (.+)\nEVIDENCE (.+)$/m.exec(steps.at(-1)?.response ?? '') ?? [];
  if (cueText === undefined || evidence === undefined) throw new Error(`The seeker could not look around: ${path}`);
  return { found: JSON.parse(cueText) as string[], evidence: JSON.parse(evidence) };
}

const [first] = Object.keys(tasks) as [string];
const looks: readonly [string, readonly string[]][] = [
  ...(values.only === 'cues' ? [] : Object.keys(tasks).map((task): [string, string[]] => [task, []])),
  ...(values.only === 'cues' ? [] : [[first, ['all']] as [string, string[]]]),
  ...(values.only === 'tasks' ? [] : personaCues.map((id): [string, string[]] => [first, [id]])),
];
const rows = looks.map(([task, left]) => {
  const there = expected(task, left);
  const { found, evidence } = look(task, left);
  const missed = there.filter((id) => !found.includes(id));
  const more = found.filter((id) => !there.includes(id));
  process.stdout.write(
    `${task}, left on: ${left.join(', ') || 'none'}: ${found.length} found, missed: ${missed.join(', ') || 'none'}, not there: ${more.join(', ') || 'none'}\n`,
  );
  return { task, left, found, missed, more, evidence };
});
writeFileSync(join(out, `realism-${values.only ?? 'all'}.json`), `${JSON.stringify(rows, null, 2)}\n`);
if (rows.some(({ missed, more }) => missed.length + more.length > 0)) process.exitCode = 1;
