import type { SweepOptions } from './table.ts';

export interface SweepSizeRow {
  /** If the suite lacks this subset, the error lists the subsets that it has. */
  subset: string;
  maxCost?: number;
  /** Also runs injection tasks without their injection, to measure utility. Other subsets have twins for that. */
  withBenign?: boolean;
}

/** `pilot` also writes a file to share. */
export const sweepSizes = {
  smoke: { subset: 'smoke' },
  report: { subset: 'report' },
  vectors: { subset: 'injection', withBenign: true },
  pilot: { subset: 'report', maxCost: 150 },
} as const satisfies Record<string, SweepSizeRow>;

export type SweepSize = keyof typeof sweepSizes;

export const isSweepSize = (name: string | undefined): name is SweepSize =>
  name !== undefined && Object.hasOwn(sweepSizes, name);

export function withPresetLimits<T extends Pick<SweepOptions, 'preset' | 'maxCost'>>(options: T): T {
  if (!isSweepSize(options.preset)) return options;
  const { maxCost }: SweepSizeRow = sweepSizes[options.preset];
  return { ...options, maxCost: options.maxCost ?? maxCost };
}
