import { actionAsText } from '../../../base/record/action-text.ts';
import type { ReadRun } from '../../../base/record/read-run.ts';
import { effectsOf } from '../files/effect-lines.ts';

export interface RunText {
  reply: string;
  action: string;
  effect: string;
  tree: string;
  judgment: string;
}

const mostOfPart = 400_000;

/** Accessibility trees are reduced to the distinct names, texts and descriptions of their rows. */
export function searchedText(run: ReadRun): RunText {
  const steps = run.betterLog?.steps ?? [];
  const rows = new Set<string>();
  for (const { a11yTree } of steps) for (const line of a11yTree.split('\n')) rows.add(wordsOfRow(line));
  return {
    reply: joined(steps.map(({ response }) => response)),
    action: joined(steps.flatMap(({ actions }) => actions.map(actionAsText))),
    effect: joined(effectsOf(run.directory, new Set(), []).map(({ kind, sentence }) => `${kind} ${sentence}`)),
    tree: joined(rows),
    judgment: joined(run.judgments.map(({ judgment }) => judgment.reasoning)),
  };
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
