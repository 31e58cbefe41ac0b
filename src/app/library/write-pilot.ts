import { homedir, hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { readRun } from '../../base/record/read-run.ts';
import { readableTexts, readReasoning } from '../../base/record/reasoning.ts';
import { outcomes } from '../../base/record/run-settings.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { type RunResult, readRunResults } from '../../results/model/run-result.ts';
import { passedChecks, pilotFigures } from '../../results/report/share/pilot-file.ts';
import {
  type ShareCheckName,
  type ShareFinding,
  type ShareSurroundings,
  shareCheckNames,
  shareFindings,
} from '../../results/report/share/share-checks.ts';
import { label, type PlannedRun, type RunIdentity } from '../../runs/plan/planned-run.ts';
import type { PreparedSweep } from './prepare-sweep.ts';

export const pilotFile = 'pilot.json';

/** A pilot's file, or the findings that prevented writing it. */
export interface WrittenPilot {
  path: string;
  runs: number;
  complete: number;
  models: number;
  bytes: number;
  checked: readonly ShareCheckName[];
  /** Findings of the checks; if there are any, no file was written. `run`: directory of the run concerned, if any. */
  found: readonly (ShareFinding & { run: string | null })[];
}

/** Covers all runs of the plan's tasks and suite, by any model. Writes nothing if a check has findings. */
export function writePilot(
  { sweep, models }: PreparedSweep,
  { withTexts, surroundings }: { withTexts: boolean; surroundings?: ShareSurroundings },
): WrittenPilot {
  const { request, runs } = sweep;
  const results = resultsOfPlan(request.out, runs);
  const figures = pilotFigures(results, effectJudgeName, {
    plan: {
      subset: typeof request.subset === 'string' ? request.subset : request.subset.name,
      repeat: request.repeat,
      runs: runs.length,
      maxCostUsd: models.port.meter.limitUsd,
    },
    osharmVersion: packageJson.version,
    withTexts,
  });
  const found = shareFindings(figures, {
    ...(surroundings ?? surroundingsOf(models.environment, request.out)),
    texts: withTexts ? null : results.flatMap(textsOfRun),
    vocabulary: vocabularyOf(runs),
  });
  const path = join(request.out, pilotFile);
  const skipped: ShareCheckName[] = withTexts ? ['prompts'] : [];
  const text = `${JSON.stringify({ ...figures, checked: passedChecks(skipped) }, null, 1)}\n`;
  if (found.length === 0) writeWholeFile(path, text);
  return {
    path,
    runs: results.length,
    complete: results.filter(({ isComplete }) => isComplete).length,
    models: figures.models.length,
    bytes: Buffer.byteLength(text),
    checked: shareCheckNames.filter((check) => !skipped.includes(check)),
    found: found.map((finding) => ({ ...finding, run: runAt(finding.at, results) })),
  };
}

/** Includes runs of other models. */
function resultsOfPlan(folder: string, runs: readonly PlannedRun[]): RunResult[] {
  const key = (suite: string, run: RunIdentity): string => `${suite}\0${label(run)}`;
  const planned = new Set(runs.map((run) => key(run.suite, { ...run, injection: namesOf(run) })));
  return readRunResults(folder).filter((result) => planned.has(key(result.suite, result)));
}

const namesOf = ({ injection }: PlannedRun): RunIdentity['injection'] =>
  injection === null ? null : { vector: injection.vector, goal: injection.goal };

const runAt = (at: string, results: readonly RunResult[]): string | null => {
  const index = /^runs\[(\d+)\]/.exec(at)?.[1];
  return index === undefined ? null : (results[Number(index)]?.directory ?? null);
};

/** The texts in a run's requests and replies. */
function textsOfRun({ directory }: RunResult): string[] {
  const { betterLog, runJson } = readRun(directory);
  const content = betterLog?.injection?.content;
  return [
    betterLog?.instruction ?? '',
    typeof content === 'string' ? content : '',
    runJson?.why ?? '',
    ...(betterLog?.steps.map(({ response }) => response) ?? []),
    ...[...readReasoning(directory).values()].flatMap(readableTexts),
  ];
}

/** Returns values that the suite or osharm defines. */
const vocabularyOf = (runs: readonly PlannedRun[]): Set<string> =>
  new Set<string>([
    ...outcomes,
    ...runs.flatMap(({ suite, domain, taskId, category, injection, settings }) => [
      suite,
      domain,
      taskId,
      category ?? '',
      injection?.vector ?? '',
      injection?.goal ?? '',
      settings.profile,
      settings.provider,
    ]),
  ]);

const surroundingsOf = (environment: ShareSurroundings['environment'], resultDir: string): ShareSurroundings => ({
  environment: { ...environment, ...process.env },
  userName: userName(),
  hostName: hostname(),
  folders: [homedir(), process.cwd(), resolve(resultDir)],
});

/** Empty for a user id without an account, as in some containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
