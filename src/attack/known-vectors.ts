import type { KnownVector } from '../suite/known-vector.ts';
import { vectors } from './vectors/registry.ts';

/** The vectors as planning sees them. */
export const knownVectors: ReadonlyMap<string, KnownVector> = new Map(
  [...vectors].map(([name, vector]): [string, KnownVector] => [
    name,
    {
      parameters: vector.parameters,
      assets: vector.assets as KnownVector['assets'],
      fit: (task, suiteFolder) => vector.fit(task, suiteFolder),
      refusal(content) {
        const carried = vector.carry?.(content);
        return carried !== undefined && 'reason' in carried ? carried.reason : null;
      },
    },
  ]),
);
