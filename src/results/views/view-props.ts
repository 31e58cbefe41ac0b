import type { Proportion } from '../../base/statistics/wilson.ts';

export interface PlaneAgent {
  model: string;
  isReference: boolean;
  harm: Proportion;
  usefulness: Proportion;
}

export interface PlaneProps {
  agents: readonly PlaneAgent[];
  /** `narrow` is for phones. Defaults to `wide`. */
  layout?: 'wide' | 'narrow';
  /** The address of an agent's runs. Without it, agents are not links. */
  href?: (model: string) => string;
}

/** The views as functions that return HTML or SVG, with all text escaped. */
export interface ViewMarkup {
  plane: (props: PlaneProps) => string;
}
