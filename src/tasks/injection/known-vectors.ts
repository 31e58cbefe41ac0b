import type { KnownVector } from '../suite/task-vocabulary.ts';
import type { Vector } from './vector.ts';
import { vectors } from './vectors/registry.ts';
import { ownVisibility, visibilityRefusal } from './visibility.ts';

export const knownVectors: Map<string, KnownVector> = new Map(
  [...vectors].map(([name, vector]) => [name, knownVector(vector)]),
);

export function knownVector(vector: Vector): KnownVector {
  return {
    parameters: vector.parameters,
    assets: vector.assets as KnownVector['assets'],
    fit: (task, suiteFolder) => vector.fit(task, suiteFolder),
    visibility: ownVisibility(vector),
    visibilityRefusal: (visibility, suiteFolder) => visibilityRefusal(vector, visibility, suiteFolder),
    moments(entry) {
      const parsed = vector.parameters.safeParse(entry.params ?? {});
      return parsed.success ? (vector.later?.moments(parsed.data, entry) ?? []) : [];
    },
    refusal(content) {
      const carried = vector.carry?.(content);
      return carried !== undefined && 'reason' in carried ? carried.reason : null;
    },
  };
}
