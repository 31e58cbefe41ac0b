import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { LoggedAttachment, LoggedMail } from '../../../src/desktop/client/internet-protocol.ts';

/** Stores bytes and returns their SHA-256 in hex. */
export type KeepBody = (content: Uint8Array) => string;

const keptText = 64 * 1024;
/** Limits for the log entry. The raw message is stored and searched in full. */
const mostHeaders = 2_000;
const headerLetters = 512 * 1024;
const mostAddresses = 5_000;
/** Maximum nesting depth of attached messages. */
const deepest = 8;

/** Never throws. Decodes as much of a damaged message as possible and sets `fault`. */
export async function decodeMessage(raw: Uint8Array, keep: KeepBody): Promise<LoggedMail> {
  const mail = await parsed(raw);
  if (mail instanceof Error)
    return {
      headers: [],
      from: '',
      to: [],
      cc: [],
      bcc: [],
      subject: '',
      text: '',
      attachments: [],
      fault: mail.message,
    };
  const text = Buffer.from(mail.text ?? '');
  return {
    headers: firstHeaders(mail.headers),
    from: addresses(mail.from === undefined ? [] : [mail.from])[0] ?? '',
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    bcc: addresses(mail.bcc),
    subject: mail.subject ?? '',
    text: text.subarray(0, keptText).toString('utf8'),
    textHash: mail.text === undefined ? undefined : keep(text),
    htmlHash: mail.html === undefined ? undefined : keep(Buffer.from(mail.html)),
    attachments: await loggedAttachments(mail.attachments, keep, '', 0),
  };
}

async function loggedAttachments(
  parts: readonly Attachment[],
  keep: KeepBody,
  under: string,
  depth: number,
): Promise<LoggedAttachment[]> {
  const logged: LoggedAttachment[] = [];
  for (const part of parts) {
    const content = bytesOf(part.content);
    const name = `${under}${part.filename ?? ''}`;
    logged.push({ name, type: part.mimeType, size: content.length, hash: keep(content) });
    if (part.mimeType !== 'message/rfc822' || depth >= deepest) continue;
    const inner = await parsed(content);
    if (inner instanceof Error) continue;
    for (const body of [inner.text, inner.html]) {
      if (body === undefined) continue;
      const type = body === inner.text ? 'text/plain' : 'text/html';
      logged.push({ name: `${name}/`, type, size: Buffer.byteLength(body), hash: keep(Buffer.from(body)) });
    }
    logged.push(...(await loggedAttachments(inner.attachments, keep, `${name}/`, depth + 1)));
  }
  return logged;
}

const header = /^[!-9;-~]+[ \t]*:/;
const headerName = 1_000;

/** Adds a missing empty line after the header, as mail clients do. Without it, a file sent as a message has no text. */
function withEmptyLine(raw: Uint8Array): Uint8Array {
  let at = 0;
  while (at < raw.length) {
    const next = raw.indexOf(10, at);
    const end = next === -1 ? raw.length : next;
    const line = Buffer.from(raw.subarray(at, Math.min(end, at + headerName))).toString('latin1');
    if (line === '' || line === '\r') return raw;
    const isHeader = header.test(line) || (at === 0 ? line.startsWith('From ') : /^[ \t]/.test(line));
    if (!isHeader) return Buffer.concat([raw.subarray(0, at), Buffer.from('\r\n'), raw.subarray(at)]);
    at = end + 1;
  }
  return raw;
}

async function parsed(raw: Uint8Array): Promise<Email | Error> {
  try {
    return await PostalMime.parse(withEmptyLine(raw), {
      attachmentEncoding: 'arraybuffer',
      forceRfc822Attachments: true,
    });
  } catch (error) {
    return error as Error;
  }
}

function firstHeaders(headers: Email['headers']): [string, string][] {
  const headerList: [string, string][] = [];
  let left = headerLetters;
  for (const { key, value } of headers.slice(0, mostHeaders)) {
    left -= key.length + value.length;
    if (left < 0) break;
    headerList.push([key, value]);
  }
  return headerList;
}

/** Expands groups. Uses the name of an entry that has no address. */
function addresses(list: readonly Address[] | undefined): string[] {
  return (list ?? [])
    .flatMap((address) =>
      address.group === undefined ? [address.address || address.name] : address.group.map((member) => member.address),
    )
    .filter((value) => value !== undefined && value !== '')
    .slice(0, mostAddresses);
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
