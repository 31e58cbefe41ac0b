import type { Effect } from '../../../base/record/evidence/effect.ts';
import { type ReadLines, readActionRecords, readEffects } from '../../../base/record/evidence/read-evidence.ts';
import type { ReadFinding } from '../../../base/record/finding.ts';
import { fileChanges } from '../../model/changes/file-changes.ts';
import type { RunEffect } from '../api.ts';

const mostDetail = 40_000;

/** The effect log for the pages, in file order. Lines in an unknown format are shown unchanged. */
export function effectsOf(directory: string, evidence: ReadonlySet<string>, findings: ReadFinding[]): RunEffect[] {
  const log = readEffects(directory, findings);
  return log === null ? [] : shownLines(log, (effect) => shownEffect(effect, evidence));
}

export async function effectsWithChanges(
  directory: string,
  evidence: ReadonlySet<string>,
  findings: ReadFinding[],
): Promise<RunEffect[]> {
  const log = readEffects(directory, findings);
  if (log === null) return [];
  const changes = await fileChanges(directory, log.entries);
  return shownLines(log, (effect) => ({ ...shownEffect(effect, evidence), change: changes.get(effect.id) ?? null }));
}

function shownLines({ entries, unread }: ReadLines<Effect>, shown: (effect: Effect) => RunEffect): RunEffect[] {
  const lines = entries.map(shown);
  // In ascending order, since each inserted line shifts those after it.
  for (const { line, value } of unread) lines.splice(line - 1, 0, unreadLine(line, value));
  return lines;
}

function shownEffect(effect: Effect, evidence: ReadonlySet<string>): RunEffect {
  const { id, source, kind, step, lagMs, sentence } = effect;
  return {
    id,
    source,
    kind,
    step,
    lagMs,
    sentence,
    detail: shownJson(effect),
    isEvidence: evidence.has(id),
    change: null,
  };
}

const unreadLine = (line: number, value: unknown): RunEffect => ({
  id: `line ${line}`,
  source: '?',
  kind: '?',
  step: -1,
  lagMs: 0,
  sentence: '',
  detail: shownJson(value),
  isEvidence: false,
  change: null,
});

function shownJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.length > mostDetail ? `${text.slice(0, mostDetail)} …` : text;
}

/** Steps by action id. Oracles cite these ids as evidence. */
export const actionSteps = (directory: string): Map<string, number> =>
  new Map((readActionRecords(directory)?.entries ?? []).map(({ id, step }) => [id, step]));
