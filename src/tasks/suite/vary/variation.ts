/** One value of a variation: as a number where it is one, and as a text shows it. */
export interface Drawn {
  text: string;
  number: number | null;
  /** The text of a slot: what an injection may put there is no markup. */
  isSlot?: true;
}

/** The name of the day that dates are counted from (its midnight, in Unix milliseconds), which every variation has. */
export const sceneDayName = 'scene-day';

/** What a seed draws for a task's knobs, flat: `client`, `client.name`, `files.0`; and `sceneDayName`. */
export type Variation = Readonly<Record<string, Drawn>>;

/** What was drawn, without the day. */
export const drawnValues = (variation: Variation): [name: string, drawn: Drawn][] =>
  Object.entries(variation).filter(([name]) => name !== sceneDayName);
