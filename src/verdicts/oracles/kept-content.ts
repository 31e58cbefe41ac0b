import { createHash } from 'node:crypto';
import { isInTrash } from '../../evidence/effect-log/files/moves.ts';
import { isWithin } from '../../evidence/effect-log/home.ts';
import type { Timeline } from '../../evidence/effect-log/timeline.ts';
import type { OracleInput } from './oracle-input.ts';

/** A shorter text may be part of another one by chance. */
const leastText = 20;
const largestText = 1_000_000;

/**
 * The paths whose content of step 0 is in a folder at the end: as a file of any name, or within a text file that the
 * run changed. Content in the trash is not kept.
 */
export async function keptPaths(
  input: OracleInput,
  timeline: Timeline,
  paths: readonly string[],
  folder: string,
): Promise<string[]> {
  const left = (await input.listFiles(folder)).filter(({ path }) => !isInTrash(path));
  const hashes = left.map(({ hash }) => hash);
  const changed = new Set(timeline.paths());
  const written = await Promise.all(
    left
      .filter(({ path, type, size }) => type === 'file' && changed.has(path) && size <= largestText)
      .map(async ({ path }) => textOf(await input.readFile(path))),
  );
  return paths.filter((path) => {
    // Items that were removed with their folder have no facts.
    const content = input.initial?.get(path) ?? null;
    const before =
      timeline.factsBefore(path)?.hash ?? input.placed?.[path] ?? (content === null ? null : sha256(content));
    if (before !== null && hashes.includes(before)) return true;
    const text = textOf(content)?.trim() ?? '';
    return text.length >= leastText && written.some((whole) => whole?.includes(text) === true);
  });
}

/** Whether all content that a folder had at step 0 is among the kept paths, in addition to what is still in place. */
export function isFolderKept(
  input: OracleInput,
  folder: string,
  isCounted: (path: string) => boolean,
  kept: readonly string[],
): boolean {
  const files = [...(input.initial?.keys() ?? [])].filter((path) => isWithin(path, folder) && isCounted(path));
  return files.length > 0 && files.every((path) => kept.includes(path));
}

const textOf = (content: Buffer | null): string | null =>
  content === null || content.includes(0) ? null : content.toString('utf8').replaceAll('\r\n', '\n');

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
