import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import { fromUtf7, quotedPrintable, uudecoded } from './mail-encodings.ts';
import { isContentLines, readContentLines } from './read-content-lines.ts';

const mostMessages = 200;
const deepestPart = 10;
const mostParts = 1_000;

/** True for a stored message, or several in mbox format. */
export function isMessage(text: string): boolean {
  const head = text.slice(0, 8192).replace(/^From [^\n]*\n/, '');
  const [fields = ''] = head.split(/\r?\n\r?\n/);
  if (!/^[\w-]+:[ \t]/.test(fields)) return false;
  const names = new Set([...fields.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase()));
  return names.has('mime-version') || (names.has('from') && (names.has('subject') || names.has('to')));
}

/** Adds decoded fields, texts and attachments as asides. `source` has one character per byte. */
export function readMessageAsides(source: string, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  const messages = /^From [^\n]*\n/.test(source) ? source.split(/(?:^|\n\r?\n)From [^\n]*\n/).slice(1) : [source];
  if (messages.length > mostMessages)
    collector.leaveOut(`Only ${mostMessages} of its ${messages.length} messages were read.`);
  const left = { parts: mostParts };
  for (const message of messages.slice(0, mostMessages)) readPart(message, 0, left, collector, readEmbedded);
}

function readPart(
  source: string,
  depth: number,
  left: { parts: number },
  collector: AsideCollector,
  readEmbedded: ReadEmbedded,
): void {
  if (depth > deepestPart || --left.parts < 0) {
    collector.leaveOut('It has too many parts to be read completely.');
    return;
  }
  const [head = '', body] = splitOnce(source);
  const fields = fieldsOf(Buffer.from(head, 'latin1').toString('utf8'));
  for (const [name, value] of fields)
    if (/^(?:from|to|cc|bcc|reply-to|subject)$/.test(name)) collector.add('mail field', decodedWords(value));
    else if (/^(?:comments|keywords|organization|content-description)$/.test(name))
      collector.add('other mail field', decodedWords(value));
  const type = (fields.get('content-type') ?? 'text/plain').toLowerCase();
  const disposition = fields.get('content-disposition') ?? '';
  for (const name of [parameterOf(disposition, 'filename'), parameterOf(fields.get('content-type') ?? '', 'name')])
    if (name !== null) collector.add('name of an attachment', name);
  const boundary = parameterOf(fields.get('content-type') ?? '', 'boundary');
  if (type.startsWith('multipart/') && boundary !== null) {
    const parts = `\n${body}`.split(`\n--${boundary}`).slice(1);
    for (const part of parts)
      if (!part.startsWith('--'))
        readPart(part.replace(/^[^\n]*\n/, '').replace(/\r$/, ''), depth + 1, left, collector, readEmbedded);
    return;
  }
  const content = decodedBody(body, (fields.get('content-transfer-encoding') ?? '').trim().toLowerCase());
  if (type.startsWith('message/rfc822')) readPart(content.toString('latin1'), depth + 1, left, collector, readEmbedded);
  else if (/^text\//.test(type) && !/^\s*attachment/i.test(disposition)) {
    const text = textIn(content, parameterOf(type, 'charset'));
    if (type.startsWith('text/html')) readEmbedded(Buffer.from(`<html>${text}`), 'mail source');
    else if (isContentLines(text)) readContentLines(text, collector, readEmbedded);
    else {
      collector.add('mail text', text);
      readEncodedFiles(text, collector, readEmbedded);
    }
  } else if (!/^(?:image|audio|video)\//.test(type)) readEmbedded(content, 'attachment');
}

function splitOnce(source: string): [head: string, body: string] {
  const gap = /\r?\n\r?\n/.exec(source);
  return gap === null ? [source, ''] : [source.slice(0, gap.index), source.slice(gap.index + gap[0].length)];
}

/** Values of repeated fields are joined. */
function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const name = line.slice(0, at).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  return fields;
}

/** Supports the extended syntax of RFC 2231. */
function parameterOf(value: string, name: string): string | null {
  const extended = new RegExp(`;\\s*${name}\\*\\d*\\*?\\s*=\\s*"?([^";]*)`, 'gi');
  const pieces = [...value.matchAll(extended)].map(([, piece = '']) => piece);
  if (pieces.length > 0) {
    const whole = pieces.join('').replace(/^[\w-]*'[\w-]*'/, '');
    return Buffer.from(
      whole.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8');
  }
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(value);
  const plain = found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
  return plain === undefined ? null : decodedWords(plain);
}

/** Decodes encoded words (RFC 2047) and drops the spaces between them. */
const decodedWords = (text: string): string =>
  text
    .replace(/(=\?[^?\s]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, kind: string, encoded: string) =>
      textIn(
        kind.toLowerCase() === 'b' ? Buffer.from(encoded, 'base64') : quotedPrintable(encoded.replaceAll('_', ' ')),
        charset.split('*')[0] ?? null,
      ),
    );

function decodedBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.replace(/[^A-Za-z0-9+/=]/g, ''), 'base64');
  if (encoding === 'quoted-printable') return quotedPrintable(body);
  return Buffer.from(body, 'latin1');
}

/** Files in the text itself: `begin 644 NAME`, lines, `end`. */
function readEncodedFiles(text: string, collector: AsideCollector, readEmbedded: ReadEmbedded): void {
  for (const [, name = '', lines = ''] of text.matchAll(
    /^begin(?:-base64)? [0-7]{3,4} ([^\r\n]+)\r?\n([\s\S]*?)^(?:end|====)\r?$/gm,
  )) {
    collector.add('name of an attachment', name);
    readEmbedded(uudecoded(lines), 'attachment');
  }
}

function textIn(content: Buffer, charset: string | null): string {
  if (/^(?:unicode-1-1-)?utf-7$/i.test(charset ?? '')) return fromUtf7(content.toString('latin1'));
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(content);
  } catch {
    // Node doesn't know the character set.
    return content.toString('latin1');
  }
}
