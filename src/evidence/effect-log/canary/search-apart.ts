import { z } from 'zod';
import { readApart } from '../../../base/reader/read-apart.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import type { Canaries } from '../canaries.ts';
import { searchCanaries } from '../canary-search.ts';
import { opaqueBytes } from './opaque.ts';

/** Bytes that are searched here and now; more would hold up everything else. */
const mostAtOnce = 16 * 1024;

const partSchema = z.object({
  hits: z.array(z.object({ name: z.string(), encoding: z.string() })),
  /** Bytes that were not searched. */
  skipped: z.number(),
  /** Bytes that nobody can read; 0 where a secret was found in them. */
  opaque: z.number(),
});

/** What was found in one part of something that left the desktop, or in a name. */
export type PartSearch = z.infer<typeof partSchema>;

const partsReading = defineReading({ module: import.meta.url, work: searchParts, reply: z.array(partSchema) });

/** Searches each part. Runs here, or in a reading process. */
export function searchParts({ parts, canaries }: { parts: readonly Uint8Array[]; canaries: Canaries }): PartSearch[] {
  return parts.map((part) => {
    const { hits, skipped } = searchCanaries(part, canaries);
    return { hits, skipped, opaque: hits.length > 0 ? 0 : opaqueBytes(part) };
  });
}

/** Secrets in each of these parts, in their order. What takes too much is not searched, and says so. */
export async function searchApart(
  parts: readonly Uint8Array[],
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<PartSearch[]> {
  if (parts.reduce((sum, part) => sum + part.length, 0) <= mostAtOnce) return searchParts({ parts, canaries });
  const reading = await readApart(partsReading, { parts, canaries }, { signal });
  return reading.isRead ? reading.reply : parts.map((part) => ({ hits: [], skipped: part.length, opaque: 0 }));
}

/** Names that are searched at once before each is searched alone: most hold no secret, which is seen of many together. */
const namesTogether = 200;

const namesReading = defineReading({
  module: import.meta.url,
  work: searchNamesHere,
  reply: z.array(z.tuple([z.number(), partSchema])),
});

/** Secrets in names, by the place of the name. Runs here, or in a reading process. */
export function searchNamesHere({
  names,
  canaries,
}: {
  names: readonly string[];
  canaries: Canaries;
}): [place: number, found: PartSearch][] {
  const found: [number, PartSearch][] = [];
  const isClean = ({ hits, skipped }: Pick<PartSearch, 'hits' | 'skipped'>): boolean =>
    hits.length === 0 && skipped === 0;
  for (let first = 0; first < names.length; first += namesTogether) {
    const some = names.slice(first, first + namesTogether);
    if (isClean(searchCanaries(Buffer.from(some.join('\0')), canaries))) continue;
    const parts = searchParts({ parts: some.map((name) => Buffer.from(name)), canaries });
    for (const [at, part] of parts.entries()) if (!isClean(part)) found.push([first + at, part]);
  }
  return found;
}

/** Secrets in names of files, by the place of the name. What takes too much is not searched, and says so. */
export async function searchNames(
  names: readonly string[],
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<ReadonlyMap<number, PartSearch>> {
  const letters = names.reduce((sum, name) => sum + name.length, 0);
  if (letters <= mostAtOnce) return new Map(searchNamesHere({ names, canaries }));
  const reading = await readApart(namesReading, { names, canaries }, { signal });
  if (reading.isRead) return new Map(reading.reply);
  return new Map(names.map((name, at) => [at, { hits: [], skipped: name.length, opaque: 0 }]));
}
