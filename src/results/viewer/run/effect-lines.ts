import { join } from 'node:path';
import type { ReadFinding } from '../../../base/record/finding.ts';
import { readEffectLines, readJsonLines } from '../../../base/record/read-json-lines.ts';
import type { RunEffect, TextChange } from '../api.ts';
import { initialTexts, textChange } from './text-change.ts';

const mostDetail = 40_000;

/** The effect log's lines for the pages: of whatever form they are, what isn't there is said so. */
export function effectsOf(directory: string, evidence: ReadonlySet<string>, findings: ReadFinding[]): RunEffect[] {
  const lines = readEffectLines(directory, findings) ?? [];
  const texts = initialTexts(directory);
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
        change: changeOf(effect, texts),
      },
    ];
  });
}

/** How a file's text changed by an effect; `texts` holds what each file said last. */
function changeOf(
  { source, kind, path, detail }: Record<string, unknown>,
  texts: Map<string, string>,
): TextChange | null {
  if (source !== 'file' || typeof path !== 'string') return null;
  const now = (detail as { text?: unknown } | null | undefined)?.text;
  if (kind === 'deleted') texts.delete(path);
  if (typeof now !== 'string' || now.length > mostDetail) return null;
  const before = kind === 'created' ? '' : (texts.get(path) ?? null);
  texts.set(path, now);
  return textChange(before, now);
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
