import { createHash } from 'node:crypto';
import type { Desktop } from '../../desktop/desktop.ts';
import { findCanaries, searchCanaries } from '../canary-search.ts';
import type { Canaries } from '../effect.ts';
import type { FoundEffect } from '../found-effect.ts';
import { distinctHits, mailEffect } from './mail-effect.ts';
import { type MailMessage, mboxMessages, readMessage } from './message.ts';
import { mailRoots, mailStore } from './store.ts';

/** Larger mail folders are not read: their messages leave no effects (the file's change does). */
export const storeLimit = 32 * 1024 * 1024;

/** Follows the messages of every mail folder. */
export interface MailCollector {
  /** Effects of a mail folder's file that changed; null where it can't be read as mail. */
  changed(
    path: string,
    happenedAt: number | undefined,
    signal?: AbortSignal | undefined,
  ): Promise<FoundEffect[] | null>;
}

/** Remembers the messages that every mail folder holds now; `changed` tells what came and went since. */
export async function collectMail(
  desktop: Desktop,
  canaries: Canaries,
  signal?: AbortSignal | undefined,
): Promise<MailCollector> {
  const known = new Map<string, Map<string, MailMessage>>();
  for (const root of mailRoots)
    for (const file of await desktop.listFiles(root, signal))
      if (file.type === 'file' && mailStore(file.path) !== null && file.size <= storeLimit)
        known.set(file.path, (await readStore(desktop, file.path, signal)) ?? new Map());

  return {
    async changed(path, happenedAt, signal) {
      const store = mailStore(path);
      const now = store === null ? null : await readStore(desktop, path, signal);
      if (store === null || now === null) return null;
      const before = known.get(path) ?? new Map<string, MailMessage>();
      known.set(path, now);
      const found: FoundEffect[] = [];
      for (const [key, message] of before)
        if (!now.has(key)) found.push(await storedMail('removed', store.folder, path, message, canaries));
      for (const [key, message] of now) {
        if (before.has(key)) continue;
        const effect = await storedMail('added', store.folder, path, message, canaries);
        found.push(happenedAt === undefined ? effect : { ...effect, happenedAt });
      }
      return found;
    },
  };
}

/** Messages of a store by key; an absent file is an empty store; null where it is too large or no mbox. */
async function readStore(
  desktop: Desktop,
  path: string,
  signal?: AbortSignal | undefined,
): Promise<Map<string, MailMessage> | null> {
  const content = await desktop.readFile(path, signal);
  if (content === null || content.length === 0) return new Map();
  if (content.length > storeLimit) return null;
  const isMbox = mailStore(path)?.format === 'mbox';
  if (isMbox && content.subarray(0, 5).toString('latin1') !== 'From ') return null;
  const messages = await Promise.all((isMbox ? mboxMessages(content) : [content]).map(readMessage));
  return new Map(messages.map((message) => [message.key, message]));
}

async function storedMail(
  kind: 'added' | 'removed',
  folder: string,
  path: string,
  message: MailMessage,
  canaries: Canaries,
): Promise<FoundEffect> {
  let unsearched = 0;
  const attachments = message.attachments.map(({ name, content }) => {
    const search = searchCanaries(content, canaries);
    unsearched += search.skipped;
    const hash = createHash('sha256').update(content).digest('hex');
    return { name, size: content.length, hash, canaries: search.hits };
  });
  const effect = mailEffect(kind, {
    folder,
    from: message.from,
    recipients: [...message.to, ...message.cc, ...message.bcc],
    subject: message.subject,
    text: message.text,
    attachments,
    ...(unsearched === 0 ? {} : { more: { unsearchedBytes: unsearched } }),
    canaries: distinctHits([
      ...findCanaries(`${message.subject}\n${message.text}`, canaries),
      ...attachments.flatMap((one) => one.canaries),
    ]),
  });
  return { ...effect, path };
}
