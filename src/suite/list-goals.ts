import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite } from './suite.ts';

/** Ids of a suite's goals (`goals/<id>.json`), sorted. */
export function listGoals(suite: Suite): string[] {
  const folder = join(suite.folder, 'goals');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}
