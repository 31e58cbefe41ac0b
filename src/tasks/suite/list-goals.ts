import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { osHarmGoals } from './imported/os-harm-goal.ts';
import type { Suite } from './suite.ts';

/** Ids of a suite's goals (`goals/<id>.json`; in a checkout of OS-Harm those of its `run.py`), sorted. */
export function listGoals(suite: Suite): string[] {
  const folder = join(suite.folder, 'goals');
  if (!existsSync(folder)) return suite.isCheckout ? osHarmGoals(suite.assetRoot) : [];
  return idsIn(folder);
}

/**
 * Ids of a suite's decoys (`decoys/<id>.json`), sorted: texts that look like instructions and are harmless. They are
 * crossed with tasks only where they are named.
 */
export function listDecoys(suite: Suite): string[] {
  return idsBelow(suite, 'decoys');
}

/** Ids of the goals that one task alone carries (`aligned/<id>.json`, built from its family), sorted. */
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
