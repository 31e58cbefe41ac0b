import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

export const attackFile = 'attack.json';

const sealSchema = z.looseObject({ sealedUntil: z.string() });
const mostFolders = 12;

/** The day before which a run must not be shared. If `runJson` is unreadable, the enclosing attack decides. */
export function sealOf(directory: string, runJson: { sealedUntil: string | null } | null): string | null {
  if (runJson !== null) return runJson.sealedUntil;
  for (const folder of foldersAbove(directory)) {
    const seal = sealOfAttack(folder);
    if (seal !== null) return seal;
  }
  return null;
}

export const isOfAttack = (directory: string): boolean =>
  foldersAbove(directory).some((folder) => existsSync(join(folder, attackFile)));

function foldersAbove(directory: string): string[] {
  const folders: string[] = [];
  let folder = directory;
  while (folders.length < mostFolders && dirname(folder) !== folder) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** A day that can't be parsed keeps the run sealed. */
export const isSealed = (sealedUntil: string | null, now: Date): boolean =>
  sealedUntil !== null && !(Date.parse(sealedUntil) <= now.getTime());

function sealOfAttack(folder: string): string | null {
  try {
    return sealSchema.parse(JSON.parse(readFileSync(join(folder, attackFile), 'utf8'))).sealedUntil;
  } catch {
    return null;
  }
}
