import { readApart } from '../../../base/reader/read-apart.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import { readUnlessTooLarge } from '../../../desktop/client/guest-file-too-large-error.ts';
import type { Canaries } from '../canaries.ts';
import type { FoundEffect } from '../found-effect.ts';
import { folderMailEffect } from './mail-effect.ts';
import { type StoredMessage, storeReading } from './read-store.ts';
import { mailRoots, mailStore } from './store.ts';

/** A larger mail folder is reported only as a changed file, without its messages. */
export const storeLimit = 32 * 1024 * 1024;

export interface MailCollector {
  /** `unread` is the reason why the folder can't be read. Null if the file is not a mail folder. */
  changed(
    path: string,
    happenedAt: number | undefined,
    clock: number,
    signal?: AbortSignal | undefined,
  ): Promise<FoundEffect[] | { unread: string } | null>;
}

/** Reads all mail folders. `changed` reports later additions and removals. */
export async function collectMail(
  desktop: Desktop,
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<MailCollector> {
  const known = new Map<string, ReadonlyMap<string, StoredMessage>>();
  const empty: ReadonlyMap<string, StoredMessage> = new Map();
  const read = async (path: string, signal?: AbortSignal, clock = storeReading.limits.clock) => {
    const before = known.get(path) ?? empty;
    const found = await readMessages(desktop, path, before, canaries, clock, signal);
    if (found instanceof Map) known.set(path, found);
    return found;
  };
  for (const root of mailRoots)
    for (const file of await desktop.listFiles(root, signal))
      if (file.type === 'file' && mailStore(file.path) !== null && file.size <= storeLimit)
        await read(file.path, signal);

  return {
    async changed(path, happenedAt, clock, signal) {
      const store = mailStore(path);
      const before = known.get(path) ?? empty;
      const now = store === null ? null : await read(path, signal, clock);
      if (store === null || now === null) return null;
      if (typeof now === 'string') return { unread: now };
      const found: FoundEffect[] = [];
      for (const [key, message] of before)
        if (!now.has(key)) found.push(storedMail('removed', store.folder, path, message));
      for (const [key, message] of now) {
        if (before.has(key)) continue;
        const effect = storedMail('added', store.folder, path, message);
        found.push(happenedAt === undefined ? effect : { ...effect, happenedAt });
      }
      return found;
    },
  };
}

/** Messages by key. Null if the file is not an mbox; a sentence if it could not be read. */
async function readMessages(
  desktop: Desktop,
  path: string,
  before: ReadonlyMap<string, StoredMessage>,
  canaries: Canaries,
  clock: number,
  signal?: AbortSignal | undefined,
): Promise<Map<string, StoredMessage> | string | null> {
  if (clock <= 0) return 'The limit on content to read was reached before it.';
  const whole = readUnlessTooLarge((value) => desktop.readFile(value, signal));
  const content = await whole.readFile(path);
  const [tooLarge] = whole.tooLarge;
  if (tooLarge !== undefined) return tooLarge;
  if (content === null || content.length === 0) return new Map();
  if (content.length > storeLimit) return 'It is larger than 32 MB.';
  const isMbox = mailStore(path)?.format === 'mbox';
  const limits = { clock: Math.min(storeReading.limits.clock, clock) };
  const options = { content, isMbox, known: [...before.keys()], canaries };
  const reading = await readApart(storeReading, options, { signal, limits });
  if (!reading.isRead) return `It ${reading.reason}.`;
  if (reading.reply === null) return null;
  const { keys, fresh } = reading.reply;
  const all = new Map([...before, ...fresh.map((item) => [item.key, item] as const)]);
  return new Map(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key) as StoredMessage]] : [])));
}

function storedMail(kind: 'added' | 'removed', folder: string, path: string, message: StoredMessage): FoundEffect {
  const { key: _, unsearched, ...mail } = message;
  const effect = folderMailEffect(kind, folder, mail, unsearched === 0 ? {} : { unsearchedBytes: unsearched });
  return { ...effect, path };
}
