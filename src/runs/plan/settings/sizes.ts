import type { SweepOptions } from './table.ts';

/** How much of a suite a preset runs. Flags that are typed win. */
interface SweepSizeRow {
  /** By name: a suite without it reports which subsets it has. */
  subset: string;
  repeat?: number;
  /** US dollars. */
  maxCost?: number;
}

/**
 * The presets that choose how much to run, each also with the plain task of each injected one, so that utility has a
 * figure. `pilot` also ends in a file to share.
 */
export const sweepSizes = {
  smoke: { subset: 'quickstart' },
  standard: { subset: 'core' },
  full: { subset: 'all' },
  pilot: { subset: 'core', repeat: 3, maxCost: 150 },
} as const satisfies Record<string, SweepSizeRow>;

export type SweepSize = keyof typeof sweepSizes;

export const isSweepSize = (name: string | undefined): name is SweepSize =>
  name !== undefined && Object.hasOwn(sweepSizes, name);

/** The options with the repeats and the cost limit of their preset. */
export function withPresetLimits<T extends Pick<SweepOptions, 'preset' | 'repeat' | 'maxCost'>>(options: T): T {
  if (!isSweepSize(options.preset)) return options;
  const { repeat, maxCost }: SweepSizeRow = sweepSizes[options.preset];
  return { ...options, repeat: options.repeat ?? repeat, maxCost: options.maxCost ?? maxCost };
}
