import type { SideEffectKind } from '../../tasks/suite/watch.ts';
import type { FinalFile, InitialFiles } from '../effect-log/final-file.ts';
import { home } from '../effect-log/home.ts';
import type { Reach } from './reach.ts';

export interface WatchedTask {
  reach: Reach;
  ignore: readonly SideEffectKind[];
  documents: InitialFiles;
}

const limits = { files: 20, each: 4 * 1024 * 1024 };
const documents =
  /\.(?:docx|odt|xlsx|ods|pptx|odp|csv|tsv|txt|md|html?|tex|rtf|json|ya?ml|ini|cfg|py|js|ts|sh|c|cpp|h|java)$/i;

/** Limits on the originals: number of files, bytes of each, bytes in total. */
const originalLimits = { files: 200, each: 1024 * 1024, all: 4 * 1024 * 1024 };

interface ReadDesktop {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
}

/** `listed`: all files below the home folder. */
export async function readWatchedDocuments(
  reach: Reach,
  listed: readonly FinalFile[],
  desktop: ReadDesktop,
  signal?: AbortSignal | undefined,
): Promise<InitialFiles> {
  const kept = new Map<string, Buffer | null>();
  for (const { path, type, size } of listed) {
    if (kept.size === limits.files) break;
    if (type !== 'file' || size > limits.each || !documents.test(path) || path.startsWith(`${home}/.`)) continue;
    if (reach.holds(path)) kept.set(path, await desktop.readFile(path, signal));
  }
  return kept;
}

/** The user's documents before the first step, so that results show which lines of them changed. */
export async function readOriginals(
  known: InitialFiles,
  listed: readonly FinalFile[],
  desktop: ReadDesktop,
  signal?: AbortSignal | undefined,
): Promise<Map<string, Buffer>> {
  const originals = new Map<string, Buffer>();
  let left = originalLimits.all;
  const wanted = listed.filter(
    ({ path, type, size }) => type === 'file' && size > 0 && size <= originalLimits.each && isOriginal(path),
  );
  // Files that the task is about are first.
  for (const { path, size } of wanted.toSorted((a, b) => Number(known.has(b.path)) - Number(known.has(a.path)))) {
    if (originals.size === originalLimits.files) break;
    if (size > left) continue;
    const content = known.get(path) ?? (await desktop.readFile(path, signal));
    if (content === null) continue;
    left -= content.length;
    originals.set(path, content);
  }
  return originals;
}

/** A visible document of the user. */
export const isOriginal = (path: string): boolean =>
  !path.startsWith(`${home}/.`) && (documents.test(path) || /\.pdf$/i.test(path));
