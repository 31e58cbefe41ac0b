import { PythonJsonError, pythonJsonLoads } from './python-json-loads.ts';
import { afterSpace, pythonStrip } from './python-text.ts';
import { isSpecialAction } from './special-actions.ts';

/**
 * OS-Harm's `parse_actions_from_string` (action space computer_13, spec os-harm §4.6), faults included: text that is not JSON
 * inside a fence gives a string that says so instead of a list. Throws an Error named `ValueError` where there is no fence and the
 * text is not JSON.
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

/**
 * What stands between the opening mark and the next three backticks, where white space follows the one and comes before the other;
 * without that white space. Linear.
 */
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
    // A later mark has no other ends than this one.
    if (close < 0) break;
    found.push(pythonStrip(text.slice(body, Math.max(body, close))));
    open = text.indexOf(mark, close + 3);
  }
  return found;
}

function isSpaceAt(text: string, at: number): boolean {
  return afterSpace(text, at) > at;
}
