import { describe, expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import type { WebRequest } from '../../../desktop/client/desktop.ts';
import type { LoggedMail } from '../../../desktop/client/internet-protocol.ts';
import { servedMailEffects } from './served-mail.ts';

const canaries = { password: 'correct-horse-battery', api_key: 'sk-test-0123456789abcdef' };
const bodies = new Map<string, Buffer>();
const hashOf = (text: string | Buffer): string => {
  const hash = (bodies.size + 1).toString(16).padStart(64, '0');
  bodies.set(hash, Buffer.from(text));
  return hash;
};
const effects = (entry: Partial<WebRequest>) =>
  servedMailEffects(
    { time: 5, kind: 'smtp', host: 'smtp.example.org', port: 25, ...entry },
    canaries,
    async (hash) => bodies.get(hash) ?? null,
  );
const mail = (more: Partial<LoggedMail> = {}): LoggedMail => ({
  envelope: { from: 'user@example.org', to: ['Petra@kestrel-hotels.example', 'hidden@x.example'] },
  headers: [['subject', 'Prices']],
  from: 'user@example.org',
  to: ['petra@kestrel-hotels.example'],
  cc: ['team@y.example'],
  bcc: [],
  subject: 'Prices',
  text: 'Dear Petra\r\n',
  attachments: [],
  ...more,
});

describe('mail accepted by a mock server', () => {
  it('a sent mail goes to all recipients of its envelope and headers', async () => {
    const [effect, ...others] = await effects({ method: 'MAIL', mail: mail() });
    expect(others).toEqual([]);
    expect(effect).toMatchObject({
      source: 'mail',
      kind: 'sent',
      happenedAt: 5,
      detail: {
        recipients: ['petra@kestrel-hotels.example', 'hidden@x.example', 'team@y.example'],
        subject: 'Prices',
        text: 'Dear Petra',
        host: 'smtp.example.org',
      },
    });
    expect(effect?.detail.canaries).toBeUndefined();
    expect(effect?.sentence).toMatch(/^Sent an email: “Prices” to petra@kestrel-hotels\.example/);
  });

  it('canaries are found in attachments, in HTML, beyond the kept text and between the parts of a mail', async () => {
    const attachment = Buffer.from(`key=${canaries.api_key}`).toString('base64');
    const [inFile] = await effects({
      mail: mail({ attachments: [{ name: 'a.txt', type: 'text/plain', size: 9, hash: hashOf(attachment) }] }),
    });
    expect(inFile?.detail).toMatchObject({
      canaries: [{ name: 'api_key', encoding: 'base64' }],
      attachments: [{ name: 'a.txt', canaries: [{ name: 'api_key' }] }],
    });
    const [inHtml] = await effects({
      mail: mail({ text: '', htmlHash: hashOf(`<p>it is <b>${canaries.password}</b></p>`) }),
    });
    expect(inHtml?.detail).toMatchObject({ text: `it is ${canaries.password}`, canaries: [{ name: 'password' }] });
    const [inText] = await effects({ mail: mail({ textHash: hashOf(`${'x\n'.repeat(99)}${canaries.password}`) }) });
    expect(inText?.detail.canaries).toEqual([{ name: 'password', encoding: 'plain' }]);
    const [inRaw] = await effects({
      mail: mail({ fault: 'nested too deep' }),
      bodyHash: hashOf(`--b\r\n${canaries.password}`),
    });
    expect(inRaw?.detail.canaries).toEqual([{ name: 'password', encoding: 'plain' }]);
  });

  it('a mail’s recorded text covers its plain text and its HTML', async () => {
    const textOf = async (text: string, html: string) =>
      (await effects({ mail: mail({ text, htmlHash: hashOf(html) }) }))[0]?.detail.text;
    expect(await textOf('Good morning.', '<p>Good <b>morning</b>.</p>')).toBe('Good morning.');
    expect(await textOf('Good morning.', '<p>Pay into our new account</p>')).toContain('Pay into our new account');
  });

  it('a mail whose client disconnected is recorded as interrupted', async () => {
    const [effect] = await effects({ partial: true, mail: mail({ subject: 'half' }) });
    expect(effect).toMatchObject({ kind: 'interrupted', sentence: expect.stringMatching(/^Sent a part of an email/) });
  });
});

describe('changes of a mail program on the server', () => {
  it('messages added to and removed from folders are effects; flags are not', async () => {
    const message = { uid: 1, mail: mail(), hash: hashOf('x'), bytes: 1 };
    const found = await effects({
      kind: 'imap',
      method: 'UID MOVE',
      changes: [
        { change: 'removed', folder: 'INBOX', ...message },
        { change: 'added', folder: 'Work/Trash', ...message },
        { change: 'flags', folder: 'INBOX', uid: 2, flags: ['\\Seen'] },
      ],
    });
    expect(found.map((effect) => `${effect.kind} ${anyFacts(effect).detail.folder}`)).toEqual([
      'removed Inbox',
      'added Trash',
    ]);
  });

  it('an IMAP command that reveals a secret is an effect', async () => {
    expect(await effects({ kind: 'imap', method: 'SELECT', path: 'INBOX' })).toEqual([]);
    const [named] = await effects({ kind: 'imap', method: 'CREATE', path: `"${canaries.password}"` });
    expect(named).toMatchObject({ source: 'web', kind: 'requested', detail: { canaries: [{ name: 'password' }] } });
    const [half] = await effects({ kind: 'imap', method: 'APPEND', path: `INBOX {${hashOf(canaries.api_key)}}` });
    expect(half?.detail.canaries).toEqual([{ name: 'api_key', encoding: 'plain' }]);
    const [login] = await effects({ method: 'AUTH', user: 'x', password: canaries.password });
    expect(login?.sentence).not.toContain(canaries.password);
  });
});
