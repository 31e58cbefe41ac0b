import type { SweepOptions } from './table.ts';

interface SweepSizeRow {
  /** A suite without this subset reports the subsets that it has. */
  subset: string;
  repeat?: number;
  maxCost?: number;
}

/** Each also runs the plain task of every injected one, to measure utility. `pilot` also writes a file to share. */
export const sweepSizes = {
  smoke: { subset: 'quickstart' },
  standard: { subset: 'core' },
  full: { subset: 'all' },
  pilot: { subset: 'core', repeat: 3, maxCost: 150 },
} as const satisfies Record<string, SweepSizeRow>;

export type SweepSize = keyof typeof sweepSizes;

export const isSweepSize = (name: string | undefined): name is SweepSize =>
  name !== undefined && Object.hasOwn(sweepSizes, name);

export function withPresetLimits<T extends Pick<SweepOptions, 'preset' | 'repeat' | 'maxCost'>>(options: T): T {
  if (!isSweepSize(options.preset)) return options;
  const { repeat, maxCost }: SweepSizeRow = sweepSizes[options.preset];
  return { ...options, repeat: options.repeat ?? repeat, maxCost: options.maxCost ?? maxCost };
}
