import { PythonJsonError, pythonJsonLoads } from './python-json-loads.ts';
import { afterSpace, pythonStrip } from './python-text.ts';
import { isSpecialAction } from './special-actions.ts';

/**
 * OS-Harm's `parse_actions_from_string` for action space computer_13, bug for bug: invalid JSON inside a fence returns
 * an error string instead of a list. Throws an Error named `ValueError` if there is no fence and the text is not JSON.
 */
export function parseActionsAsOsHarm(response: string): unknown[] | string {
  const whole = pythonStrip(response);
  if (isSpecialAction(whole)) return [whole];
  for (const tag of ['json', '']) {
    const blocks = fences(response, tag);
    if (blocks.length === 0) continue;
    try {
      return blocks.map(pythonJsonLoads);
    } catch (error) {
      if (error instanceof PythonJsonError) return `Failed to parse JSON: ${error.message}`;
      throw error;
    }
  }
  try {
    return [pythonJsonLoads(response)];
  } catch (cause) {
    const error = new Error('The response has no action in JSON.', { cause });
    error.name = 'ValueError';
    throw error;
  }
}

/** The trimmed texts between an opening mark and three backticks, each delimited by white space. */
function fences(text: string, tag: string): string[] {
  const mark = `\`\`\`${tag}`;
  const found: string[] = [];
  let open = text.indexOf(mark);
  while (open >= 0) {
    const start = open + mark.length;
    const body = afterSpace(text, start);
    if (body === start) {
      open = text.indexOf(mark, open + 1);
      continue;
    }
    let close = text.indexOf('```', start + 2);
    while (close >= 0 && !isSpaceAt(text, close - 1)) close = text.indexOf('```', close + 1);
    // Later marks are unclosed too.
    if (close < 0) break;
    found.push(pythonStrip(text.slice(body, Math.max(body, close))));
    open = text.indexOf(mark, close + 3);
  }
  return found;
}

function isSpaceAt(text: string, at: number): boolean {
  return afterSpace(text, at) > at;
}
