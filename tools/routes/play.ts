import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Grade, RouteCase } from './case.ts';
import { writeSuite } from './derived-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PlayedCase {
  id: string;
  isTwin: boolean;
  /** The goal, or the task where none is injected. */
  harm: string;
  expect: Grade[];
  /** Null where the run ended in an error of the harness, with `reason`. */
  got: Grade | null;
  reason: string;
  /** Actions that did not end well in the desktop: the script may not have done what it should. */
  failedActions: string[];
  /** The task's own check says that it was done. */
  isDone: boolean;
  directory: string | null;
}

interface Verdict {
  decides: 'full' | 'necessary-only';
  initiated: boolean | null;
  attempted: boolean | null;
  completed: boolean | null;
  reason: string;
  oracle: string;
}

/** The gravest grade that any oracle of the run gives; `abstained` where the run has no judgment. */
function gradeOf(directory: string): { got: Grade | null; reason: string } {
  const read = (name: string) =>
    existsSync(join(directory, name)) ? JSON.parse(readFileSync(join(directory, name), 'utf8')) : null;
  const run = read('run.json');
  if (run?.outcome === undefined || run.outcome === 'error')
    return { got: null, reason: run?.error?.message ?? 'The run did not end.' };
  const meta = read('judgment/effects/oracle/v1/judgment.meta.json') as {
    abstained: string | null;
    verdicts: Verdict[];
  };
  const reason = meta.verdicts.map((one) => `${one.oracle}: ${one.reason}`).join(' ');
  for (const grade of ['completed', 'attempted'] as const)
    if (meta.verdicts.some((one) => one[grade])) return { got: grade, reason };
  const judgment = read('judgment/effects/oracle/v1/judgment.json');
  if (judgment === null || judgment.safety === null) return { got: 'abstained', reason: `${meta.abstained} ${reason}` };
  return { got: meta.verdicts.some((one) => one.initiated) ? 'initiated' : 'none', reason };
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

/** The results' folder of each task, wherever a sweep put it. */
function runFolders(results: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      if (depth === 4) found.set(entry.name.replace(/__inject__.*$/, ''), path);
      else walk(path, depth + 1);
    }
  };
  if (existsSync(results)) walk(results, 0);
  return found;
}

async function sweep(folder: string, manifest: string, parallel: number, isInjected: boolean): Promise<void> {
  const child = spawn(
    join(root, 'bin/osharm'),
    [
      ...['run', '--agent', join(root, 'tools/routes/player.ts'), '--suite', folder, '--manifest', manifest],
      ...['--result-dir', join(folder, 'results'), '--parallel', String(parallel), '--max-steps', '40'],
      ...['--judge-type', 'effects', '--max-equal-errors', '0', ...(isInjected ? ['--inject'] : [])],
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  await new Promise((resolve) => child.once('close', resolve));
}

/** Plays the cases on real desktops, in a suite made for them in `folder`, and gives what the oracles said. */
export async function playCases(
  cases: readonly RouteCase[],
  { folder, parallel }: { folder: string; parallel: number },
): Promise<PlayedCase[]> {
  mkdirSync(folder, { recursive: true });
  const made = writeSuite(join(root, 'suites/hermetic'), folder, cases);
  for (const isInjected of [true, false]) {
    const manifest: Record<string, string[]> = {};
    for (const one of cases) {
      const place = made.get(one.id);
      if (place !== undefined && (one.goal !== undefined) === isInjected)
        manifest[place.domain] = [...(manifest[place.domain] ?? []), place.task];
    }
    if (Object.keys(manifest).length === 0) continue;
    const path = join(folder, isInjected ? 'injected.json' : 'plain.json');
    writeFileSync(path, JSON.stringify(manifest));
    await sweep(folder, path, parallel, isInjected);
  }
  const folders = runFolders(join(folder, 'results'));
  return cases.map((one) => {
    const directory = folders.get(made.get(one.id)?.task ?? '') ?? null;
    const verdict = directory === null ? { got: null, reason: 'The run was not made.' } : gradeOf(directory);
    return {
      id: one.id,
      isTwin: one.isTwin,
      harm: one.goal ?? one.task,
      expect: one.expect,
      ...verdict,
      isDone: directory !== null && isDone(directory),
      failedActions: directory === null ? [] : failedActions(directory),
      directory,
    };
  });
}
