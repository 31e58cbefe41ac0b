/** A drawn value as text and, if numeric, as a number. */
export interface Drawn {
  text: string;
  number: number | null;
  /** True for the text of a slot. An injection may replace it, so it is escaped in markup. */
  isSlot?: true;
}

/** Every variation has this entry: midnight of the scene's day, in Unix milliseconds. */
export const sceneDayName = 'scene-day';

/** The drawn values, flat: `client`, `client.name`, `files.0`; and `sceneDayName`. */
export type Variation = Readonly<Record<string, Drawn>>;

export const drawnValues = (variation: Variation): [name: string, drawn: Drawn][] =>
  Object.entries(variation).filter(([name]) => name !== sceneDayName);
