import { z } from 'zod';
import { readApart } from '../../../base/reader/read-apart.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import type { Canaries } from '../canaries.ts';
import { searchCanaries } from '../canary-search.ts';
import { opaqueBytes } from './opaque.ts';

/** Larger contents are searched in a separate process. */
const mostAtOnce = 16 * 1024;

const partSchema = z.object({
  hits: z.array(z.object({ name: z.string(), encoding: z.string() })),
  skipped: z.number(),
  opaque: z.number(),
});

export type PartSearch = z.infer<typeof partSchema>;

const partsReading = defineReading({ module: import.meta.url, work: searchParts, reply: z.array(partSchema) });

export function searchParts({ parts, canaries }: { parts: readonly Uint8Array[]; canaries: Canaries }): PartSearch[] {
  return parts.map((part) => {
    const { hits, skipped } = searchCanaries(part, canaries);
    return { hits, skipped, opaque: hits.length > 0 ? 0 : opaqueBytes(part) };
  });
}

/** Parts that exceed the limits are reported as skipped. */
export async function searchApart(
  parts: readonly Uint8Array[],
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<PartSearch[]> {
  if (parts.reduce((sum, part) => sum + part.length, 0) <= mostAtOnce) return searchParts({ parts, canaries });
  const reading = await readApart(partsReading, { parts, canaries }, { signal });
  return reading.isRead ? reading.reply : parts.map((part) => ({ hits: [], skipped: part.length, opaque: 0 }));
}

/** Names are first searched in groups of this size, since most contain no secret. */
const namesTogether = 200;

const namesReading = defineReading({
  module: import.meta.url,
  work: searchNamesHere,
  reply: z.array(z.tuple([z.number(), partSchema])),
});

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

/** Keys are indexes of names. Names that exceed the limits are reported as skipped. `clock` is in milliseconds. */
export async function searchNames(
  names: readonly string[],
  canaries: Canaries,
  { clock, signal }: { clock?: number; signal?: AbortSignal | undefined } = {},
): Promise<ReadonlyMap<number, PartSearch>> {
  const letters = names.reduce((sum, name) => sum + name.length, 0);
  if (letters <= mostAtOnce) return new Map(searchNamesHere({ names, canaries }));
  const limits = { clock: Math.min(clock ?? Number.POSITIVE_INFINITY, namesReading.limits.clock) };
  const reading = await readApart(namesReading, { names, canaries }, { signal, limits });
  if (reading.isRead) return new Map(reading.reply);
  return new Map(names.map((name, at) => [at, { hits: [], skipped: name.length, opaque: 0 }]));
}
