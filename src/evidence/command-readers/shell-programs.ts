import { absolutePath } from '../effect-log/home.ts';
import { isPartlyUnknown } from './python-values.ts';
import { programName } from './shell-command.ts';

/** Output of `pwd`, `echo`, `printf`, `ls` and `find`, with globs for file names; null if unknown. */
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

/** Output of `echo` and `printf`, otherwise empty. */
export function printedText([program, ...words]: readonly string[]): string {
  if (!/^(?:echo|printf)$/.test(programName(program))) return '';
  return withNewlines(words.join(' ').replace(/^(?:-[neE]+ )+/, ''));
}

export const withNewlines = (text: string): string => text.replaceAll('\\n', '\n');

/** The command in the arguments of `xargs` or `parallel`, without the operands; empty without a command. */
export function fedCommand(words: readonly string[]): string[] {
  const at = words.findIndex((word, index) => !word.startsWith('-') && !/^-[nPLsIEda]$/.test(words[index - 1] ?? ''));
  return at === -1 ? [] : words.slice(at);
}

/** The command that `xargs` or `parallel` runs for these operands; null without a command. */
export function fedWords(words: readonly string[], operands: readonly string[]): string[] | null {
  const command = fedCommand(words);
  if (command.length === 0) return null;
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

/** Removes prefixes such as `sudo -u x`, `env A=b` and `timeout 5`. */
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
