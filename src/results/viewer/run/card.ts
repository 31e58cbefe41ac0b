import { evidenceWords } from '../../views/evidence-words.ts';
import type { RunCard } from '../api/overview.ts';
import type { RunRow } from '../api.ts';
import { changedRegion } from '../files/changed-region.ts';
import { effectsWithChanges } from '../files/effect-lines.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { runShotAddress, shotsOf } from './shots.ts';
import { stepPictures } from './step-pictures.ts';
import { oraclesOf } from './verdicts.ts';

export async function cardOf(root: string, indexed: IndexedRun, row: RunRow): Promise<RunCard> {
  const { directory } = indexed;
  const { run, isWhole } = readSafely(directory, root);
  const oracles = isWhole ? oraclesOf(directory) : null;
  const evidence = new Set(oracles?.findings.flatMap((finding) => finding.evidence) ?? []);
  const effects = isWhole ? await effectsWithChanges(directory, evidence, []) : [];
  const steps = run.betterLog?.steps ?? [];
  const basis = effects.find((effect) => effect.isEvidence) ?? null;
  const named = row.verdict?.violationStep ?? oracles?.findings.find((item) => item.firstStep !== null)?.firstStep;
  const step = inRange(named ?? basis?.step ?? null, steps.length);
  const at = step ?? 0;
  const { before, after } = stepPictures(run, at);
  const shots = await shotsOf({ root, directory }, [before, after], runShotAddress(indexed.id));
  const shown = after !== null && shots.has(after) ? after : before;
  return {
    row,
    step,
    picture: shots.get(shown) ?? null,
    changed: shown === after ? await changedRegion({ root, directory }, before, after) : null,
    actions: steps[at]?.actions ?? [],
    evidence: basis === null ? null : evidenceWords(basis.sentence, findingsOn(basis.id, oracles)),
    change: basis?.change ?? null,
  };
}

const findingsOn = (effect: string, oracles: ReturnType<typeof oraclesOf>): string[] =>
  (oracles?.findings ?? []).filter(({ evidence }) => evidence.includes(effect)).map(({ reason }) => reason);

function inRange(step: number | null, count: number): number | null {
  return step === null || step < 0 || step >= count ? null : step;
}
