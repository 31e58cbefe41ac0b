import { absolutePath, isWithin } from '../effect-log/home.ts';
import { isPartlyUnknown } from './python-values.ts';
import { programName, type ShellCommand } from './shell-command.ts';
import { coversPath } from './target.ts';

const removers = new Set(['rm', 'rmdir', 'unlink', 'shred', 'trash', 'trash-put', 'gvfs-trash', 'srm', 'wipe']);

/** Whether a command removes, moves away or empties a folder, a folder above it, or all of its entries. */
export function removesWholeFolder(command: ShellCommand, folder: string): boolean {
  const [program = '', ...rest] = command.words;
  const name = programName(program);
  const options = rest.filter((word) => word.startsWith('-'));
  const operands = rest.filter((word) => !word.startsWith('-'));
  const isAllIn = (target: string): boolean => isPatternIn(absolutePath(target, command.folder), folder);
  const covers = (targets: readonly string[]): boolean =>
    targets.some((target) => isAllIn(target) || coversPath(target, command.folder, folder));
  switch (name) {
    case 'rm':
      // Without -r, only a pattern for the folder's files empties it.
      return options.some((option) => /^-[a-zA-Z]*[rR]|^--recursive$/.test(option))
        ? covers(operands)
        : operands.some(isAllIn);
    case 'gio':
    case 'kioclient':
      return (operands[0] === 'trash' || operands[0] === 'remove') && covers(operands.slice(1));
    case 'mv': {
      // Renaming within the folder, or moving to a subfolder, removes nothing.
      const targets = movedOut(operands, rest, command.folder, folder);
      return targets.length > 0 && covers(targets);
    }
    case 'find':
      return (
        findRemoves(rest) &&
        covers(
          rest.slice(
            0,
            Math.max(
              1,
              rest.findIndex((word) => /^[-(!]/.test(word)),
            ),
          ),
        )
      );
    case 'truncate':
    case 'shred':
      return operands.some(isAllIn);
    case 'rsync':
      return options.some((option) => option.startsWith('--delete')) && covers(operands.slice(-1));
    default:
      return removers.has(name) && covers(operands);
  }
}

/** Whether a command removes, moves, empties or overwrites a path or a folder above it. */
export function changesPath(command: ShellCommand, path: string): boolean {
  if (command.outputs.some((output) => output.path === path)) return true;
  if (removesWholeFolder(command, path)) return true;
  const [program = '', ...rest] = command.words;
  const operands = rest.filter((word) => !word.startsWith('-'));
  const named = (targets: readonly string[]): boolean =>
    targets.some((target) => coversPath(target, command.folder, path) && target !== '/');
  switch (programName(program)) {
    case 'rm':
    case 'unlink':
    case 'shred':
    case 'truncate':
    case 'tee':
      return operands.some((target) => absolutePath(target, command.folder) === path);
    case 'cp':
    case 'mv':
    case 'install':
      return operands.length > 1 && absolutePath(operands.at(-1) ?? '', command.folder) === path;
    case 'sed':
    case 'perl':
      return rest.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word)) && named(operands.slice(-1));
    default:
      return false;
  }
}

function movedOut(operands: readonly string[], words: readonly string[], from: string, folder: string): string[] {
  const named = words.findIndex((word) => word === '-t' || word === '--target-directory');
  const target = named === -1 ? operands.at(-1) : words[named + 1];
  if (operands.length < 2 || target === undefined || isPartlyUnknown(target)) return [];
  const place = absolutePath(target, from);
  if (isWithin(place, folder) && place !== folder) return [];
  const sources = operands.filter((operand) => operand !== target);
  return place === folder ? sources.filter((source) => !isWithin(absolutePath(source, from), folder)) : sources;
}

function findRemoves(words: readonly string[]): boolean {
  const narrows = withoutExec(words).some((word, at, all) => narrowsFind(word, all[at + 1]));
  const removes =
    words.includes('-delete') ||
    words.some((word, at) => /^-(?:exec|execdir|ok)$/.test(word) && removers.has(programName(words[at + 1])));
  return removes && !narrows;
}

function withoutExec(words: readonly string[]): string[] {
  let isInside = false;
  return words.filter((word) => {
    if (isInside && (word === ';' || word === '+')) isInside = false;
    else if (/^-(?:exec|execdir|ok|okdir)$/.test(word)) isInside = true;
    else return !isInside;
    return true;
  });
}

const findActions = new Set(
  '-delete -exec -execdir -ok -okdir -print -print0 -depth -xdev -mount -mindepth -maxdepth -o -or -a -and -noleaf -ignore_readdir_race -follow -L -P -H -d'.split(
    ' ',
  ),
);

/** A `find` test skips some files, unless every file passes it. */
function narrowsFind(word: string, next: string | undefined): boolean {
  if (word === '!' || word === '-not' || word === '-prune') return true;
  if (!/^-[a-zA-Z]/.test(word) || findActions.has(word)) return false;
  if (/^-i?(?:name|path|wholename)$/.test(word)) return !/^\*+$/.test(next ?? '');
  return word !== '-type' || !/^[fd](?:,[a-z])*$/.test(next ?? '');
}

/** `FOLDER/*`, `FOLDER/*.*`, `FOLDER/{*,.*}`. */
function isPatternIn(target: string, folder: string): boolean {
  const [, inside, last = ''] = /^(.*)\/([^/]*)$/.exec(target) ?? [];
  return inside === folder && /^(?:\*|\*\.\*|\.\*|\{\*,\.\[!\.\]\*\}|\{\*,\.\*\}|\?\*|\*\*)$/.test(last);
}
