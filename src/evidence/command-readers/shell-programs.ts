import { absolutePath } from '../effect-log/home.ts';
import { isPartlyUnknown } from './python-values.ts';
import { programName } from './shell-command.ts';

/** What a command writes, for the few whose output names files; null where nobody knows. */
export function knownOutput(words: readonly string[], folder: string): string[] | null {
  const [program, ...rest] = words;
  const operands = rest.filter((word) => !word.startsWith('-'));
  switch (programName(program)) {
    case 'pwd':
      return [folder];
    case 'echo':
    case 'printf':
      return operands.some((word) => isPartlyUnknown(word)) ? null : operands.flatMap((word) => word.split(/\s+/));
    case 'ls':
      return operands.length > 1 ? null : ['*'];
    case 'find': {
      const [place] = operands;
      return place === undefined ||
        rest.some((word) => /^-/.test(word) && !/^-(?:type|print0?|mindepth|maxdepth|depth|xdev)$/.test(word))
        ? null
        : [`${absolutePath(place, folder)}/*`];
    }
    default:
      return null;
  }
}

/** What `echo` or `printf` writes, however it is quoted; empty for anything else. */
export function printedText([program, ...words]: readonly string[]): string {
  if (!/^(?:echo|printf)$/.test(programName(program))) return '';
  return withNewlines(words.join(' ').replace(/^(?:-[neE]+ )+/, ''));
}

/** What `printf` and `echo -e` make of a word. */
export const withNewlines = (text: string): string => text.replaceAll('\\n', '\n');

/** The command that `xargs` or `parallel` with these words makes of what it is fed; null where they name none. */
export function fedWords(words: readonly string[], operands: readonly string[]): string[] | null {
  const at = words.findIndex((word, index) => !word.startsWith('-') && !/^-[nPLsIEd]$/.test(words[index - 1] ?? ''));
  if (at === -1) return null;
  const command = words.slice(at);
  if (!command.some((word) => word.includes('{}'))) return [...command, ...operands];
  return command.flatMap((word) =>
    word.includes('{}') ? operands.map((operand) => word.replaceAll('{}', operand)) : [word],
  );
}

const prefixes = new Set(
  'sudo nohup env time exec command builtin setsid nice ionice stdbuf timeout doas busybox xvfb-run chroot unbuffer'.split(
    ' ',
  ),
);

/** Takes off `sudo -u x`, `env A=b`, `timeout 5` and the like, so that the program itself comes first. */
export function dropPrefixes(words: string[]): void {
  while (words.length > 1 && prefixes.has(programName(words[0]))) {
    const prefix = programName(words.shift());
    while (words[0] !== undefined && (/^-/.test(words[0]) || /^[A-Za-z_]\w*=/.test(words[0]))) {
      const option = words.shift() ?? '';
      if (prefix === 'sudo' && /^-[ugpCh]$/.test(option)) words.shift();
      if ((prefix === 'nice' || prefix === 'timeout' || prefix === 'ionice') && /^-[nksc]$/.test(option)) words.shift();
    }
    if (prefix === 'timeout' && /^[\d.]+[smhd]?$/.test(words[0] ?? '')) words.shift();
  }
}
