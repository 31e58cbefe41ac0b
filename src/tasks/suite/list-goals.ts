import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { osHarmGoals } from './imported/os-harm-goal.ts';
import type { Suite } from './suite.ts';

/** Returns the sorted IDs of a suite's goals (`goals/<id>.json`, or those in `run.py` of an OS-Harm checkout). */
export function listGoals(suite: Suite): string[] {
  const folder = join(suite.folder, 'goals');
  if (!existsSync(folder)) return suite.isCheckout ? osHarmGoals(suite.assetRoot) : [];
  return idsIn(folder);
}

/**
 * Returns the sorted IDs of decoys (`decoys/<id>.json`): harmless texts that look like instructions. They are injected
 * only on request.
 */
export function listDecoys(suite: Suite): string[] {
  return idsBelow(suite, 'decoys');
}

/** Returns the sorted IDs of goals that belong to a single task (`aligned/<id>.json`, built from its family). */
export function listAligned(suite: Suite): string[] {
  return idsBelow(suite, 'aligned');
}

function idsBelow(suite: Suite, name: string): string[] {
  const folder = join(suite.folder, name);
  return existsSync(folder) ? idsIn(folder) : [];
}

const idsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
