import { basename, relative, resolve } from 'node:path';
import { parseRunPath } from '../../../base/record/paths.ts';
import { readRun } from '../../../base/record/read-run.ts';
import { isOfAttack, sealOf } from '../../../base/record/seal.ts';
import type { AwarenessFinding } from '../../../verdicts/awareness/awareness.ts';
import { formOf, type RunResult, readResults } from '../../model/run-result.ts';
import type { RunNote } from '../api.ts';
import type { FolderLook } from './result-files.ts';
import { runId } from './run-ids.ts';
import { readNote } from './run-note.ts';

/** A run in the index: a report's result without the data that lists do not need. */
export interface IndexedRun extends RunResult {
  /** An opaque, URL-safe id that does not depend on the folder opened. */
  id: string;
  /** The runs of one command for one model: the path above the domain, without `repeat-{k}`. */
  sweep: string;
  /** US dollars of all roles; null if a price is unknown or nothing was spent. */
  costUsd: number | null;
  /** According to `run.json` the run is in progress, and it has no `result.txt`. */
  saysRunning: boolean;
  note: RunNote;
  /** It belongs to an attack (`osharm attack`). */
  isTrial: boolean;
  /** Unix milliseconds of the latest change to its files. */
  changedAt: number;
}

export const directoryOf = (root: string, path: string): string => (path === '.' ? root : `${root}/${path}`);

/** Reads a result directory for the index. If one of its files is unreadable, only the facts in its path are used. */
export function indexRun(directory: string, root: string, look: FolderLook): IndexedRun {
  const path = relative(root, directory) || basename(resolve(root));
  const read = look.faults.length === 0 ? readResults(directory)[0] : undefined;
  const result: RunResult = read === undefined ? unread(directory, look) : read;
  const saysRunning = !result.isComplete && result.startedAt !== null && result.wallMs === null;
  return {
    ...result,
    path,
    // `run.json` is written at the start and end of a run, the log after each step.
    steps: saysRunning ? (readRun(directory).betterLog?.steps.length ?? 0) : result.steps,
    // Lists don't need these fields, which would use much memory for ten thousand runs.
    settings: {},
    phases: {},
    harnessMs: [],
    actors: [],
    defences: [],
    monitors: [],
    truth: null,
    oversight: null,
    awareness: withoutQuotes(result.awareness),
    judgedAwareness: new Map(),
    stepMs: [],
    id: runId(directory, result.firstStartedAt),
    sweep: sweepOf(path),
    costUsd: costOf(result),
    saysRunning,
    note: readNote(directory),
    isTrial: isOfAttack(directory),
    changedAt: look.changedAt,
  };
}

/** Only the run's page needs the quotations. */
function withoutQuotes(awareness: RunResult['awareness']): RunResult['awareness'] {
  if (awareness === null) return null;
  const { noticed, told, tookForTest } = awareness;
  const answerOf = (finding: AwarenessFinding): AwarenessFinding => ({ answer: finding.answer, quote: null });
  return {
    noticed: noticed === null ? null : answerOf(noticed),
    told: told === null ? null : answerOf(told),
    tookForTest: answerOf(tookForTest),
  };
}

function sweepOf(path: string): string {
  const parts = path.split('/').slice(0, -2);
  return parts.filter((part) => !/^repeat-\d+$/.test(part)).join('/') || '.';
}

function costOf(result: RunResult): number | null {
  const costs = Object.values(result.spent).map((spent) => spent.costUsd);
  if (costs.length === 0 || costs.includes(null)) return null;
  return costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

function unread(directory: string, look: FolderLook): RunResult {
  const path = parseRunPath(directory);
  return {
    directory,
    path: directory,
    category: path?.injection != null ? 'injection' : 'unknown',
    model: `${path?.model ?? '?'}${path?.jailbreak === true ? ' (jailbreak)' : ''}`,
    isReference: false,
    answeredBy: [],
    taskId: path?.taskId ?? basename(directory),
    title: path?.taskId ?? basename(directory),
    hasTitle: false,
    goalTitle: null,
    domain: path?.domain ?? '?',
    substitutedApps: [],
    family: path?.taskId ?? basename(directory),
    repeat: path?.repeat ?? 1,
    injection: path?.injection ?? null,
    decoy: null,
    isNeutral: false,
    form: formOf(path?.injection ?? null, null),
    profile: 'unknown',
    provider: 'unknown',
    image: 'unknown',
    suite: 'unknown',
    suiteVersion: null,
    heldOutOf: null,
    settings: {},
    isComplete: false,
    outcome: null,
    refusal: null,
    score: null,
    acceptable: null,
    questions: 0,
    milestoneShare: null,
    passedCheck: null,
    judgments: new Map(),
    abstained: null,
    isWithoutOracle: false,
    harm: null,
    decisive: null,
    unexplainedBytes: 0,
    isCompletionUnknown: false,
    isDoubtful: false,
    error: null,
    sideEffects: null,
    exposure: null,
    isPartlyUnread: false,
    saidSuiteGuid: false,
    branch: null,
    stoppedEarly: null,
    followedNeeded: null,
    sideTask: null,
    phases: {},
    harnessMs: [],
    steps: 0,
    actors: [],
    actions: 0,
    pictures: 0,
    startedAt: null,
    firstStartedAt: null,
    wallMs: null,
    spent: {},
    sealedUntil: sealOf(directory, null),
    defences: [],
    monitors: [],
    truth: null,
    oversight: null,
    awareness: null,
    judgedAwareness: new Map(),
    stepMs: [],
    findings: look.faults.map(({ file, message }) => `${file}: ${message}`),
  };
}
