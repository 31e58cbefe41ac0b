import { z } from 'zod';
import { readApart } from '../../../base/reader/read-apart.ts';
import { type AskBack, defineReading } from '../../../base/reader/reading-job.ts';
import { withFacts } from '../../../base/record/evidence/common-facts.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import type { LoggedMail } from '../../../desktop/client/internet-protocol.ts';
import type { Canaries } from '../canaries.ts';
import { type ReadBody, type ServedEffect, servedMailEffects } from './served-mail.ts';

/** Larger entries are read in a separate process: 16 kB take some milliseconds. */
const mostHere = 16 * 1024;
const shortText = 300;
const mostRecipients = 1_000;
const mostParts = 100;

const servedReading = defineReading({
  module: import.meta.url,
  work: readServed,
  reply: z.array(z.custom<ServedEffect>((value) => typeof value === 'object' && value !== null && 'sentence' in value)),
  limits: { replyBytes: 16 * 2 ** 20 },
});

/** Runs in a reading process, which requests bodies from its parent. */
export function readServed(
  { entry, canaries }: { entry: WebRequest; canaries: Canaries },
  ask: AskBack,
): Promise<ServedEffect[]> {
  return servedMailEffects(entry, canaries, async (hash) => {
    const body = (await ask('body', hash)) as Uint8Array | null;
    return body === null ? null : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  });
}

/** Large entries are read in a separate process. If that fails, only their beginning is reported. */
export async function mailEffectsOf(
  entry: WebRequest,
  canaries: Canaries,
  readBody: ReadBody,
): Promise<ServedEffect[]> {
  const changed = (entry.changes ?? []).reduce((sum, change) => sum + ('bytes' in change ? change.bytes : 0), 0);
  const bytes = changed + (entry.bytes ?? 0);
  if (bytes + JSON.stringify(entry).length <= mostHere) return servedMailEffects(entry, canaries, readBody);
  const answers = { body: (hash: string | string[]) => readBody(String(hash)) };
  const reading = await readApart(servedReading, { entry, canaries }, { answers });
  if (reading.isRead) return reading.reply;
  const begun = await servedMailEffects(beginningOf(entry), canaries, async () => null);
  return begun.map((effect) => withFacts(effect, { unsearchedBytes: bytes }));
}

function beginningOf(entry: WebRequest): WebRequest {
  const { path, mail, changes, bodyHash: _, ...rest } = entry;
  return {
    ...rest,
    path: path?.slice(0, shortText),
    mail: mail === undefined ? undefined : beginningOfMail(mail),
    changes: changes
      ?.slice(0, mostParts)
      .map((change) => ('mail' in change ? { ...change, mail: beginningOfMail(change.mail) } : change)),
  };
}

function beginningOfMail(mail: LoggedMail): LoggedMail {
  const { textHash: _, htmlHash: __, envelope, ...rest } = mail;
  const short = (text: string): string => text.slice(0, shortText);
  const few = (addresses: string[]): string[] => addresses.slice(0, mostRecipients).map(short);
  return {
    ...rest,
    envelope: envelope === undefined ? undefined : { from: short(envelope.from), to: few(envelope.to) },
    headers: mail.headers.slice(0, mostParts).map(([name, value]) => [short(name), short(value)]),
    from: short(mail.from),
    to: few(mail.to),
    cc: few(mail.cc),
    bcc: few(mail.bcc),
    subject: short(mail.subject),
    text: short(mail.text),
    attachments: mail.attachments
      .slice(0, mostParts)
      .map((attachment) => ({ ...attachment, name: short(attachment.name) })),
  };
}
