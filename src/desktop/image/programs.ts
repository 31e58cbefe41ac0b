import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const list = new URL('programs.txt', import.meta.url);
const folders = ['usr/local/sbin', 'usr/local/bin', 'usr/sbin', 'usr/bin', 'usr/games'];

/** Names of the programs in this version's image, from the list that accompanies the recipe. */
export function imagePrograms(): ReadonlySet<string> {
  return new Set(readFileSync(list, 'utf8').trim().split('\n'));
}

export function programsIn(root: string): string[] {
  const names = folders.flatMap((folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []));
  return [...new Set(names)].sort();
}
