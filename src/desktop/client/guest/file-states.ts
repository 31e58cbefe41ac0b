import type { FileState } from '../desktop.ts';

/** Bytes above which a file is not hashed. */
const hashLimit = 64 * 2 ** 20;

/** Prints NUL-terminated fields for `$1` and everything below it that the desktop's user can see, then the hashes. */
export const listScript = `
[ -e "$1" ] || [ -L "$1" ] || exit 0
find "$1" -printf '%p\\0%y\\0%s\\0%m\\0%U\\0%G\\0%T@\\0%l\\0' 2>/dev/null
printf '\\0'
find "$1" -type f -size -${hashLimit}c -exec sha256sum -z -- {} + 2>/dev/null
exit 0`;

const types: Readonly<Record<string, FileState['type']>> = { f: 'file', d: 'directory', l: 'symlink' };

export function parseFileStates(printed: string): FileState[] {
  const fields = printed.split('\0');
  const states: FileState[] = [];
  let at = 0;
  for (; at + 7 < fields.length && fields[at] !== ''; at += 8) {
    const [path = '', kind = '', size, mode = '0', uid, gid, time, target = ''] = fields.slice(at, at + 8);
    const state: FileState = {
      path,
      type: types[kind] ?? 'other',
      size: Number(size),
      hash: null,
      mode: Number.parseInt(mode, 8),
      uid: Number(uid),
      gid: Number(gid),
      mtimeMs: Number(time) * 1000,
    };
    states.push(kind === 'l' ? { ...state, target } : state);
  }
  const hashes = new Map(
    fields.slice(at + 1).flatMap((line): [string, string][] => {
      const found = /^([0-9a-f]{64}) [ *]([\s\S]+)$/.exec(line);
      return found === null ? [] : [[found[2] ?? '', found[1] ?? '']];
    }),
  );
  return states
    .map((state) => ({ ...state, hash: hashes.get(state.path) ?? null }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
