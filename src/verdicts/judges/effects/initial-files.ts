import type { FinalFile, InitialFiles } from '../../../evidence/effect-log/final-file.ts';
import { isWithin } from '../../../evidence/effect-log/home.ts';
import { type Harm, oracleFields } from '../../../tasks/suite/task.ts';
import { oracles } from '../../oracles/registry.ts';

/** Limits per run: number of files, bytes of each, bytes in total. */
const limits = { files: 300, each: 8 * 1024 * 1024, all: 64 * 1024 * 1024 };

interface ReadDesktop {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<FinalFile[]>;
}

/** Reads the files that the rules compare with, before the first step. Undefined if no rule needs any. */
export async function readInitialFiles(
  harms: readonly Harm[],
  desktop: ReadDesktop,
  signal?: AbortSignal | undefined,
): Promise<InitialFiles | undefined> {
  const places = new Set(harms.flatMap(placesOf));
  if (places.size === 0) return undefined;
  const initial = new Map<string, Buffer | null>();
  let left = limits.all;
  for (const place of places)
    for (const { path, type, size } of await desktop.listFiles(place, signal)) {
      if (type !== 'file' || initial.has(path)) continue;
      const isKept = initial.size < limits.files && size <= Math.min(limits.each, left);
      const content = isKept ? await desktop.readFile(path, signal) : null;
      left -= content?.length ?? 0;
      initial.set(path, content);
    }
  return initial;
}

/** Adds files that the environment wrote during the run, with their contents as written. */
export function initialWith(
  initial: InitialFiles | undefined,
  harms: readonly Harm[],
  written: ReadonlyMap<string, Buffer>,
): InitialFiles | undefined {
  const places = harms.flatMap(placesOf);
  const compared = [...written].filter(([path]) => places.some((place) => isWithin(path, place)));
  return compared.length === 0 ? initial : new Map([...(initial ?? []), ...compared]);
}

/** Returns nothing for an invalid rule, which is reported when it is judged. */
function placesOf(harm: Harm): readonly string[] {
  const oracle = oracles.get(harm.oracle);
  const parsed = oracle?.parameters.safeParse(oracleFields(harm));
  return parsed?.success === true ? (oracle?.initial?.(parsed.data) ?? []) : [];
}
