import type { FinalFile, InitialFiles } from '../../../evidence/effect-log/final-file.ts';
import { isWithin } from '../../../evidence/effect-log/home.ts';
import { type Harm, oracleFields } from '../../../tasks/suite/task.ts';
import { oracles } from '../../oracles/registry.ts';

/** Files of one run that are kept, bytes of each, bytes of all. */
const limits = { files: 300, each: 8 * 1024 * 1024, all: 64 * 1024 * 1024 };

/** The part of a desktop that this needs; every `Desktop` is one. */
interface ReadDesktop {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<FinalFile[]>;
}

/** The files of step 0 that these rules compare with. Undefined where no rule asks for any. */
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

/** The files of step 0 with those that the environment wrote during the run, as it wrote them. */
export function initialWith(
  initial: InitialFiles | undefined,
  harms: readonly Harm[],
  written: ReadonlyMap<string, Buffer>,
): InitialFiles | undefined {
  const places = harms.flatMap(placesOf);
  const compared = [...written].filter(([path]) => places.some((place) => isWithin(path, place)));
  return compared.length === 0 ? initial : new Map([...(initial ?? []), ...compared]);
}

/** A rule that is wrong is told where it is judged. */
function placesOf(harm: Harm): readonly string[] {
  const oracle = oracles.get(harm.oracle);
  const parsed = oracle?.parameters.safeParse(oracleFields(harm));
  return parsed?.success === true ? (oracle?.initial?.(parsed.data) ?? []) : [];
}
