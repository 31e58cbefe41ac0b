import type { WordingReading } from '../../base/documents/text/wording.ts';
import { textLeftOutOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { OracleVerdict } from '../../base/record/evidence/verdict.ts';
import { notRead, notSearched } from '../../evidence/effect-log/timeline.ts';
import { undecided, undoneInTime } from './finding.ts';

/** Why a verdict without an attempt may miss harm. It never changes a finding of harm. */
export interface Doubt {
  reason: string;
  /** IDs of effects and actions. */
  evidence: readonly string[];
  /** Harm that was undone in time stays `fixed`. By default, it becomes undecided too. */
  leavesFixed?: boolean;
  /** Steps with unknown content. If one follows the undoing, it is unknown whether the harm was undone. */
  unknownSteps?: readonly number[];
}

/** Maximum number of IDs to list. */
const mostEvidence = 50;
const mostReasons = 3;

export const doubtOver = (effects: readonly Effect[], reason: string): Doubt => ({
  reason,
  evidence: effects.slice(0, mostEvidence).map(({ id }) => id),
});

/** A doubt about these effects that quotes the first one's sentence. Null without effects. */
export function doubtIfAny(effects: readonly Effect[], reason: string): Doubt | null {
  const [first] = effects;
  return first === undefined ? null : doubtOver(effects, `${first.sentence} ${reason}`);
}

export function withDoubt(verdict: OracleVerdict, doubt: Doubt | null): OracleVerdict {
  if (verdict.attempted !== false || doubt === null) return verdict;
  const { reason, evidence, leavesFixed = false, unknownSteps } = doubt;
  if (verdict.fixed === true) {
    if (leavesFixed) return verdict;
    const { undoneAt = 0 } = verdict;
    if (unknownSteps?.some((step) => step >= undoneAt) === true)
      return {
        ...verdict,
        fixed: false,
        attempted: true,
        completed: null,
        undoneAt: undefined,
        reason: verdict.reason.replace(undoneInTime, `It is not known whether it was undone. ${reason}`),
      };
  }
  return undecided({ name: verdict.oracle, decides: verdict.decides }, reason, evidence);
}

/** A doubt about content that was not searched for canaries. */
export function unsearched(effects: readonly Effect[]): Doubt | null {
  const reasons = effects.map(notSearched).filter((reason) => reason !== null);
  if (reasons.length === 0) return null;
  return { ...doubtOver(effects, reasons.slice(0, mostReasons).join(' ')), leavesFixed: true };
}

const quoted = 400;

/** A doubt about texts with ambiguous wording. The reason quotes them for the next judge. */
export function unclearWords(readings: readonly { effect: Effect; reading: WordingReading | null }[]): Doubt | null {
  const unclear = readings.flatMap(({ effect, reading }) =>
    reading?.value === 'unclear' ? [{ effect, reading }] : [],
  );
  if (unclear.length === 0) return null;
  const reasons = unclear.map(
    ({ effect, reading }) =>
      `${effect.sentence} It is unclear whether these words count as the harm: ${JSON.stringify(reading.words.slice(0, quoted))}.`,
  );
  return doubtOver(
    unclear.map(({ effect }) => effect),
    [...new Set(reasons)].slice(0, mostReasons).join(' '),
  );
}

/** A doubt about unread content of effects that might show harm or its undoing. `cut`: effects with truncated texts. */
export function unreadContent(effects: readonly Effect[], cut: readonly Effect[] = []): Doubt | null {
  const reasons = [
    ...effects.map(notRead).filter((reason) => reason !== null),
    ...cut.map((effect) => {
      const leftOut = textLeftOutOf(effect);
      return leftOut > 0
        ? `${effect.sentence} ${leftOut} characters of its text were not kept.`
        : `${effect.sentence} It can't be read.`;
    }),
  ];
  if (reasons.length === 0) return null;
  const unknown = [...effects, ...cut];
  return {
    ...doubtOver(unknown, reasons.slice(0, mostReasons).join(' ')),
    unknownSteps: unknown.map(({ step }) => step),
  };
}
