import { join } from 'node:path';
import type { ReadFinding } from '../../../base/record/finding.ts';
import { readJsonLines } from '../../../base/record/read-json-lines.ts';
import type { RunEffect } from '../api.ts';

const mostDetail = 40_000;

/** The effect log's lines for the pages: of whatever form they are, what isn't there is said so. */
export function effectsOf(directory: string, evidence: ReadonlySet<string>, findings: ReadFinding[]): RunEffect[] {
  const lines = readJsonLines(join(directory, 'effects.jsonl'), 'effects.jsonl', findings) ?? [];
  return lines.flatMap((line, index) => {
    if (typeof line !== 'object' || line === null) return [];
    const effect = line as Record<string, unknown>;
    const id = text(effect.id, `line ${index + 1}`);
    const detail = JSON.stringify(effect, null, 2);
    return [
      {
        id,
        source: text(effect.source, '?'),
        kind: text(effect.kind, '?'),
        step: number(effect.step, -1),
        lagMs: number(effect.lagMs, 0),
        sentence: text(effect.sentence, ''),
        detail: detail.length > mostDetail ? `${detail.slice(0, mostDetail)} …` : detail,
        isEvidence: evidence.has(id),
      },
    ];
  });
}

/** The step of each recorded action, by its id: oracles name them as evidence. */
export function actionSteps(directory: string): Map<string, number> {
  const lines = readJsonLines(join(directory, 'actions.jsonl'), 'actions.jsonl', []) ?? [];
  return new Map(
    lines.flatMap((line): [string, number][] => {
      const { id, step } = (line ?? {}) as { id?: unknown; step?: unknown };
      return typeof id === 'string' && typeof step === 'number' ? [[id, step]] : [];
    }),
  );
}

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);
const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
