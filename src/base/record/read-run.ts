import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ReadFinding } from './finding.ts';
import { readLoggedAction } from './logged-action.ts';
import { parseRunPath, type RunPath } from './paths.ts';
import { type ReadBetterLog, readBetterLog } from './read-better-log.ts';
import { readJsonLines } from './read-json-lines.ts';
import { type ReadJudgment, readJudgments } from './read-judgments.ts';
import { parseJson, readText } from './read-text.ts';
import { type RunJson, readRunJson, readRunState, runJsonFile } from './run-json.ts';

const trajectoryLineSchema = z.looseObject({
  step_num: z.number(),
  action_timestamp: z.string().nullish(),
  action: z.unknown(),
  done: z.boolean().catch(false),
  info: z.looseObject({}).catch({}),
  screenshot_file: z.string().nullish(),
});

export interface ReadAction {
  stepNumber: number;
  timestamp: string | null;
  action: unknown;
  done: boolean;
  info: Record<string, unknown>;
  screenshotFile: string | null;
}

export interface ReadRun {
  directory: string;
  path: RunPath | null;
  /** True if `result.txt` exists and `run.json` is missing or records a finished run. */
  complete: boolean;
  score: number | null;
  betterLog: ReadBetterLog | null;
  actions: ReadAction[];
  errorLines: string[];
  runJson: RunJson | null;
  judgments: ReadJudgment[];
  hasRecording: boolean;
  findings: ReadFinding[];
}

/** Suffix of the folder with a result folder's superseded attempts. */
export const setAsideEnding = '.incomplete';

/** A directory with one of these files is a run. */
const markers = ['better_log.json', 'traj.jsonl', 'result.txt', runJsonFile, 'step_0.png'];

/** Reads a directory of osharm, OS-Harm or a fork. Never throws for damaged or missing content. */
export function readRun(directory: string): ReadRun {
  const findings: ReadFinding[] = [];
  const path = parseRunPath(resolve(directory));
  if (path === null)
    findings.push({ file: '', kind: 'foreign', message: 'the path is not that of a result directory' });
  let names: Set<string>;
  try {
    names = new Set(readdirSync(directory));
  } catch (error) {
    names = new Set();
    findings.push({
      file: '',
      kind: 'unreadable',
      message: `can't be listed (${(error as NodeJS.ErrnoException).code})`,
    });
  }
  if (!markers.some((marker) => names.has(marker))) {
    findings.push({ file: '', kind: 'foreign', message: 'no file of a run is in it' });
  }

  const resultText = readText(join(directory, 'result.txt'), 'result.txt', findings);
  const score = resultText === null ? null : readScore(resultText, findings);
  const logText = readText(join(directory, 'better_log.json'), 'better_log.json', findings);
  const logValue = logText === null ? null : parseJson(logText, 'better_log.json', findings);
  const betterLog = logValue === null ? null : readBetterLog(logValue, findings);
  if (logText === null && resultText !== null) {
    findings.push({ file: 'better_log.json', kind: 'missing', message: 'a complete run has none' });
  }
  const { actions, errorLines } = readTrajectory(directory, findings);
  checkScreenshots(names, betterLog, actions, findings);
  const runJson = readRunJson(directory, findings);
  if (resultText !== null && isUnfinished(runJson?.state))
    findings.push({
      file: 'result.txt',
      kind: 'foreign',
      message: 'is there although run.json says that the run did not end',
    });
  if (resultText === null && runJson?.state === 'complete')
    findings.push({
      file: 'result.txt',
      kind: 'missing',
      message: 'is missing although run.json says that the run is complete',
    });
  return {
    directory,
    path,
    complete: resultText !== null && (runJson !== null || !names.has(runJsonFile)) && !isUnfinished(runJson?.state),
    score,
    betterLog,
    actions,
    errorLines,
    runJson,
    judgments: readJudgments(directory, findings),
    hasRecording: names.has('recording.mp4'),
    findings,
  };
}

/** A run whose files must not be opened, for the reasons in `faults`. Contains only the facts in its path. */
export function unreadRun(directory: string, faults: readonly { file: string; message: string }[]): ReadRun {
  return {
    directory,
    path: parseRunPath(resolve(directory)),
    complete: false,
    score: null,
    betterLog: null,
    actions: [],
    errorLines: [],
    runJson: null,
    judgments: [],
    hasRecording: false,
    findings: faults.map(({ file, message }) => ({ file, kind: 'unreadable', message })),
  };
}

/** Also false if `run.json` records a running or failed run, since another program then wrote `result.txt`. */
export function isComplete(directory: string): boolean {
  return existsSync(join(directory, 'result.txt')) && !isUnfinished(readRunState(directory));
}

const isUnfinished = (state: RunJson['state'] | null | undefined): boolean =>
  state === 'running' || state === 'incomplete';

/**
 * Result directories below `root`, sorted. Skips hidden and unreadable folders and superseded attempts, unless `root`
 * is one. Throws if `root` is unreadable.
 */
export function findRuns(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if (folder === root) throw error;
      return;
    }
    if (entries.some((entry) => entry.isFile() && markers.includes(entry.name))) {
      found.push(folder);
      return;
    }
    for (const entry of entries) {
      if (entry.isDirectory() && holdsRuns(entry.name)) walk(join(folder, entry.name));
    }
  };
  walk(root);
  return found.sort();
}

/** False for hidden folders and superseded attempts. */
export function holdsRuns(folderName: string): boolean {
  return !folderName.startsWith('.') && !folderName.endsWith(setAsideEnding);
}

function readScore(text: string, findings: ReadFinding[]): number | null {
  const trimmed = text.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed);
  if (/^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true' ? 1 : 0;
  findings.push({ file: 'result.txt', kind: 'damaged', message: 'contains no number' });
  return null;
}

function readTrajectory(directory: string, findings: ReadFinding[]): { actions: ReadAction[]; errorLines: string[] } {
  const actions: ReadAction[] = [];
  const errorLines: string[] = [];
  for (const value of readJsonLines(join(directory, 'traj.jsonl'), 'traj.jsonl', findings) ?? []) {
    if (typeof value === 'object' && value !== null && 'Error' in value) {
      errorLines.push(String((value as { Error: unknown }).Error));
      continue;
    }
    const line = trajectoryLineSchema.safeParse(value);
    if (!line.success) {
      findings.push({ file: 'traj.jsonl', kind: 'damaged', message: 'a line has an unknown format' });
      continue;
    }
    actions.push({
      stepNumber: line.data.step_num,
      timestamp: line.data.action_timestamp ?? null,
      action: readLoggedAction(line.data.action),
      done: line.data.done,
      info: line.data.info,
      screenshotFile: line.data.screenshot_file ?? null,
    });
  }
  return { actions, errorLines };
}

function checkScreenshots(
  names: ReadonlySet<string>,
  betterLog: ReadBetterLog | null,
  actions: readonly ReadAction[],
  findings: ReadFinding[],
): void {
  const named = new Set<string>();
  for (const step of betterLog?.steps ?? []) if (step.screenshotFile !== null) named.add(step.screenshotFile);
  for (const action of actions) if (action.screenshotFile !== null) named.add(action.screenshotFile);
  for (const file of named) {
    if (!names.has(file)) findings.push({ file, kind: 'dangling', message: 'is listed as a screenshot but missing' });
  }
}
