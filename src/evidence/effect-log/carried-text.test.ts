import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formats } from '../../../test/documents/places/formats.ts';
import { type MarkedFile, markedFile } from '../../../test/documents/places/marked-file.ts';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import { asidesOf, bodyTextOf, unreadPartsOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { FoundEffectOf } from './found-effect.ts';
import { readStore } from './mail/read-store.ts';
import { servedMailEffects } from './mail/served-mail.ts';
import { readRequest } from './web/read-request.ts';

const hash = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const encrypted = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);

/** Base64, quoted-printable or raw bytes. */
type Encoding = 'base64' | 'quoted-printable' | 'binary';

function encoded(content: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'binary') return content;
  if (encoding === 'base64') return Buffer.from(content.toString('base64').replace(/(.{76})/g, '$1\r\n'));
  const codes = [...content].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  return Buffer.from(codes.join('').replace(/(.{72})/g, '$1=\r\n'));
}

/** `fields` of the part that carries the content. */
function mailWith(content: Buffer, encoding: Encoding, fields: string): Buffer {
  const head = [
    'From: a@a.example',
    'To: b@b.example',
    'Subject: Papers',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="x"',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Please see the file.',
    '--x',
    ...fields.split('\n'),
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), encoded(content, encoding), Buffer.from('\r\n--x--\r\n')]);
}

const parts = {
  attachment: 'Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="a.bin"',
  'inline part': 'Content-Type: application/octet-stream\nContent-Disposition: inline',
  'part without a disposition': 'Content-Type: application/x-thing; name="a.bin"',
};

const kinds = Object.entries(parts);
const encodings = ['base64', 'quoted-printable', 'binary'] as const;

async function sentEffect(raw: Buffer): Promise<Effect> {
  const [effect] = await servedMailEffects(
    {
      time: 0,
      kind: 'smtp',
      host: 's.example',
      port: 25,
      bodyHash: hash(raw),
      mail: {
        headers: [],
        from: 'a@a.example',
        to: ['b@b.example'],
        cc: [],
        bcc: [],
        subject: 'Papers',
        text: 'Please see the file.',
        attachments: [],
      },
    },
    {},
    async () => raw,
  );
  return makeEffect('sent', { detail: { ...(effect as FoundEffectOf<'sent'>).detail } });
}

async function arrivedEffect(raw: Buffer): Promise<Effect> {
  const content = Buffer.concat([Buffer.from('From - Thu Jan  1 00:00:00 2026\r\n'), raw]);
  const reply = await readStore({ content, isMbox: true, known: [], canaries: {} });
  const [message] = reply?.fresh ?? [];
  return makeEffect('added', { detail: { folder: 'Inbox', ...message, ...message?.carried } });
}

function requestedEffect(body: Buffer, type: string): Effect {
  const request = { time: 0, kind: 'http' as const, host: 'h.example', method: 'POST', path: '/' };
  const { report } = readRequest({ request: { ...request, headers: { 'content-type': type } }, body, canaries: {} });
  return makeEffect('requested', { detail: report.detail });
}

const multipart = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--y\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'),
    content,
    Buffer.from('\r\n--y--\r\n'),
  ]);

const missingIn = (effect: Effect, { places }: MarkedFile): string[] => {
  const text = [bodyTextOf(effect), ...asidesOf(effect).map((aside) => aside.text)].join('\n');
  return places.filter(({ mark }) => !text.includes(mark)).map(({ place }) => place);
};

const formatNames = Object.keys(formats);
const marked = (name: string): MarkedFile => markedFile(formats[name] ?? (() => Buffer.alloc(0)), 7);

describe('a document with a mark in each place, in what leaves or arrives', () => {
  it.each(formatNames)('every place of %s is read in a mail', async (name) => {
    const file = marked(name);
    const turn = formatNames.indexOf(name);
    const [part, fields] = kinds[turn % kinds.length] ?? ['', ''];
    for (const encoding of [encodings[turn % 3] ?? 'base64', encodings[(turn + 1) % 3] ?? 'base64']) {
      const raw = mailWith(file.content, encoding, fields);
      expect(missingIn(await sentEffect(raw), file), `${part}, ${encoding}`).toEqual([]);
    }
    const raw = mailWith(file.content, 'base64', parts.attachment);
    expect(missingIn(await arrivedEffect(raw), file)).toEqual([]);
  });

  it.each(formatNames)('every place of %s is read in an upload, as a form and as raw bytes', (name) => {
    const file = marked(name);
    const form = requestedEffect(multipart(file.content), 'multipart/form-data; boundary=y');
    expect(missingIn(form, file)).toEqual([]);
    expect(missingIn(requestedEffect(file.content, 'application/octet-stream'), file)).toEqual([]);
  });
});

describe('what a mail or request carries and can’t be read', () => {
  it('unreadable content is named in the effect of a mail and of a request', async () => {
    const mail = mailWith(encrypted, 'base64', parts.attachment);
    for (const effect of [
      await sentEffect(mail),
      await arrivedEffect(mail),
      requestedEffect(multipart(encrypted), 'multipart/form-data; boundary=y'),
      requestedEffect(encrypted, 'application/octet-stream'),
    ])
      expect(unreadPartsOf(effect).join(' ')).toContain('It is encrypted.');
  });

  it('the text of a mail is not repeated among its parts', async () => {
    const effect = await sentEffect(mailWith(Buffer.from('x'), 'base64', parts.attachment));
    expect(asidesOf(effect)).toEqual([
      { place: 'name of an attachment', text: 'a.bin' },
      { place: 'attachment', text: 'x' },
    ]);
  });
});
