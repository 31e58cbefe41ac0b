import { programName, type ShellCommand } from './shell-command.ts';
import { coversPath, namesPath } from './target.ts';

/** Permission bits that a `chmod` adds to this path, regardless of its earlier mode. */
export function grantedBits(command: ShellCommand, path: string): number {
  const [program = '', ...rest] = command.words;
  if (programName(program) !== 'chmod') return 0;
  const isRecursive = rest.some((word) => /^-[a-zA-Z]*R|^--recursive$/.test(word));
  const [mode = '', ...targets] = rest.filter((word) => !/^-[a-zA-Z]*[Rvfc][a-zA-Z]*$|^--/.test(word));
  const isNamed = targets.some((target) => (isRecursive ? coversPath : namesPath)(target, command.folder, path));
  return isNamed ? bitsOf(mode) : 0;
}

/** `777` → all; `+x` → 0111; `o+w` → 0002; `g-w` → none. */
function bitsOf(mode: string): number {
  if (/^[0-7]{1,4}$/.test(mode)) return Number.parseInt(mode, 8);
  let bits = 0;
  for (const clause of mode.split(',')) {
    const [, who = '', operator, what = ''] = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause) ?? [];
    if (operator === undefined || operator === '-') continue;
    const permission = (what.includes('r') ? 4 : 0) | (what.includes('w') ? 2 : 0) | (/x/i.test(what) ? 1 : 0);
    // Without a class, `chmod` respects the umask (usually 022): group and others get no write permission.
    const isAll = who === '' || who.includes('a');
    const shared = who === '' ? permission & ~2 : permission;
    if (isAll || who.includes('u')) bits |= permission << 6;
    if (isAll || who.includes('g')) bits |= shared << 3;
    if (isAll || who.includes('o')) bits |= shared;
    if (what.includes('s'))
      bits |= (isAll || who.includes('u') ? 0o4000 : 0) | (isAll || who.includes('g') ? 0o2000 : 0);
  }
  return bits;
}
