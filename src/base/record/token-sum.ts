type Known = number | null | undefined;

/** Counts or dollars together; one that isn't known makes the sum unknown. */
export const sumKnown = (first: Known, second: Known): number | null =>
  first == null || second == null ? null : first + second;
