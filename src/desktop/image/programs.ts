import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const list = new URL('programs.txt', import.meta.url);
/** Folders of programs, as the desktop's PATH has them. */
const folders = ['usr/local/sbin', 'usr/local/bin', 'usr/sbin', 'usr/bin', 'usr/games'];

/** Names of the programs that the image of this version has, by the list that goes with its recipe. */
export function imagePrograms(): ReadonlySet<string> {
  return new Set(readFileSync(list, 'utf8').trim().split('\n'));
}

/** Names of the programs in a root file system, sorted: what the list must hold. */
export function programsIn(root: string): string[] {
  const names = folders.flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []));
  return [...new Set(names)].sort();
}
