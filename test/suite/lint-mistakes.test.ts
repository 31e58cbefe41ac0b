import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import { driveHosts, huggingFaceHosts } from '../../src/tasks/setup/downloads/direct-address.ts';
import { type LintReport, lintSuite } from '../../src/tasks/suite/lint-suite.ts';
import { openSuite } from '../../src/tasks/suite/suite.ts';
import type { TaskVocabulary } from '../../src/tasks/suite/task-vocabulary.ts';
import { loadOsworld } from '../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import type { Case } from './lint/case.ts';
import { foreignEvaluators } from './lint/foreign-evaluators.ts';
import { foreignFields } from './lint/foreign-fields.ts';
import { foreignMachine } from './lint/foreign-machine.ts';
import { foreignRules, ruledMetrics } from './lint/foreign-rules.ts';
import { foreignSteps } from './lint/foreign-steps.ts';
import { foreignSuite, ownSuite } from './lint/lint-suites.ts';
import { ownCases } from './lint/own-cases.ts';

await loadOsworld();

const foreignCases = [
  ...foreignFields,
  ...foreignSteps(driveHosts[0], huggingFaceHosts[0]),
  ...foreignEvaluators,
  ...foreignRules,
  ...foreignMachine,
];

/** Kinds of mistakes in both schemas: each is found with file and field, and a correct twin at the same place lints clean. */
const root = mkdtempSync(join(tmpdir(), 'lint-mistakes-'));
const folders = { own: join(root, 'own'), foreign: join(root, 'os-harm') };
beforeAll(() => {
  ownSuite(folders.own);
  foreignSuite(folders.foreign);
});
afterAll(() => rmSync(root, { recursive: true }));

/** The program's own words; metrics and getters are named here, so that the cases don't hang on which there are. */
const words: TaskVocabulary = {
  ...taskVocabulary,
  evaluators: new Set(['check', 'infeasible', 'exact_match', ...ruledMetrics]),
  getters: new Set(['vm_command_line', 'rule']),
  leftOut: new Map([['compare_videos', 'needs decoded video']]),
};
const lint = (folder: string): LintReport => lintSuite(openSuite(folder), words);
const found = (folder: string, hasNotes = false): string[] =>
  lint(folder)
    .findings.filter(({ kind }) => hasNotes || kind !== 'note')
    .map(({ kind, file, field, message }) => `${kind} ${file} ${field} ${message}`);

/** The file's text with one value set; undefined takes it out, a function gets the whole text. */
function changed(text: string, { at, ...values }: Case, which: 'wrong' | 'right'): string {
  const value = values[which];
  if (typeof value === 'function') return (value as (text: string) => string)(text);
  const whole: unknown = JSON.parse(text);
  let inner = whole as Record<string | number, unknown>;
  for (const key of at.slice(0, -1)) inner = inner[key] as Record<string | number, unknown>;
  const last = at.at(-1);
  if (last === undefined) return JSON.stringify(value);
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return JSON.stringify(whole);
}

function trying(folder: string, example: Case, which: 'wrong' | 'right'): string[] {
  const path = join(folder, example.file);
  const before = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, changed(before, example, which));
    return found(folder, which === 'wrong');
  } finally {
    writeFileSync(path, before);
  }
}

for (const [name, cases] of [
  ['own', ownCases],
  ['foreign', foreignCases],
] as const) {
  describe(`mistakes in ${name === 'own' ? 'our schema' : 'OS-Harm’s and OSWorld’s'}`, () => {
    it('lint finds no mistake in the unchanged suite', () => {
      expect(found(folders[name])).toEqual([]);
    });
    it.each(cases.map((item) => [item.what, item] as const))('lint finds the mistake: %s', (_, item) => {
      const lines = trying(folders[name], item, 'wrong');
      const file = item.shownAs ?? item.file.replace('evaluation_examples/', '');
      expect(lines.join('\n')).toMatch(item.says);
      expect(lines.find((line) => item.says.test(line))).toContain(
        `${item.kind ?? 'mistake'} ${file} ${item.field ?? item.at.join('.')} `,
      );
      expect(trying(folders[name], item, 'right')).toEqual([]);
    });
  });
}

it('lint detects at least sixty kinds of mistakes', () => {
  const all = [...ownCases, ...foreignCases];
  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});
