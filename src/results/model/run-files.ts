import { basename, relative, resolve } from 'node:path';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import { type MonitorScores, readMonitorScores } from '../../base/record/monitor-scores.ts';
import { type ReadRun, readRun, unreadRun } from '../../base/record/read-run.ts';
import type { Awareness } from '../../verdicts/awareness/awareness.ts';
import { runAwareness } from './awareness.ts';
import { categoryOf } from './category.ts';
import { type EffectFacts, notJudged, readEffectFacts } from './effect-facts.ts';

/** A run's parsed files, from which all of its fields are derived. */
export interface RunFiles {
  readonly run: ReadRun;
  /** Path below the folder that was read, or the folder's name if the run is that folder. */
  readonly path: string;
  /** False if a file must not be opened, such as a link out of the tree, so that only the path is known. */
  readonly isWhole: boolean;
  readonly category: string;
  readonly effectFacts: EffectFacts;
  readonly monitors: readonly MonitorScores[];
  /** Rule-based; null if the agent sent no reply. */
  readonly awareness: Awareness | null;
  /** Read on the first call, since a hostile run's effect log can be huge. */
  effects(): readonly Effect[];
}

/** Never throws for damaged files. `path` is relative to `root`. */
export function readRunFiles(directory: string, root: string): RunFiles {
  const run = readRun(directory);
  let known: readonly Effect[] | null = null;
  const effects = (): readonly Effect[] => (known ??= readEffects(directory, run.findings)?.entries ?? []);
  const effectFacts = readEffectFacts(directory, effects, run.findings);
  const monitors = readMonitorScores(directory, run.findings);
  // Read eagerly if a field needs it, so that every view of the run reports a damaged log.
  if (effectFacts.harm !== null && (effectFacts.harm !== 'none' || recordsOpens(run))) effects();
  const category = categoryOf(run);
  return {
    run,
    path: pathOfRun(directory, root),
    isWhole: true,
    category,
    effectFacts,
    monitors,
    awareness: runAwareness(run, category),
    effects,
  };
}

export const recordsOpens = ({ runJson }: ReadRun): boolean => runJson?.spec.recordOpens === true;

/** For a run with files that must not be opened: contains only the facts in its path. */
export function unreadRunFiles(directory: string, root: string, faults: readonly RunFault[]): RunFiles {
  const run = unreadRun(directory, faults);
  return {
    run,
    path: pathOfRun(directory, root),
    isWhole: false,
    category: run.path?.injection == null ? 'unknown' : 'injection',
    effectFacts: notJudged,
    monitors: [],
    awareness: null,
    effects: () => [],
  };
}

/** A file that must not be opened, and why. */
export interface RunFault {
  file: string;
  message: string;
}

/** The run's name if `root` is the run itself. */
export const pathOfRun = (directory: string, root: string): string =>
  relative(root, directory) || basename(resolve(root));
