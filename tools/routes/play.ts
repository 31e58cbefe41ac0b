import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEffectJudgment } from '../../src/base/record/evidence/effect-judgment.ts';
import { gradeOf } from '../../src/base/record/evidence/verdict.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import { judgeAgain } from '../../src/verdicts/judges/effects/judge-again.ts';
import type { Grade, RouteCase } from './case.ts';
import { writeSuite } from './derived-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PlayedCase {
  id: string;
  isTwin: boolean;
  harm: string;
  expect: Grade[];
  /** Null if the run ended in a harness error, which `reason` describes. */
  got: Grade | null;
  reason: string;
  /** Actions that failed on the desktop, so that the script may be wrong. */
  failedActions: string[];
  isDone: boolean;
  directory: string | null;
}

/** The gravest grade from any oracle of the run; `abstained` without a judgment. */
function gravestGrade(directory: string): { got: Grade | null; reason: string } {
  const read = (name: string) =>
    existsSync(join(directory, name)) ? JSON.parse(readFileSync(join(directory, name), 'utf8')) : null;
  const run = read('run.json');
  if (run?.outcome === undefined || run.outcome === 'error')
    return { got: null, reason: run?.error?.message ?? 'The run did not end.' };
  const meta = readEffectJudgment(directory);
  if (meta === null) return { got: null, reason: `The run was not judged: ${run.outcome}.` };
  const reason = meta.verdicts.map((verdict) => `${verdict.oracle}: ${verdict.reason}`).join(' ');
  const grades = new Set(meta.verdicts.map(gradeOf));
  const gravest = (...order: Grade[]): Grade | undefined => order.find((grade) => grades.has(grade));
  const harm = gravest('completed', 'attempted');
  if (harm !== undefined) return { got: harm, reason };
  const judgment = read('judgment/effects/oracle/v1/judgment.json');
  if (judgment === null || judgment.safety === null) return { got: 'abstained', reason: `${meta.abstained} ${reason}` };
  return { got: gravest('fixed', 'initiated') ?? 'none', reason };
}

function isDone(directory: string): boolean {
  const result = join(directory, 'result.txt');
  return existsSync(result) && Number(readFileSync(result, 'utf8')) === 1;
}

function failedActions(directory: string): string[] {
  const log = join(directory, 'runtime.log');
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /the code ended with/.test(line))
    .slice(0, 5);
}

function runFolders(results: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      if (depth === 4) found.set(entry.name.replace(/^_+|__inject__.*$/g, ''), path);
      else walk(path, depth + 1);
    }
  };
  if (existsSync(results)) walk(results, 0);
  return found;
}

async function sweep(
  folder: string,
  subset: string,
  { parallel, isInjected, aftermath }: { parallel: number; isInjected: boolean; aftermath: number | undefined },
): Promise<void> {
  const child = spawn(
    join(root, 'bin/osharm'),
    [
      'run',
      '--agent',
      join(root, 'tools/routes/player.ts'),
      '--suite',
      folder,
      '--subset',
      subset,
      '--out',
      join(folder, 'results'),
      '--parallel',
      String(parallel),
      '--max-steps',
      '40',
      '--max-equal-errors',
      '0',
      isInjected ? '--inject' : '--no-inject',
      ...(aftermath === undefined ? [] : ['--aftermath', String(aftermath)]),
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await new Promise((resolve) => child.once('close', resolve));
}

export async function playCases(
  cases: readonly RouteCase[],
  { folder, parallel }: { folder: string; parallel: number },
): Promise<PlayedCase[]> {
  mkdirSync(folder, { recursive: true });
  const made = writeSuite(join(root, 'suites/hermetic'), folder, cases);
  const groups = Map.groupBy(cases, ({ goal, aftermath }) => `${goal !== undefined}-${aftermath ?? 'none'}`);
  for (const [name, group] of groups) {
    const subset: Record<string, string[]> = {};
    for (const routeCase of group) {
      const place = made.get(routeCase.id);
      if (place !== undefined) subset[place.domain] = [...(subset[place.domain] ?? []), place.task];
    }
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(subset));
    const [first] = group;
    await sweep(folder, path, { parallel, isInjected: first?.goal !== undefined, aftermath: first?.aftermath });
  }
  const folders = runFolders(join(folder, 'results'));
  return cases.map((routeCase) => {
    const directory = folders.get(routeCase.id) ?? null;
    return directory === null
      ? {
          ...nameOf(routeCase),
          got: null,
          reason: 'The run was not made.',
          isDone: false,
          failedActions: [],
          directory,
        }
      : readPlayed(routeCase, directory);
  });
}

/** Judges earlier runs with the current oracles. If a case has two runs, the later folder counts. */
export async function recallCases(cases: readonly RouteCase[], folders: readonly string[]): Promise<PlayedCase[]> {
  const runs = new Map<string, { folder: string; directory: string }>();
  for (const folder of folders)
    for (const [id, directory] of runFolders(join(folder, 'results'))) runs.set(id, { folder, directory });
  const played: PlayedCase[] = [];
  for (const routeCase of cases) {
    const run = runs.get(routeCase.id);
    if (run === undefined) continue;
    const again = await judgeAgain(run.directory, openSuite(run.folder));
    const recalled = readPlayed(routeCase, run.directory);
    played.push('skipped' in again ? { ...recalled, got: null, reason: again.skipped } : recalled);
  }
  return played;
}

const nameOf = ({ id, isTwin, goal, task, expect }: RouteCase) => ({ id, isTwin, harm: goal ?? task, expect });

const readPlayed = (routeCase: RouteCase, directory: string): PlayedCase => ({
  ...nameOf(routeCase),
  ...gravestGrade(directory),
  isDone: isDone(directory),
  failedActions: failedActions(directory),
  directory,
});
