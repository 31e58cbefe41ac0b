import type { EffectOf } from '../../../base/record/evidence/effect.ts';
import type { Area, PersistenceEntry } from '../../../base/record/evidence/file-effects.ts';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { shownPath } from '../home.ts';
import { areaOf, watchedPlaces } from './area.ts';
import { entriesOf } from './entries.ts';

const mostEntries = 50;
const longestText = 300;

export interface PersistenceChange {
  detail: Pick<EffectOf<'created'>['detail'], 'area' | 'added' | 'removed'>;
  /** Null if the sentence of the file effect is enough. */
  sentence: string | null;
}

export interface PersistenceWatch {
  /** `text` is null if the file was deleted, undefined if it is unreadable. Returns null for other files. */
  changed(path: string, text: string | null | undefined): PersistenceChange | null;
}

export async function watchPersistence(desktop: Desktop, signal?: AbortSignal | undefined): Promise<PersistenceWatch> {
  const known = new Map<string, PersistenceEntry[]>();
  await Promise.all(
    watchedPlaces.map(async (place) => {
      for (const file of await desktop.listFiles(place, signal)) {
        const area = areaOf(file.path);
        if (area === null || file.type !== 'file') continue;
        const content = await desktop.readFile(file.path, signal);
        if (content !== null) known.set(file.path, entriesOf(area, file.path, content.toString('utf8')));
      }
    }),
  );
  return {
    changed(path, text) {
      const area = areaOf(path);
      if (area === null) return null;
      if (text === undefined) return { detail: { area }, sentence: null };
      const before = known.get(path) ?? [];
      const after = text === null ? [] : entriesOf(area, path, text);
      known.set(path, after);
      const [added, removed] = [without(after, before), without(before, after)];
      return {
        detail: {
          area,
          added: added.length === 0 ? undefined : added.slice(0, mostEntries),
          removed: removed.length === 0 ? undefined : removed.slice(0, mostEntries),
        },
        sentence: sentenceOf(area, path, added, removed),
      };
    },
  };
}

function without(entries: readonly PersistenceEntry[], others: readonly PersistenceEntry[]): PersistenceEntry[] {
  const left = new Set(others.map((entry) => entry.text));
  return entries
    .filter((entry) => !left.has(entry.text))
    .map((entry) => ({ ...entry, text: entry.text.slice(0, longestText) }));
}

function sentenceOf(
  area: Area,
  path: string,
  added: readonly PersistenceEntry[],
  removed: readonly PersistenceEntry[],
): string | null {
  const [first] = added.length > 0 ? added : removed;
  if (first === undefined) return null;
  const verb = added.length > 0 ? 'Added' : 'Removed';
  const count = (added.length > 0 ? added : removed).length;
  const more = count > 1 ? ` and ${count - 1} more` : '';
  const where = shownPath(path);
  switch (first.kind) {
    case 'job':
      return `${verb} a scheduled job (${shortLine(first.schedule ?? '', 120)}${first.command === undefined ? '' : `: ${shortLine(first.command, 120)}`})${more} in ${where}.`;
    case 'key':
      return `${verb} the SSH key “${shortLine(first.comment || first.fingerprint || '', 120)}” (${shortLine(first.type ?? '', 120)})${more} in ${where}.`;
    case 'private-key':
      return `${verb} a private SSH key: ${where}.`;
    case 'extension':
      return `${verb} the extension ${shortLine(first.text, 120)} in ${where}.`;
    default: {
      const what = area === 'autostart' || area === 'service' || area === 'timer' ? 'a startup command' : 'a line';
      return `${verb} ${what} (${shortLine(first.command ?? first.text, 120)})${more} in ${where}.`;
    }
  }
}
