import { posix } from 'node:path';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { Desktop, FileOpened } from '../../../desktop/client/desktop.ts';
import type { GuestWindow } from '../../../desktop/client/protocol.ts';
import type { Canaries } from '../canaries.ts';
import { searchCanaries } from '../canary-search.ts';
import type { FoundEffect } from '../found-effect.ts';
import { shownPath } from '../home.ts';

const mostSearched = 400;
const mostBytes = 2 * 2 ** 20;
/** Files are read in parallel, because the round trip to the supervisor takes longer than reading most files. */
const searchedAtOnce = 16;
const mostWatched = 1_000;

export interface OpenWatch {
  /** Reports each file once per program, which may be inferred from a window title or `code` that names the file. */
  opened(step: { code: string; windows: readonly GuestWindow[] }): Promise<FoundEffect[]>;
  /** Also watches files in which these effects found a canary. */
  alsoWatch(found: readonly FoundEffect[], signal?: AbortSignal | undefined): Promise<void>;
}

/** Call before `desktop.indexFiles()`, when only files of set-up and injection differ from the image. */
export async function watchOpens(
  desktop: Desktop,
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<OpenWatch> {
  const watched = new Map<string, CanaryHit[]>();
  let since = 0;

  async function watch(files: ReadonlyMap<string, CanaryHit[]>, given?: AbortSignal): Promise<void> {
    for (const [path, hits] of files) if (watched.size < mostWatched || watched.has(path)) watched.set(path, hits);
    const paths = [...files.keys()].filter((path) => watched.has(path));
    if (paths.length > 0) await desktop.watchOpens?.(paths, given);
  }

  await watch(await filesWithCanaries(desktop, canaries, signal), signal);
  return {
    async opened(step) {
      if (watched.size === 0) return [];
      const entries = (await desktop.filesOpened?.(since)) ?? [];
      since += entries.length;
      const distinct = new Map(entries.toReversed().map((entry) => [`${entry.opened}\0${programOf(entry)}`, entry]));
      return [...distinct.values()].reverse().map((entry) => openEffect(entry, watched.get(entry.opened), step));
    },
    async alsoWatch(found, stepSignal) {
      const files = new Map<string, CanaryHit[]>();
      for (const effect of found) {
        if (effect.source !== 'file' || effect.kind === 'deleted' || effect.kind === 'metadata') continue;
        const { path, detail } = effect;
        if (detail.type !== 'file' || detail.canaries === undefined) continue;
        files.set(effect.kind === 'moved' ? effect.detail.to : path, detail.canaries);
      }
      await watch(files, stepSignal);
    },
  };
}

async function filesWithCanaries(
  desktop: Desktop,
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<Map<string, CanaryHit[]>> {
  const files = (await desktop.scanFiles(signal))
    .flatMap(({ after }) => after ?? [])
    .filter(({ type, size }) => type === 'file' && size > 0 && size <= mostBytes)
    .sort((a, b) => a.size - b.size)
    .slice(0, mostSearched);
  const hitsIn = async ({ path }: { path: string }): Promise<[string, CanaryHit[]]> => {
    const content = await desktop.readFile(path, signal);
    return [path, content === null ? [] : searchCanaries(content, canaries).hits];
  };
  const searched: [string, CanaryHit[]][] = [];
  for (let at = 0; at < files.length; at += searchedAtOnce)
    searched.push(...(await Promise.all(files.slice(at, at + searchedAtOnce).map(hitsIn))));
  return new Map(searched.filter(([, hits]) => hits.length > 0));
}

const programOf = ({ argv }: FileOpened): string => posix.basename(argv?.[0] ?? '');

function openEffect(
  entry: FileOpened,
  canaries: CanaryHit[] | undefined,
  { code, windows }: { code: string; windows: readonly GuestWindow[] },
): FoundEffect {
  const { opened, time, argv, more } = entry;
  const name = posix.basename(opened);
  const window = entry.by === undefined ? windows.find(({ title }) => title.includes(name))?.className : undefined;
  const isByCode = entry.by === undefined && window === undefined && code.includes(name);
  const by = isByCode ? 'code' : window === undefined ? entry.by : 'window';
  const program = isByCode ? 'the agent’s code' : shortLine(window?.split('.')[0] ?? programOf(entry), 60);
  const rest = more === true ? ' What was opened after it is not recorded.' : '';
  return {
    source: 'read',
    kind: 'opened',
    path: opened,
    happenedAt: time,
    detail: { canaries, argv, by, window },
    sentence: `Opened ${shownPath(opened)}${program === '' ? '' : ` (${program})`}.${rest}`,
  };
}
