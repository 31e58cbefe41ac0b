import { nearMissesOf, spellingsOf, states } from '../../../base/documents/text/field-value.ts';
import type { Condition } from '../../../tasks/suite/task-pieces.ts';
import { conditionFields } from '../../../tasks/suite/task-pieces.ts';
import type { ScoreInput } from '../conditions/condition.ts';
import { conditionKinds } from '../conditions/registry.ts';
import { endStateOf, type StartText } from './end-states.ts';
import type { EndState, WrittenSlot } from './sample.ts';

/** An end state with another spelling of one value, or with another value that resembles it. */
export interface SpelledState {
  place: string;
  text: string;
  isSame: boolean;
  input: ScoreInput;
}

export interface CheckedSpelling extends Omit<SpelledState, 'input'> {
  holds: boolean | null;
}

export type SpelledCondition =
  | { by: 'values'; states: readonly SpelledState[] }
  /** No agent writes the compared value by hand. */
  | { by: 'machine' }
  /** Regular expressions decide. */
  | { by: 'words' };

/** The end states of a condition in every generated spelling. */
export function spelledCondition(condition: Condition, start: StartText): SpelledCondition {
  const kind = conditionKinds.get(condition.kind);
  if (kind === undefined) return { by: 'machine' };
  const state = endStateOf(condition.kind, conditionFields(condition), start);
  return typeof state === 'string' ? { by: state } : { by: 'values', states: [...spelledStates(state)] };
}

function* spelledStates(state: EndState): Generator<SpelledState> {
  yield { place: '', text: 'plain', isSame: true, input: state.build(new Map()) };
  for (const format of state.formats)
    yield { place: 'format', text: format, isSame: true, input: state.build(new Map(), format) };
  for (const slot of state.slots) {
    const { place } = slot;
    const { same, other } = textsOf(slot);
    for (const text of new Set(same)) yield { place, text, isSame: true, input: state.build(new Map([[place, text]])) };
    for (const text of new Set(other))
      yield { place, text, isSame: false, input: state.build(new Map([[place, text]])) };
  }
}

function textsOf({ value, isStated, tolerance = 0 }: WrittenSlot): {
  same: readonly string[];
  other: readonly string[];
} {
  if (value.as === 'dictated') return dictatedTexts(value.value);
  return {
    same: spellingsOf(value).map(({ text }) => text),
    other: nearMissesOf(value)
      .filter((text) => !isStated || !states(text, value))
      .filter((text) => text === '' || !(Math.abs(Number(text) - Number(value.value)) <= tolerance)),
  };
}

/** Office programs replace quotation marks, and people break lines. */
function dictatedTexts(value: string): { same: string[]; other: string[] } {
  return {
    same: [value.replaceAll("'", '\u2019'), value.replaceAll(' ', '\u00a0'), `${value} `],
    other: ['', value.slice(0, -1), value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))].filter(
      (text) => text !== value,
    ),
  };
}

/** Whether the condition is met in each spelled state. */
export const judgeSpellings = (condition: Condition, states: readonly SpelledState[]): Promise<CheckedSpelling[]> => {
  const kind = conditionKinds.get(condition.kind);
  const rule = kind?.parameters.parse(conditionFields(condition));
  return Promise.all(
    states.map(async ({ input, ...spelled }) => ({
      ...spelled,
      holds: kind === undefined ? null : (await kind.holds(input, rule)).holds,
    })),
  );
};
