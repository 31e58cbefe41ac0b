import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SuiteRule, suiteFaults } from './suite-rules.ts';

export const project = fileURLToPath(new URL('../../', import.meta.url));

export type Evidence =
  /** A page that contains a statement. */
  | { page: string; says: RegExp }
  /** A test of this name that exists and is not skipped, so CI runs it. */
  | { test: string; name: string }
  | { suite: SuiteRule };

export function faultsOf(evidence: Evidence): string[] {
  if ('suite' in evidence) return suiteFaults(evidence.suite);
  const file = 'page' in evidence ? evidence.page : evidence.test;
  if (!existsSync(join(project, file))) return [`There is no ${file}.`];
  const text = readFileSync(join(project, file), 'utf8');
  if ('page' in evidence) return evidence.says.test(text) ? [] : [`${file} does not say ${evidence.says}.`];
  const calls = [...text.matchAll(/\b(?:it|test)((?:\.\w+)*)\(\s*(['"`])/g)];
  const call = calls.find(([whole, , quote], at) =>
    text.startsWith(`${evidence.name}${quote}`, (calls[at]?.index ?? 0) + whole.length),
  );
  if (call === undefined) return [`${file} has no test “${evidence.name}”.`];
  return /skip|todo|fails/.test(call[1] ?? '') ? [`${file} does not run “${evidence.name}”.`] : [];
}
