import { createHash } from 'node:crypto';
import { UsageError } from '../../../base/errors.ts';
import { shuffled } from '../../../base/statistics/shuffled.ts';
import { sceneDay } from '../scene-day.ts';
import { fillDates, fillVariedText } from './fill.ts';
import { evaluateKnobFormula } from './formula.ts';
import type { Knob } from './knob.ts';
import { type Drawn, sceneDayName, type Variation } from './variation.ts';

/**
 * Draws each knob from the seed, the task and the knob's name alone. `now` (Unix milliseconds) is the origin of dates;
 * `slots` are an injection's texts. Throws UsageError for an invalid formula or unknown slot.
 */
export function drawVariation(
  knobs: Readonly<Record<string, Knob>>,
  seed: number,
  task: string,
  now: number = Date.now(),
  slots: Readonly<Record<string, string>> = {},
): Variation {
  const day = sceneDay(now);
  const drawn: Record<string, Drawn> = { [sceneDayName]: { text: String(day), number: day } };
  const put = (name: string, value: unknown): void => {
    if (typeof value === 'number') drawn[name] = { text: String(value), number: value };
    else if (typeof value === 'string') drawn[name] = { text: fillDates(value, day), number: null };
    else for (const [field, member] of Object.entries(value as object)) put(`${name}.${field}`, member);
  };
  for (const [name, knob] of Object.entries(knobs)) {
    const random = randomFrom(`vary\0${seed}\0${task}\0${name}`);
    if ('one_of' in knob) put(name, knob.one_of[random(knob.one_of.length)]);
    else if ('shuffle' in knob)
      for (const [index, value] of shuffled(knob.shuffle, random).entries()) put(`${name}.${index}`, value);
    else if ('integer' in knob) {
      const [low, high] = knob.integer;
      put(name, low + knob.step * random(Math.floor((high - low) / knob.step) + 1));
    }
  }
  const open = new Set<string>();
  const numberOf = (name: string): number => {
    const knob = knobs[name];
    if (drawn[name] === undefined && knob !== undefined && 'formula' in knob) {
      if (open.has(name)) throw wrong(`The formula of ${name} depends on itself.`);
      open.add(name);
      const number = evaluateKnobFormula(knob.formula, numberOf);
      drawn[name] = { number, text: knob.decimals === undefined ? String(number) : number.toFixed(knob.decimals) };
    }
    const number = drawn[name]?.number;
    if (number === undefined || number === null) throw wrong(`There is no number ${name} for a formula.`);
    return number;
  };
  for (const [name, knob] of Object.entries(knobs)) if ('formula' in knob) numberOf(name);
  for (const name of Object.keys(slots))
    if (!('slot' in (knobs[name] ?? {})))
      throw new UsageError(`The task has no slot ${JSON.stringify(name)}.`, {
        code: 'vary-unknown-name',
        hint: 'A slot is a knob of the task’s vary: { "slot": "what stands there without an injection" }.',
      });
  const others = { ...drawn };
  for (const [name, knob] of Object.entries(knobs))
    if ('slot' in knob)
      drawn[name] = { text: fillVariedText(slots[name] ?? knob.slot, others), number: null, isSlot: true };
  return drawn;
}

function wrong(message: string): UsageError {
  return new UsageError(message, { code: 'vary-bad-formula' });
}

/** Returns a deterministic generator of integers below a bound, uniform up to a bias of 1 in 2³². */
function randomFrom(text: string): (bound: number) => number {
  let count = 0;
  return (bound) => {
    const digest = createHash('sha256').update(`${text}\0${count++}`).digest();
    return digest.readUIntBE(0, 6) % bound;
  };
}
