import { markdownParts } from './markdown-fences.ts';
import type { ParsedResponse } from './parsed-response.ts';
import { PythonJsonError, pythonJsonLoads } from './python-json-loads.ts';
import { isSpecialAction } from './special-actions.ts';
import { splitThoughts } from './split-thoughts.ts';
import { readToolBlock, toolBlockProblem, toolBlockTag } from './tool-block.ts';

const runnable = new Set(['', 'json']);

/**
 * Extracts computer_13 actions from a response. Every closed fence that is untagged or tagged `json` must contain an
 * object or a list of objects. Without a fence, the whole response may be JSON. `WAIT`, `DONE` and `FAIL` must be alone
 * on a line. Invalid JSON results in a note. Reasoning never contains actions. If the task offers tools, a block tagged
 * `tool` is a call.
 */
export function parseActions(response: string, { hasTools = false } = {}): ParsedResponse {
  const actions: ParsedResponse['actions'] = [];
  const notes: string[] = [];
  const read = (text: string) => {
    const bare = text.trim();
    if (isSpecialAction(bare)) {
      actions.push(bare);
      return;
    }
    try {
      const value = pythonJsonLoads(bare);
      for (const item of Array.isArray(value) ? value : [value]) {
        if (isSpecialAction(item)) actions.push(item);
        else if (isObject(item)) actions.push(isSpecialAction(item.action_type) ? item.action_type : item);
        else notes.push('a JSON value that is no object: not an action');
      }
    } catch (error) {
      if (!(error instanceof PythonJsonError)) throw error;
      notes.push(`not JSON: ${error.message}`);
    }
  };
  const { reply } = splitThoughts(response);
  const parts = markdownParts(reply);
  const blocks = parts.filter((part) => part.kind === 'block');
  const start = reply.trimStart().charAt(0);
  if (blocks.length === 0 && (start === '{' || start === '[')) read(reply);
  else {
    for (const part of parts) {
      if (part.kind === 'line') {
        if (isSpecialAction(part.text.trim())) actions.push(part.text.trim());
      } else if (!part.isClosed) notes.push('a block is not closed: not an action');
      else if (hasTools && part.language === toolBlockTag) {
        const call = readToolBlock(part.code);
        if (call === null)
          return { actions, notes: [...notes, 'a block is no call of a tool'], problem: toolBlockProblem };
        actions.push(call);
      } else if (runnable.has(part.language)) read(part.code);
      else notes.push(`a block tagged ${part.language.slice(0, 40)} is not JSON: not an action`);
    }
  }
  return { actions, notes };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
