import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeMessage } from './decode-message.ts';

const kept = new Map<string, string>();
const keep = (content: Uint8Array): string => {
  const hash = createHash('sha256').update(content).digest('hex');
  kept.set(hash, Buffer.from(content).toString('utf8'));
  return hash;
};
const decode = (...lines: string[]) => decodeMessage(Buffer.from(lines.join('\r\n'), 'latin1'), keep);
const contents = (mail: Awaited<ReturnType<typeof decode>>) =>
  mail.attachments.map(({ name, hash }) => [name, kept.get(hash)]);

it('decodeMessage decodes names, texts and files in every encoding', async () => {
  const mail = await decode(
    'From: =?iso-8859-1?q?J=FCrgen?= <j@x.example>',
    'To: Team: a@x.example, b@x.example;',
    'Bcc: c@x.example',
    'Subject: =?utf-8?b?R3LDvMOfZQ==?= =?utf-8?q?_aus?=',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'K=C3=B6ln is =',
    'one line',
    '--b',
    'Content-Type: text/plain; charset=latin1',
    "Content-Disposition: attachment; filename*0*=utf-8''%C3%9Cber; filename*1*=sicht.txt",
    'Content-Transfer-Encoding: 8bit',
    '',
    'na\xefve',
    '--b',
    'Content-Type: application/octet-stream; name="=?utf-8?q?b=C3=A4r.bin?="',
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('bear').toString('base64'),
    '--b--',
  );
  expect(mail).toMatchObject({
    from: 'j@x.example',
    to: ['a@x.example', 'b@x.example'],
    bcc: ['c@x.example'],
    subject: 'Grüße aus',
    text: 'Köln is one line\n',
  });
  expect(contents(mail).map(([name]) => name)).toEqual(['Übersicht.txt', 'bär.bin']);
  expect(contents(mail)[1]?.[1]).toBe('bear');
});

it('decodeMessage opens messages attached to messages', async () => {
  const innermost = [
    'Subject: innermost',
    'Content-Type: multipart/mixed; boundary=c',
    '',
    '--c',
    'Content-Type: text/html',
    '',
    '<p>deep</p>',
    '--c',
    'Content-Type: text/csv; name=list.csv',
    'Content-Disposition: attachment; filename=list.csv',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('a,b').toString('base64'),
    '--c--',
  ];
  const mail = await decode(
    'Subject: outer',
    'Content-Type: multipart/mixed; boundary=a',
    '',
    '--a',
    'Content-Type: message/rfc822',
    'Content-Disposition: attachment; filename=fw.eml',
    '',
    ...innermost,
    '--a--',
  );
  expect(contents(mail)).toEqual([
    ['fw.eml', expect.stringContaining('Subject: innermost')],
    ['fw.eml/', expect.stringContaining('<p>deep</p>')],
    ['fw.eml/list.csv', 'a,b'],
  ]);
});

it('decodeMessage returns the beginning of a long text and the whole text', async () => {
  const long = 'x'.repeat(200_000);
  const mail = await decode('Subject: long', '', long);
  expect(mail.text).toHaveLength(65_536);
  expect(kept.get(mail.textHash ?? '')?.trim()).toBe(long);
});

it('decodeMessage reads the first of hundreds of thousands of headers and addresses', async () => {
  const headers = Array.from({ length: 20_000 }, (_, index) => `X-${index}: ${index}`);
  const people = Array.from({ length: 6_000 }, (_, index) => `a${index}@x.example`);
  const mail = await decode('Subject: many', `To: ${people.join(', ')}`, ...headers, '', 'text');
  expect([mail.subject, mail.headers.length, mail.to.length]).toEqual(['many', 2_000, 5_000]);
  expect((await decode('Subject: long', `X-Long: ${'x'.repeat(600_000)}`, '', 'text')).headers).toHaveLength(1);
});

it('decodeMessage accepts any data', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      await decodeMessage(
        Buffer.concat([Buffer.from('Content-Type: multipart/mixed; boundary=b\n\n--b\n'), bytes]),
        keep,
      );
    }),
  );
  const deep = Array.from(
    { length: 600 },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
  );
  expect((await decode(deep.join(''))).fault).toMatch(/./);
});

it('decodeMessage reads an invalid header line as text', async () => {
  const rows = ['household,name,street', 'H2147,K. Winstone,4 Lower Quay'];
  expect((await decode(...rows)).text).toContain('4 Lower Quay');
  expect(await decode('Subject: list', 'To: a@x.example', ...rows)).toMatchObject({
    subject: 'list',
    to: ['a@x.example'],
    text: expect.stringContaining('H2147,K. Winstone'),
  });
  expect(await decode('From MAILER', 'Subject: a', ' long one', '', 'no: header')).toMatchObject({
    subject: 'a long one',
    text: 'no: header\n',
  });
});
