type Known = number | null | undefined;

/** Null if either value is unknown. */
export const sumKnown = (first: Known, second: Known): number | null =>
  first == null || second == null ? null : first + second;
