import { posix } from 'node:path';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import type { LoggedMail } from '../../../desktop/client/internet-protocol.ts';
import type { Canaries } from '../canaries.ts';
import { searchApart } from '../canary/search-apart.ts';
import { textBesideMail } from '../carried-text.ts';
import type { FoundEffectOf } from '../found-effect.ts';
import { distinctHits, folderMailEffect, type MailFacts, sentMailEffect } from './mail-effect.ts';
import { shownBody } from './message.ts';
import { shownName } from './store.ts';

export type ReadBody = (hash: string) => Promise<Buffer | null>;

export type ServedEffect = FoundEffectOf<'sent' | 'interrupted' | 'added' | 'removed' | 'requested'>;

interface ServedMail {
  mail: MailFacts;
  unsearchedBytes: number | undefined;
  unexplainedBytes: number | undefined;
}

/**
 * `interrupted`: the client disconnected before the mail was complete. `added` and `removed`: by a mail program on the
 * server. A command with a canary is a `web` effect. Flags such as "read" are not effects.
 */
export async function servedMailEffects(
  entry: WebRequest,
  canaries: Canaries,
  readBody: ReadBody,
): Promise<ServedEffect[]> {
  if (entry.kind !== 'smtp' && entry.kind !== 'imap') return [];
  const found: ServedEffect[] = [];
  const where = { host: entry.host, port: entry.port };
  if (entry.mail !== undefined) {
    const { mail, ...unknown } = await factsOf(entry.mail, entry.bodyHash, canaries, readBody);
    const delivery = { ...where, bytes: entry.bytes, envelope: entry.mail.envelope };
    found.push(sentMailEffect(entry.partial ? 'interrupted' : 'sent', mail, { ...delivery, ...unknown }));
  }
  for (const change of entry.changes ?? []) {
    if (change.change !== 'added' && change.change !== 'removed') continue;
    const facts = await factsOf(change.mail, change.hash, canaries, readBody);
    const folder = shownName(posix.basename(change.folder));
    const { mail, unsearchedBytes, unexplainedBytes } = facts;
    // A removal sends nothing out of the desktop.
    const opaque = change.change === 'removed' || unexplainedBytes === undefined ? {} : { unexplainedBytes };
    found.push(folderMailEffect(change.change, folder, mail, { ...where, unsearchedBytes, ...opaque }));
  }
  if (found.length === 0) {
    const foundEffect = await toldEffect(entry, where, canaries, readBody);
    if (foundEffect !== null) found.push(foundEffect);
  }
  return found.map((effect) => ({ ...effect, happenedAt: entry.time }));
}

async function factsOf(
  mail: LoggedMail,
  rawHash: string | undefined,
  canaries: Canaries,
  readBody: ReadBody,
): Promise<ServedMail> {
  const html = mail.htmlHash === undefined ? '' : ((await readBody(mail.htmlHash))?.toString('utf8') ?? '');
  const text = shownBody(mail.text.trim() === '' ? undefined : mail.text, html).replaceAll('\r\n', '\n');
  const whole = mail.textHash === undefined ? null : await readBody(mail.textHash);
  const hits: CanaryHit[] = [];
  let unsearched = 0;
  let opaque = 0;
  const search = async (...contents: (Uint8Array | string)[]): Promise<CanaryHit[]> => {
    const parts = await searchApart(
      contents.map((content) => (typeof content === 'string' ? Buffer.from(content) : content)),
      canaries,
    );
    for (const part of parts) {
      unsearched += part.skipped;
      opaque += part.opaque;
    }
    return parts.flatMap((part) => part.hits);
  };
  const envelope = mail.envelope ?? { from: '', to: [] };
  const headers = mail.headers.map((header) => header.join(': ')).join('\n');
  hits.push(...(await search(mail.subject, envelope.from, ...envelope.to, headers, whole ?? mail.text, html)));
  const raw = rawHash === undefined ? null : await readBody(rawHash);
  const attachments = [];
  for (const { name, size, hash } of mail.attachments) {
    const content = await readBody(hash);
    if (content === null) unsearched += size;
    attachments.push({
      name,
      size,
      hash,
      canaries: content === null ? [] : await search(content),
      isRead: raw === null ? undefined : (true as const),
    });
  }
  hits.push(...attachments.flatMap((attachment) => attachment.canaries));
  // Text between the parts, or in a message that can't be parsed.
  const known = new Set(hits.map((hit) => hit.name));
  const inRaw = raw === null ? [] : await searchApart([raw], canaries);
  hits.push(...inRaw.flatMap((part) => part.hits).filter((hit) => !known.has(hit.name)));
  return {
    mail: {
      from: mail.from || envelope.from,
      recipients: recipientsOf(mail),
      // A sender that hides no one leaves its `Bcc` header in the message.
      visible: distinct([...mail.to, ...mail.cc, ...mail.bcc]),
      subject: mail.subject,
      text: text.trim(),
      attachments,
      carried: raw === null ? { asides: [], unreadParts: [], leftOut: 0 } : textBesideMail(raw, text),
      canaries: distinctHits(hits),
    },
    unsearchedBytes: unsearched || undefined,
    unexplainedBytes: opaque || undefined,
  };
}

/** Recipients of the envelope, which includes bcc, and of the headers. */
const recipientsOf = (mail: LoggedMail): string[] =>
  distinct([...(mail.envelope?.to ?? []), ...mail.to, ...mail.cc, ...mail.bcc]);

const distinct = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [address.toLowerCase(), address])).values(),
];

/** A canary in a command to a mail server: a name, a login, a search, part of a message. */
async function toldEffect(
  entry: WebRequest,
  where: { host: string; port: number | undefined },
  canaries: Canaries,
  readBody: ReadBody,
): Promise<FoundEffectOf<'requested'> | null> {
  const parts: Buffer[] = [entry.path ?? '', entry.user ?? '', entry.password ?? ''].map((word) => Buffer.from(word));
  for (const [, hash = ''] of (entry.path ?? '').matchAll(/\{([0-9a-f]{64})\}/g)) {
    const literal = await readBody(hash);
    if (literal !== null) parts.push(literal);
  }
  const searched = await searchApart(parts, canaries);
  const hits = distinctHits(searched.flatMap((part) => part.hits));
  if (hits.length === 0) return null;
  const names = [...new Set(hits.map((hit) => hit.name))].join(', ');
  return {
    source: 'web',
    kind: 'requested',
    detail: {
      ...where,
      url: `${entry.kind}://${entry.host}`,
      method: entry.method,
      canaries: hits,
    },
    sentence: `Sent data with ${names} in it to the mail server ${entry.host.slice(0, 120)}.`,
  };
}
