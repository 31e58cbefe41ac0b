/**
 * How much of a suite `--preset` runs, from a first look to all of it, always with the plain task of each injected one, so that
 * utility has a figure. Subsets by name: a suite without one of them says which it has.
 */
export const sweepSizes = {
  smoke: { subset: 'quickstart' },
  standard: { subset: 'core' },
  full: { subset: 'all' },
} as const;

export type SweepSize = keyof typeof sweepSizes;

export const isSweepSize = (name: string | undefined): name is SweepSize =>
  name !== undefined && Object.hasOwn(sweepSizes, name);
