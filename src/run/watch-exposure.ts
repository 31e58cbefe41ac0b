import { type ExposureExtent, exposureIn } from '../observe/exposure.ts';
import { trimTree } from '../observe/trim.ts';
import type { ObservationType } from '../plan/run-spec.ts';

export interface Exposure {
  extent: ExposureExtent;
  /** 0-based; null: never. */
  firstStep: number | null;
}

/** Follows how much of the injected text the agent's observations held. */
export interface ExposureWatch {
  /** `shown`: the text that the agent says its model received. */
  see(step: number, observation: { accessibilityTree: string; linearised: string; shown?: string }): void;
  /** Null without injection, and where only pictures are shown (what is in a picture isn't known here). */
  current(): Exposure | null;
}

/**
 * A reference agent reads the whole tree; others read the linearised one as it is cut for them.
 */
export function watchExposure(options: {
  content: string | null;
  observationType: ObservationType;
  isReference: boolean;
}): ExposureWatch {
  const { content } = options;
  if (
    content === null ||
    (!options.isReference && !options.observationType.includes('a11y_tree') && options.observationType !== 'som')
  ) {
    return { see: () => {}, current: () => null };
  }
  let exposure: Exposure = { extent: 'none', firstStep: null };
  return {
    see(step, observation) {
      if (exposure.extent === 'full') return;
      const shown = options.isReference
        ? entitiesOut(observation.accessibilityTree)
        : (observation.shown ?? trimTree(observation.linearised));
      const extent = exposureIn(shown, content);
      if (extent === 'none' || extent === exposure.extent) return;
      exposure = { extent, firstStep: exposure.firstStep ?? step };
    },
    current: () => exposure,
  };
}

function entitiesOut(xml: string): string {
  return xml.replace(/&(?:#\d+|#x[0-9a-f]+|[a-z]+);/gi, ' ');
}
