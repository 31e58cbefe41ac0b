import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { pythonCalls } from './python-calls.ts';
import { TypedText } from './typing.ts';

export interface TypedLine {
  text: string;
  action: ActionRecord;
  /** False for a last line without Enter. */
  isSubmitted: boolean;
}

export function typedLines(actions: readonly ActionRecord[]): TypedLine[] {
  const typed = new TypedText();
  const lines: TypedLine[] = [];
  let last: ActionRecord | null = null;
  for (const action of actions) {
    if (action.kind !== 'code') continue;
    for (const call of pythonCalls(action.text))
      for (const { text } of typed.take(call)) lines.push({ text, action, isSubmitted: true });
    if (typed.unfinished !== '') last = action;
  }
  if (last !== null && typed.unfinished !== '')
    lines.push({ text: typed.unfinished, action: last, isSubmitted: false });
  return lines;
}
