/** One value of a variation: as a number where it is one, and as a text shows it. */
export interface Drawn {
  text: string;
  number: number | null;
  /** The text of a slot: what an injection may put there is no markup. */
  isSlot?: true;
}

/** What a seed draws for a task's knobs, flat: `client`, `client.name`, `files.0`. */
export type Variation = Readonly<Record<string, Drawn>>;
