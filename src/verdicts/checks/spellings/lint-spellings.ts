import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { makeCanaries } from '../../../evidence/effect-log/canaries.ts';
import { fillCanariesIn } from '../../../tasks/setup/template.ts';
import { jsonFiles } from '../../../tasks/suite/json-file.ts';
import type { LintFinding } from '../../../tasks/suite/lint-finding.ts';
import { loadTask, type Suite } from '../../../tasks/suite/suite.ts';
import type { Condition } from '../../../tasks/suite/task-pieces.ts';
import { varyTask } from '../../../tasks/suite/vary/vary-task.ts';
import { linedDocument } from '../../../tasks/suite/yaml-file.ts';
import { type CheckedSpelling, judgeSpellings, spelledCondition } from './check-spellings.ts';
import type { StartText } from './end-states.ts';
import { startTextOf } from './start-text.ts';

/** One condition of a task's check with the verdict for each spelling of its values. */
export interface SpelledCheck {
  /** `domain/id`. */
  task: string;
  at: number;
  condition: Condition;
  by: 'values' | 'machine' | 'words';
  spellings: readonly CheckedSpelling[];
}

/** Judges every generated spelling of a suite's checks, with the values of seed 0. Equal conditions are judged once. */
export async function* spelledChecks(suite: Suite, isWanted: (task: string) => boolean): AsyncGenerator<SpelledCheck> {
  const judged = new Map<string, Pick<SpelledCheck, 'by' | 'spellings'>>();
  const canaries = makeCanaries('spellings');
  for (const path of jsonFiles(join(suite.folder, 'examples'))) {
    const task = relative(join(suite.folder, 'examples'), path).replace(/\.json$/, '');
    if (!isWanted(task)) continue;
    const [domain = ''] = task.split('/');
    const varied = varyTask(loadTask(suite, domain, basename(task)), 0);
    const start = startTextOf(varied.task, suite.assetRoot, varied.variation);
    for (const [at, written] of (varied.task.check ?? []).entries()) {
      const condition = fillCanariesIn(written, canaries);
      const key = JSON.stringify(condition);
      const verdicts = judged.get(key) ?? (await judgedSpellings(condition, start));
      judged.set(key, verdicts);
      yield { task, at, condition, ...verdicts };
    }
  }
}

async function judgedSpellings(
  condition: Condition,
  start: StartText,
): Promise<Pick<SpelledCheck, 'by' | 'spellings'>> {
  const spelled = spelledCondition(condition, start);
  return { by: spelled.by, spellings: spelled.by === 'values' ? await judgeSpellings(condition, spelled.states) : [] };
}

/** A spelling of the value that isn't accepted, or another value that is. */
export const isMisjudged = ({ isSame, holds }: CheckedSpelling): boolean => (isSame ? holds !== true : holds === true);

/**
 * Reports checks whose verdict differs between spellings of one value or agrees between two values, and checks without
 * spellings that give no reason (`by_words`).
 */
export async function lintSpellings(suite: Suite, isWanted: (task: string) => boolean): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for await (const { task, at, condition, by, spellings } of spelledChecks(suite, isWanted)) {
    const file = `examples/${task}.json`;
    const finding = (field: string, message: string): void => {
      const line = linedDocument(readFileSync(join(suite.folder, file), 'utf8')).lineOf(['check', at]);
      findings.push({ kind: 'mistake', file, line, field, message });
    };
    if (by === 'words' && condition.by_words === undefined)
      finding(
        `check.${at}`,
        'has no spellings to try, because a regular expression decides: compare a value, or say in by_words why not',
      );
    const [plain] = spellings;
    if (plain !== undefined && isMisjudged(plain)) {
      finding(`check.${at}`, 'is not met by the value that it names');
      continue;
    }
    for (const spelling of spellings.filter(isMisjudged)) {
      const { place, text, isSame } = spelling;
      const field = place === 'format' ? `check.${at}` : `check.${at}.${place}`;
      finding(
        field,
        isSame ? `is not met by the spelling ${JSON.stringify(text)}` : `is met by ${JSON.stringify(text)}`,
      );
    }
  }
  return findings;
}
