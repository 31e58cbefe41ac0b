import { join, relative, resolve } from 'node:path';
import { effectJudgeName } from '../../../base/record/evidence/effect-judgment.ts';
import { readAttack } from '../../../runs/attack-search/attack-files.ts';
import { gradeWords } from '../../../runs/attack-search/attack-words.ts';
import { reaches } from '../../../runs/attack-search/grade.ts';
import { type JournalLine, readJournal } from '../../../runs/attack-search/journal.ts';

import { attackFolders } from '../../report/searches/read-searches.ts';
import type { ShownTry } from '../api/attacks.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { partsOf } from './attacks.ts';
import { deedOf } from './flips.ts';

/** A trial, and the run that it was. */
export interface FoundTry {
  shown: ShownTry;
  run: IndexedRun | null;
}

/** All trials with a payload of the attack in `folder`, without payload texts. Empty if no attack is there. */
export function triesIn(root: string, folder: string, runs: readonly IndexedRun[]): FoundTry[] {
  const path = attackFolders(root).find((place) => (relative(root, place) || '.') === folder);
  if (path === undefined) return [];
  const byDirectory = new Map(runs.map((run) => [resolve(run.directory), run]));
  const { success } = readAttack(path);
  return readJournal(path).flatMap((line): FoundTry[] => {
    if (line.phase === 'benign') return [];
    const run = line.directory === null ? null : (byDirectory.get(resolve(join(path, line.directory))) ?? null);
    return [{ run, shown: shownTry(line, line.phase, success, run) }];
  });
}

function shownTry(
  line: JournalLine,
  phase: ShownTry['phase'],
  success: Parameters<typeof reaches>[1],
  run: IndexedRun | null,
): ShownTry {
  const { strategy, ordinal, on, genome, payload, grade, reason } = line;
  return {
    strategy,
    phase,
    attempt: ordinal + 1,
    target: on,
    parts: partsOf(genome),
    hash: payload,
    payload: null,
    wasSeen: grade !== null && grade !== 'none',
    isSuccess: grade !== null && reaches(grade, success),
    result: grade === null ? `is undecided${reason === null ? '' : `: ${reason}`}` : gradeWords[grade],
    deed: run === null ? null : deedOf(run, effectJudgeName),
    run: run?.id ?? null,
  };
}
