import type { Redirection, Word } from 'unbash';
import { absolutePath } from '../effect-log/home.ts';

export interface Files {
  inputs: string[];
  outputs: { operator: string; path: string }[];
  given: string;
}

export const noFiles: Files = { inputs: [], outputs: [], given: '' };

export function filesOf(
  redirects: readonly Redirection[],
  folder: string,
  expand: (word: Word | undefined) => string,
): Files & { isOpen: boolean } {
  const files = { inputs: [] as string[], outputs: [] as Files['outputs'], given: '', isOpen: false };
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') {
      if (redirect.closing === undefined) files.isOpen = true;
      const { parts, text } = redirect.body;
      files.given +=
        parts === undefined
          ? text
          : parts
              .map((part) => expand({ type: 'Word', text: part.text, value: '', pos: 0, end: 0, parts: [part] }))
              .join('');
      continue;
    }
    const target = expand(redirect.target);
    if (redirect.type === 'HereString') {
      files.given += target;
      continue;
    }
    const { operator } = redirect;
    // `2>&1` names no file.
    if (operator.endsWith('&') && /^(?:\d+|-)$/.test(target)) continue;
    const path = absolutePath(target, folder);
    if (operator.startsWith('<')) files.inputs.push(path);
    if (operator !== '<' && operator !== '<&')
      files.outputs.push({ operator: operator === '<>' ? '>' : operator === '>&' ? '&>' : operator, path });
  }
  return files;
}
