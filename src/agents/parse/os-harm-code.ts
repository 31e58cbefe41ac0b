import { afterSpace, afterWord, pythonStrip } from './python-text.ts';
import { isSpecialAction, specialActions } from './special-actions.ts';

/**
 * OS-Harm's `parse_code_from_string`, bug for bug: it splits at every `;`, even inside strings, and drops a fence's
 * first word if white space follows. Runs in linear time.
 */
export function parseCodeAsOsHarm(response: string): string[] {
  const remembered = specialActions.filter((special) => hasLine(response, special));
  const text = response
    .split(';')
    .map(pythonStrip)
    .filter((segment) => segment !== '')
    .join('\n');
  const whole = pythonStrip(text);
  if (isSpecialAction(whole)) return [whole];
  const actions = fences(text).flatMap(blockActions);
  return [...actions, ...remembered.filter((special) => !actions.includes(special))];
}

function hasLine(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    // Each line is checked only once, even if it repeats the word.
    if (pythonStrip(text.slice(start, end < 0 ? text.length : end)) === word) return true;
    if (end < 0) return false;
    at = end;
  }
  return false;
}

function fences(text: string): string[] {
  const found: string[] = [];
  for (let open = text.indexOf('```'); open >= 0; ) {
    const word = afterWord(text, open + 3);
    const space = afterSpace(text, word);
    const start = word > open + 3 && space > word ? space : open + 3;
    const close = text.indexOf('```', start);
    // Later fences are unclosed too, because neither words nor white space contain backticks.
    if (close < 0) break;
    found.push(text.slice(start, close));
    open = text.indexOf('```', close + 3);
  }
  return found;
}

function blockActions(block: string): string[] {
  const code = pythonStrip(block);
  if (isSpecialAction(code)) return [code];
  const end = code.lastIndexOf('\n');
  const last = code.slice(end + 1);
  return isSpecialAction(last) ? [code.slice(0, end), last] : [code];
}
