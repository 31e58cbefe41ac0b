import { isMalformed, rethrowUnless } from '../../base/expected-errors.ts';
import { absolutePath, isWithin } from '../effect-log/home.ts';

/** Whether a command's word, possibly a pattern, names this path. */
export function namesPath(word: string, folder: string, path: string): boolean {
  const target = absolutePath(word, folder);
  return /[*?[{]/.test(target) ? matchesPattern(path, target) : target === path;
}

export function coversPath(word: string, folder: string, path: string): boolean {
  const target = absolutePath(word, folder);
  if (!/[*?[{]/.test(target)) return isWithin(path, target);
  const depth = target.split('/').length;
  return matchesPattern(path.split('/').slice(0, depth).join('/'), target);
}

/** A shell glob: `*` and `?` stop at `/` and skip leading dots; `[abc]`; `{a,b}`. */
export function matchesPattern(path: string, pattern: string): boolean {
  let source = '';
  let braces = 0;
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at] ?? '';
    const isStart = at === 0 || pattern[at - 1] === '/';
    const close = letter === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (letter === '*') source += isStart ? '(?!\\.)[^/]*' : '[^/]*';
    else if (letter === '?') source += isStart ? '[^/.]' : '[^/]';
    else if (close !== -1) {
      source += `[${pattern
        .slice(at + 1, close)
        .replace(/^!/, '^')
        .replace(/[\\\]]/g, '\\$&')}]`;
      at = close;
    } else if (letter === '{' && pattern.indexOf('}', at) !== -1) {
      braces++;
      source += '(?:';
    } else if (letter === '}' && braces > 0) {
      braces--;
      source += ')';
    } else if (letter === ',' && braces > 0) source += '|';
    else source += letter.replace(/[\\^$.|+(){}[\]]/g, '\\$&');
  }
  try {
    return new RegExp(`^(?:${source})$`, 's').test(path);
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return false;
  }
}
