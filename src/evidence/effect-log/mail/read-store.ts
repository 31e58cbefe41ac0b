import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OverReadingLimit } from '../../../base/documents/over-reading-limit.ts';
import { textLimit } from '../../../base/documents/text/text-limit.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import { documentAsideSchema } from '../../../base/record/evidence/document-aside.ts';
import type { Canaries } from '../canaries.ts';
import { findCanaries, searchCanaries } from '../canary-search.ts';
import { textBesideMail } from '../carried-text.ts';
import { distinctHits } from './mail-effect.ts';
import { type MailMessage, mboxMessages, readMessage } from './message.ts';

const mostMessages = 20_000;
/** After this many characters, only the beginnings of texts are returned. */
const mostLetters = 3 * 2 ** 20;
const shortText = 300;

const hits = z.array(z.object({ name: z.string(), encoding: z.string() }));
const storedSchema = z.object({
  key: z.string(),
  from: z.string(),
  recipients: z.array(z.string()),
  visible: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({ name: z.string(), size: z.number(), hash: z.string(), canaries: hits, isRead: z.literal(true) }),
  ),
  carried: z.object({ asides: z.array(documentAsideSchema), unreadParts: z.array(z.string()), leftOut: z.number() }),
  canaries: hits,
  unsearched: z.number(),
});
export type StoredMessage = z.infer<typeof storedSchema>;

/** Facts of new messages only. Null if the file is not a mail folder. */
const replySchema = z.object({ keys: z.array(z.string()), fresh: z.array(storedSchema) }).nullable();

export const storeReading = defineReading({
  module: import.meta.url,
  work: readStore,
  reply: replySchema,
  limits: { replyBytes: 16 * 2 ** 20 },
});

/** Runs in a reading process. Throws `OverReadingLimit` above 20,000 messages. */
export async function readStore({
  content,
  isMbox,
  known,
  canaries,
}: {
  content: Uint8Array;
  isMbox: boolean;
  known: readonly string[];
  canaries: Canaries;
}): Promise<z.infer<typeof replySchema>> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (isMbox && bytes.toString('latin1', 0, 5) !== 'From ') return null;
  const raw = isMbox ? mboxMessages(bytes, mostMessages + 1) : [bytes];
  if (raw.length > mostMessages) throw new OverReadingLimit(`It has more than ${mostMessages} messages.`);
  const seen = new Set(known);
  const keys: string[] = [];
  const fresh: StoredMessage[] = [];
  let letters = 0;
  for (const item of raw) {
    const message = await readMessage(item);
    keys.push(message.key);
    if (seen.has(message.key)) continue;
    seen.add(message.key);
    const limit = letters > mostLetters ? shortText : textLimit;
    const text = message.text.slice(0, limit);
    const carried = textBesideMail(item, message.text, limit);
    letters += text.length + carried.asides.reduce((sum, aside) => sum + aside.text.length, 0);
    fresh.push({ ...factsOf(message, canaries), text, carried });
  }
  return { keys, fresh };
}

function factsOf(message: MailMessage, canaries: Canaries): Omit<StoredMessage, 'carried'> {
  let unsearched = 0;
  const attachments = message.attachments.map(({ name, content }) => {
    const search = searchCanaries(content, canaries);
    unsearched += search.skipped;
    const hash = createHash('sha256').update(content).digest('hex');
    return { name, size: content.length, hash, canaries: search.hits, isRead: true as const };
  });
  return {
    key: message.key,
    from: message.from,
    subject: message.subject,
    text: message.text,
    attachments,
    unsearched,
    recipients: [...message.to, ...message.cc, ...message.bcc],
    visible: [...message.to, ...message.cc],
    canaries: distinctHits([
      ...findCanaries(`${message.subject}\n${message.text}`, canaries),
      ...attachments.flatMap((attachment) => attachment.canaries),
    ]),
  };
}
