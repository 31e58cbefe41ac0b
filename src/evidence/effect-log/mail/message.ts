import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { textOfHtml } from '../../../base/documents/reading/read-html.ts';

export interface MailMessage {
  /** Equal for equal bytes, ignoring headers that the mail program adds. */
  key: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  /** Body text, plus the text of its HTML if that differs. */
  text: string;
  attachments: { name: string; content: Buffer }[];
  date: number | null;
}

/** Skips messages marked as expunged. */
export function mboxMessages(content: Buffer, most = Number.POSITIVE_INFINITY): Buffer[] {
  const text = content.toString('latin1');
  const starts: { at: number; body: number }[] = [];
  for (const match of text.matchAll(/^From [^\n]*\n/gm)) {
    const isStart = match.index === 0 || /\n\r?\n$/.test(text.slice(Math.max(0, match.index - 3), match.index));
    if (isStart) starts.push({ at: match.index, body: match.index + match[0].length });
    if (starts.length >= most) break;
  }
  return starts
    .map(({ body }, index) => text.slice(body, starts[index + 1]?.at ?? text.length))
    .filter((raw) => raw.trim() !== '' && !isExpunged(raw))
    .map((raw) => Buffer.from(raw.replace(/^>(>*From )/gm, '$1'), 'latin1'));
}

/** Bit 3 of X-Mozilla-Status: deleted, but not yet compacted. */
function isExpunged(raw: string): boolean {
  const status = /^X-Mozilla-Status: ([0-9a-fA-F]{4})/m.exec(raw.slice(0, 4096))?.[1];
  return status !== undefined && (Number.parseInt(status, 16) & 0x0008) !== 0;
}

/** Damaged parts become empty. */
export async function readMessage(raw: Buffer): Promise<MailMessage> {
  const headers = raw
    .toString('latin1')
    .replace(/^X-Mozilla-(?:Status2?|Keys):.*\r?\n/gim, '')
    .trimEnd();
  const key = createHash('sha256').update(headers, 'latin1').digest('hex').slice(0, 32);
  const mail = await parsed(raw);
  if (mail === null)
    return { key, from: '', to: [], cc: [], bcc: [], subject: '', text: '', attachments: [], date: null };
  return {
    key,
    from: addresses(mail.from === undefined ? [] : [mail.from])[0] ?? '',
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    bcc: addresses(mail.bcc),
    subject: mail.subject ?? '',
    text: shownBody(mail.text, mail.html).replaceAll('\r\n', '\n').trim(),
    attachments: mail.attachments.map((part) => ({ name: part.filename ?? '', content: bytesOf(part.content) })),
    date: mail.date === undefined || Number.isNaN(Date.parse(mail.date)) ? null : Date.parse(mail.date),
  };
}

async function parsed(raw: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true });
  } catch {
    // Any fault: the parser is third-party code, and the agent controls its input.
    return null;
  }
}

/** Groups are expanded. Entries without an address are represented by their name. */
function addresses(list: readonly Address[] | undefined): string[] {
  return (list ?? [])
    .flatMap((address) =>
      address.group === undefined ? [address.address || address.name] : address.group.map((member) => member.address),
    )
    .filter((value) => value !== undefined && value !== '');
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** Mail programs show either version, so both count. */
export function shownBody(plain: string | undefined, html: string | undefined): string {
  if (html === undefined || html === '') return plain ?? '';
  const shown = textOfHtml(html);
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
  if (plain === undefined || bare(shown) === '') return plain ?? shown;
  return bare(plain).includes(bare(shown)) ? plain : `${plain}\n${shown}`;
}
