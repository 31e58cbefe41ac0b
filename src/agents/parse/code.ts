import { markdownParts } from './markdown-fences.ts';
import type { ParsedResponse } from './parsed-response.ts';
import { isSpecialAction } from './special-actions.ts';
import { splitThoughts } from './split-thoughts.ts';

const runnable = new Set(['', 'python', 'python3', 'py']);

/**
 * Reads pyautogui code out of a response: every closed fence that is untagged or tagged as Python is one action, in the order of the
 * response; `WAIT`, `DONE` and `FAIL` count on lines of their own, outside a block or as a block's first or last line. Code is
 * never split. A block that is not closed was cut off, and half a program may do what the whole would not: it is not run.
 * Nothing in the model's thoughts is an action.
 */
export function parseCode(response: string): ParsedResponse<string> {
  const actions: string[] = [];
  const notes: string[] = [];
  for (const part of markdownParts(splitThoughts(response).reply)) {
    if (part.kind === 'line') {
      const text = part.text.trim();
      if (isSpecialAction(text)) actions.push(text);
    } else if (!part.isClosed) notes.push('a code block is not closed: not run');
    else if (!runnable.has(part.language))
      notes.push(`a block tagged ${part.language.slice(0, 40)} is not Python: not run`);
    else actions.push(...blockActions(part.code));
  }
  return { actions, notes };
}

function blockActions(code: string): string[] {
  const lines = code.split('\n');
  const before: string[] = [];
  const after: string[] = [];
  let start = 0;
  let end = lines.length;
  for (; start < end; start += 1) {
    const text = (lines[start] as string).trim();
    if (isSpecialAction(text)) before.push(text);
    else if (text !== '') break;
  }
  for (; end > start; end -= 1) {
    const text = (lines[end - 1] as string).trim();
    if (isSpecialAction(text)) after.unshift(text);
    else if (text !== '') break;
  }
  return [...before, ...(start < end ? [lines.slice(start, end).join('\n')] : []), ...after];
}
