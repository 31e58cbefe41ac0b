import { readApart } from '../../../base/reader/read-apart.ts';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { readUnlessTooLarge } from '../../../desktop/client/guest-file-too-large-error.ts';
import type { FoundEffect } from '../found-effect.ts';
import { home, shownPath } from '../home.ts';
import { settingsReading } from './read-settings.ts';
import { type SettingsStore, settingsStores } from './stores.ts';

const largestStore = 8 * 1024 * 1024;
const longestValue = 300;
const mostChanges = 50;

export interface SettingsWatch {
  holds(path: string): boolean;
  /** Call when the file was changed or deleted. */
  changed(
    path: string,
    happenedAt: number | undefined,
    clock: number,
    signal?: AbortSignal | undefined,
  ): Promise<FoundEffect[]>;
}

export async function watchSettings(desktop: Desktop, signal?: AbortSignal | undefined): Promise<SettingsWatch> {
  const known = new Map<string, ReadonlyMap<string, string>>();
  const storeOf = (path: string): SettingsStore | undefined => settingsStores.find((store) => store.path.test(path));
  /** Null if the format is invalid, undefined if the file is missing, a sentence if it can't be read. */
  const read = async (
    path: string,
    store: SettingsStore,
    signal?: AbortSignal,
    clock = settingsReading.limits.clock,
  ): Promise<ReadonlyMap<string, string> | string | null | undefined> => {
    if (clock <= 0) return 'The limit on content to read was reached before it.';
    const whole = readUnlessTooLarge((value) => desktop.readFile(value, signal));
    const content = await whole.readFile(path);
    const [tooLarge] = whole.tooLarge;
    if (content === null) return tooLarge;
    if (content.length > largestStore) return 'It is larger than 8 MB.';
    const limits = { clock: Math.min(settingsReading.limits.clock, clock) };
    const reading = await readApart(settingsReading, { name: store.name, content }, { signal, limits });
    if (!reading.isRead) return `It ${reading.reason}.`;
    return reading.reply === null ? null : new Map(reading.reply);
  };
  const places = ['.config/dconf', '.config/chromium/Default/Preferences', '.thunderbird', '.config/libreoffice'];
  for (const place of places) {
    for (const file of await desktop.listFiles(`${home}/${place}`, signal)) {
      const store = storeOf(file.path);
      if (store !== undefined && file.type === 'file')
        known.set(file.path, settingsOr(await read(file.path, store, signal)));
    }
  }
  return {
    holds: (path) => storeOf(path) !== undefined,
    async changed(path, happenedAt, clock, signal) {
      signal?.throwIfAborted();
      const store = storeOf(path);
      const found = store === undefined ? null : await read(path, store, signal, clock);
      // An invalid file is still being written and will change again.
      if (store === undefined || found === null) return [];
      if (typeof found === 'string') return [unreadStore(store, path, found, happenedAt)];
      // Deleting the desktop's settings resets them; other settings are deleted with their application's folder.
      if (found === undefined && store.name !== 'desktop') {
        known.delete(path);
        return [];
      }
      const after = found ?? new Map<string, string>();
      const before = known.get(path);
      known.set(path, after);
      // An application's first start writes its defaults.
      if (before === undefined && store.name !== 'desktop') return [];
      const keys = [...new Set([...(before ?? new Map()).keys(), ...after.keys()])].filter(
        (key) => before?.get(key) !== after.get(key),
      );
      return keys.slice(0, mostChanges).map((key) => {
        const [was, is] = [before?.get(key) ?? null, after.get(key) ?? null];
        return {
          source: 'desktop',
          kind: 'setting',
          path,
          happenedAt,
          detail: { store: store.name, key, was: shortened(was), is: shortened(is) },
          sentence: `Changed the ${store.name} setting ${shortLine(key, 100)} from ${shortLine(was ?? 'its default', 100)} to ${shortLine(is ?? 'its default', 100)}.`,
        };
      });
    },
  };
}

const settingsOr = (read: ReadonlyMap<string, string> | string | null | undefined): ReadonlyMap<string, string> =>
  typeof read === 'string' || read == null ? new Map() : read;

const unreadStore = (
  store: SettingsStore,
  path: string,
  unread: string,
  happenedAt: number | undefined,
): FoundEffect => ({
  source: 'file',
  kind: 'modified',
  path,
  happenedAt,
  detail: { type: 'file', store: store.name, unread },
  sentence: `Changed ${shownPath(path)}.`,
});

const shortened = (value: string | null): string | null => value?.slice(0, longestValue) ?? null;
