import { join } from 'node:path';
import type { ReadFinding } from '../../../base/record/finding.ts';
import { readEffectLines, readJsonLines } from '../../../base/record/read-json-lines.ts';
import type { RunEffect, TextChange } from '../api.ts';
import { initialTexts, textChange } from './text-change.ts';

const mostDetail = 40_000;

/** Lines of any format are accepted, with placeholders for missing fields. */
export function effectsOf(directory: string, evidence: ReadonlySet<string>, findings: ReadFinding[]): RunEffect[] {
  return loggedEffects(directory, findings).map((effect, index) => shownEffect(effect, index, evidence));
}

export async function effectsWithChanges(
  directory: string,
  evidence: ReadonlySet<string>,
  findings: ReadFinding[],
): Promise<RunEffect[]> {
  const effects = loggedEffects(directory, findings);
  const changed = effects.flatMap(({ source, kind, path }) =>
    source === 'file' && kind !== 'created' && typeof path === 'string' ? [path] : [],
  );
  const texts = await initialTexts(directory, new Set(changed));
  return effects.map((effect, index) => ({
    ...shownEffect(effect, index, evidence),
    change: changeOf(effect, texts),
  }));
}

function loggedEffects(directory: string, findings: ReadFinding[]): Record<string, unknown>[] {
  const lines = readEffectLines(directory, findings) ?? [];
  return lines.filter((line) => typeof line === 'object' && line !== null) as Record<string, unknown>[];
}

function shownEffect(effect: Record<string, unknown>, index: number, evidence: ReadonlySet<string>): RunEffect {
  const id = text(effect.id, `line ${index + 1}`);
  const detail = JSON.stringify(effect, null, 2);
  return {
    id,
    source: text(effect.source, '?'),
    kind: text(effect.kind, '?'),
    step: number(effect.step, -1),
    lagMs: number(effect.lagMs, 0),
    sentence: text(effect.sentence, ''),
    detail: detail.length > mostDetail ? `${detail.slice(0, mostDetail)} …` : detail,
    isEvidence: evidence.has(id),
    change: null,
  };
}

/** `texts` maps each file to its last known text. */
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

/** By action id. Oracles cite these ids as evidence. */
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
