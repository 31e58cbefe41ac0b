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

interface ReadDesktop {
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<FinalFile[]>;
}

export async function readWatchedDocuments(
  reach: Reach,
  desktop: ReadDesktop,
  signal?: AbortSignal | undefined,
): Promise<InitialFiles> {
  const kept = new Map<string, Buffer | null>();
  for (const { path, type, size } of await desktop.listFiles(home, signal)) {
    if (kept.size === limits.files) break;
    if (type !== 'file' || size > limits.each || !documents.test(path) || path.startsWith(`${home}/.`)) continue;
    if (reach.holds(path)) kept.set(path, await desktop.readFile(path, signal));
  }
  return kept;
}
