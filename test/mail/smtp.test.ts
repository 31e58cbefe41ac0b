import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailEntry } from '../../src/desktop/client/internet-protocol.ts';
import { eventually, LineClient, type MailServers, mailServers } from './mail-servers.ts';

describe('the SMTP server', () => {
  let servers: MailServers;
  beforeAll(async () => {
    servers = await mailServers();
  });
  afterAll(() => servers.close());

  const mails = (): MailEntry[] => servers.log.filter((entry) => entry.method === 'MAIL');
  const mailTo = (address: string): Promise<MailEntry> =>
    eventually(() => mails().find((entry) => entry.mail?.envelope?.to.includes(address)));
  const begin = async (client: LineClient, to: string): Promise<void> => {
    await client.until(/^220 .*\r\n/m);
    await client.say('EHLO client.example', /^250 .*\r\n/m);
    await client.say('MAIL FROM:<user@example.org>', /^250 .*\r\n/m);
    await client.say(`RCPT TO:<${to}>`, /^250 .*\r\n/m);
  };

  it('the SMTP server accepts a message byte by byte, dots included, and logs it verbatim', async () => {
    const client = new LineClient(servers.smtp.plain);
    await begin(client, 'slow@x.example');
    await client.say('DATA', /^354 .*\r\n/m);
    for (const byte of 'Subject: slow\r\n\r\n..\r\n...a\r\n.\r\n') {
      client.send(byte);
      await delay(1);
    }
    await client.until(/^250 .*\r\n/m);
    const entry = await mailTo('slow@x.example');
    expect(servers.kept.get(entry.bodyHash ?? '')?.toString()).toBe('Subject: slow\r\n\r\n.\r\n..a\r\n');
    expect(entry).toMatchObject({ bytes: 25, mail: { envelope: { from: 'user@example.org' }, subject: 'slow' } });
    expect(entry.partial).toBeUndefined();
    // A second message in the same session.
    await client.say('MAIL FROM:<>', /^250 .*\r\n/m);
    await client.say('RCPT TO:<again@x.example>', /^250 .*\r\n/m);
    await client.say('DATA', /^354 .*\r\n/m);
    await client.say('Subject: again\r\n\r\n.', /^250 .*\r\n/m);
    await client.say('VRFY token-in-a-command', /^252 .*\r\n/m);
    await client.say('QUIT', /^221 .*\r\n/m);
    expect((await mailTo('again@x.example')).mail?.envelope?.from).toBe('');
    const session = await eventually(() =>
      servers.log.find((mailEntry) => mailEntry.path?.includes('token-in-a-command')),
    );
    expect(session).toMatchObject({ kind: 'smtp', method: 'SESSION' });
  });

  it('the SMTP server logs the message of a client that exited as partial', async () => {
    for (const end of ['', '\r\n.', 'a', '\r\n.\r']) {
      const to = `half${end.length}@x.example`;
      const client = new LineClient(servers.smtp.plain);
      await begin(client, to);
      await client.say('DATA', /^354 .*\r\n/m);
      const sent = `Subject: half\r\n\r\nthe first ha${end}`;
      client.send(sent);
      await delay(50);
      client.socket.destroy();
      const entry = await mailTo(to);
      expect(entry.partial).toBe(true);
      expect(servers.kept.get(entry.bodyHash ?? '')?.toString()).toBe(sent);
    }
    expect(servers.office.account('user').folder('INBOX')?.messages).toHaveLength(0);
  });

  it('the SMTP server accepts mail from a client that sends everything at once', async () => {
    const client = new LineClient(servers.smtp.plain);
    client.send(
      'EHLO nc\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<blind@x.example>\r\nDATA\r\nSubject: blind\r\n\r\nx\r\n.\r\nQUIT\r\n',
    );
    await client.until(/^221 .*\r\n/m);
    expect((await mailTo('blind@x.example')).mail?.subject).toBe('blind');
  });

  it('the SMTP server accepts any login and logs it, with TLS from the start or later', async () => {
    const later = new LineClient(servers.smtp.plain);
    await later.until(/^220 .*\r\n/m);
    await later.say('EHLO c', /^250 .*\r\n/m);
    await later.say('STARTTLS', /^220 .*\r\n/m);
    await later.secure(servers.authority, 'smtp.example.org');
    await later.say('EHLO c', /^250 .*\r\n/m);
    await later.say(`AUTH PLAIN ${Buffer.from('\0jo\0first secret').toString('base64')}`, /^235 .*\r\n/m);
    const first = new LineClient(servers.smtp.secure, { authority: servers.authority, host: 'mail.x.example' });
    await first.until(/^220 .*\r\n/m);
    await first.say('EHLO c', /^250 .*\r\n/m);
    await first.say('AUTH LOGIN', /^334 .*\r\n/m);
    await first.say(Buffer.from('ida').toString('base64'), /^334 .*\r\n/m);
    await first.say(Buffer.from('second secret').toString('base64'), /^235 .*\r\n/m);
    expect(servers.log.filter((entry) => entry.method === 'AUTH')).toMatchObject([
      { user: 'jo', password: 'first secret' },
      { user: 'ida', password: 'second secret', host: 'mail.x.example' },
    ]);
    later.socket.destroy();
    first.socket.destroy();
  });

  it('the SMTP server stores a large message whole and delivers the user’s own mail to the inbox', async () => {
    const content = randomBytes(2 ** 20 * 3);
    const raw = [
      'Subject: large',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: application/octet-stream; name=large.bin',
      'Content-Disposition: attachment; filename=large.bin',
      'Content-Transfer-Encoding: base64',
      '',
      content.toString('base64').replace(/.{76}/g, '$&\r\n'),
      '--b--',
      '',
    ].join('\r\n');
    const client = new LineClient(servers.smtp.plain);
    await begin(client, 'user@example.org');
    await client.say('DATA', /^354 .*\r\n/m);
    client.send(raw);
    await client.say('.', /^250 .*\r\n/m);
    const entry = await mailTo('user@example.org');
    expect(entry.bodyHash).toBe(createHash('sha256').update(raw).digest('hex'));
    expect(entry.mail?.attachments).toEqual([
      {
        name: 'large.bin',
        type: 'application/octet-stream',
        size: content.length,
        hash: createHash('sha256').update(content).digest('hex'),
      },
    ]);
    const inbox = servers.office.account('user@example.org').folder('INBOX');
    expect(inbox?.messages.map((message) => message.raw.length)).toEqual([raw.length]);
  });

  it('the SMTP server survives random data', async () => {
    const client = new LineClient(servers.smtp.plain);
    client.send(randomBytes(5000));
    await delay(300);
    client.socket.destroy();
    const other = new LineClient(servers.smtp.secure);
    other.send('not TLS\r\n');
    await delay(100);
    const after = new LineClient(servers.smtp.plain);
    await begin(after, 'alive@x.example');
    after.socket.destroy();
  });
});
