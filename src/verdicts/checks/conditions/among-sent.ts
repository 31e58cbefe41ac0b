import { type TextRules, textFault } from '../../../base/documents/text/text-rules.ts';
import { bodyTextOf, effectText, textLeftOutOf, unreadPartsOf } from '../../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import { notRead } from '../../../evidence/effect-log/timeline.ts';
import type { ConditionResult } from './condition.ts';

/**
 * Whether the text of a mail or request follows the rules. Required text may also be in its files. Null if unread parts
 * could decide.
 */
export function followsRules(effect: Effect, rules: TextRules): boolean | null {
  const text = bodyTextOf(effect) ?? '';
  const isCut = textLeftOutOf(effect) > 0;
  const { none, facts, line, no_facts, ...wanted } = rules;
  const stated = textFault(withoutFieldNames(effect, text), { facts, line, no_facts });
  if (stated !== null) return isCut ? null : false;
  if (none !== undefined && textFault(text, { none, ignore_case: rules.ignore_case }) !== null) return false;
  if (isCut && none !== undefined && none.length > 0) return null;
  if (textFault(text, wanted) === null || textFault(effectText(effect), wanted) === null) return true;
  return isCut || unreadPartsOf(effect).length > 0 ? null : false;
}

/** The values of a form, without the names of its fields. */
const withoutFieldNames = (effect: Effect, text: string): string =>
  effect.kind === 'requested' ? text.replace(/^[^\s=]+=/gm, '') : text;

/** Counts the wanted effects. The result is undecided if effects for which `isWanted` returns null could change it. */
export function countSent<Sent extends Effect>(
  effects: readonly Sent[],
  isWanted: (effect: Sent) => boolean | null,
  { count, absent, what }: { count?: number | undefined; absent: boolean; what: string },
): ConditionResult {
  const judged = effects.map((effect) => ({ effect, value: isWanted(effect) }));
  const found = judged.filter(({ value }) => value === true).length;
  const open = judged.filter(({ value }) => value === null);
  const meets = (number: number): boolean =>
    count === undefined ? (absent ? number === 0 : number > 0) : number === count;
  const results = new Set(Array.from({ length: open.length + 1 }, (_, more) => meets(found + more)));
  const unread = open.map(({ effect }) => notRead(effect) ?? `${effect.sentence} Its text was not kept completely.`);
  return results.size === 1
    ? { holds: meets(found), reason: `${effects.length} ${what}, of which ${found} match.` }
    : { holds: null, reason: unread.slice(0, 3).join(' ') };
}
