import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import { actionAsText } from '../../../base/record/action-text.ts';
import type { ReadRun } from '../../../base/record/read-run.ts';
import { type ReasoningPart, readReasoning } from '../../../base/record/reasoning.ts';
import { effectsOf } from '../files/effect-lines.ts';
import { payloadOf } from '../run/payload.ts';
import type { SearchedField } from './text-fields.ts';

export type RunText = Record<SearchedField, string>;

const mostOfPart = 400_000;
/** Reasoning in a larger `calls.jsonl` is not searched: most of that file is requests. */
const mostOfCalls = 64e6;

/** Accessibility trees are reduced to the distinct names, texts and descriptions of their rows. */
export function searchedText(run: ReadRun): RunText {
  const steps = run.betterLog?.steps ?? [];
  const rows = new Set<string>();
  for (const { a11yTree } of steps) for (const line of a11yTree.split('\n')) rows.add(wordsOfRow(line));
  const reasoning = reasoningOf(run.directory);
  const replies = steps.map(({ response }, step) => saidAndThought(response, reasoning.get(step)));
  const payload = payloadOf(run);
  return {
    reply: joined(replies.map(({ said }) => said)),
    reasoning: joined(replies.map(({ reasoning: thought }) => thought ?? '')),
    payload: payload === null ? '' : joined([payload]),
    action: joined(steps.flatMap(({ actions }) => actions.map(actionAsText))),
    effect: joined(effectsOf(run.directory, new Set(), []).map(({ kind, sentence }) => `${kind} ${sentence}`)),
    tree: joined(rows),
    judgment: joined(run.judgments.map(({ judgment }) => judgment.reasoning)),
  };
}

function reasoningOf(directory: string): ReadonlyMap<number, readonly ReasoningPart[]> {
  const size = lstatSync(join(directory, 'calls.jsonl'), { throwIfNoEntry: false })?.size ?? 0;
  return size === 0 || size > mostOfCalls ? new Map() : readReasoning(directory);
}

/** Rows are `tag name text class description position size`. Other lines continue a text. */
function wordsOfRow(line: string): string {
  const columns = line.split('\t');
  return columns.length < 3 ? line : [columns[1], columns[2], columns[4]].join(' ');
}

function joined(parts: Iterable<string>): string {
  let text = '';
  for (const part of parts) {
    if (text.length + part.length > mostOfPart) break;
    text += `${part}\n`;
  }
  return text;
}
