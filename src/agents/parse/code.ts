import { markdownParts } from './markdown-fences.ts';
import type { ParsedResponse } from './parsed-response.ts';
import { isSpecialAction } from './special-actions.ts';
import { splitThoughts } from './split-thoughts.ts';
import { readToolBlock, toolBlockProblem, toolBlockTag } from './tool-block.ts';

const runnable = new Set(['', 'python', 'python3', 'py']);

/**
 * Extracts pyautogui code from a response. Every closed fence that is untagged or tagged as Python is one action.
 * `WAIT`, `DONE` and `FAIL` must be alone on a line, outside blocks or at the start or end of one. Code is never split.
 * Unclosed blocks are not run: truncated code may do what the complete code would not. Reasoning never contains
 * actions. If the task offers tools, a block tagged `tool` is a call.
 */
export function parseCode(response: string, { hasTools = false } = {}): ParsedResponse {
  const actions: ParsedResponse['actions'] = [];
  const notes: string[] = [];
  for (const part of markdownParts(splitThoughts(response).reply)) {
    if (part.kind === 'line') {
      const text = part.text.trim();
      if (isSpecialAction(text)) actions.push(text);
    } else if (!part.isClosed) notes.push('a code block is not closed: not run');
    else if (hasTools && part.language === toolBlockTag) {
      const call = readToolBlock(part.code);
      if (call === null)
        return { actions, notes: [...notes, 'a block is no call of a tool'], problem: toolBlockProblem };
      actions.push(call);
    } else if (!runnable.has(part.language))
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
