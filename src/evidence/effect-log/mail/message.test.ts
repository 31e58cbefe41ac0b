import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mboxMessages, readMessage } from './message.ts';
import { mailStore } from './store.ts';

const drafts = readFileSync(join(import.meta.dirname, '../../../../test/effect/thunderbird-drafts.mbox'));

describe('a drafts folder that Thunderbird wrote', () => {
  it('a drafts folder of Thunderbird yields the draft as last saved, without its expunged version', async () => {
    const messages = await Promise.all(mboxMessages(drafts).map(readMessage));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      from: 'user@example.org',
      to: ['petra@kestrel-hotels.example'],
      cc: ['b@x.example'],
      subject: 'Preisliste 2026 – für Sie',
      text: 'moreFrom the office: hello',
      attachments: [{ name: 'list.csv', content: Buffer.from('a,b\n') }],
    });
  });

  it('a message keeps its key while Thunderbird changes its flags', async () => {
    const [message] = mboxMessages(drafts);
    const marked = Buffer.from(
      (message as Buffer).toString('latin1').replace('X-Mozilla-Status: 0000', 'X-Mozilla-Status: 0001'),
      'latin1',
    );
    expect((await readMessage(marked)).key).toBe((await readMessage(message as Buffer)).key);
  });
});

describe('mboxMessages and readMessage', () => {
  it('mboxMessages and readMessage accept any data', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        for (const raw of mboxMessages(
          Buffer.concat([Buffer.from('From - x\n'), bytes, Buffer.from('\n\nFrom - y\nTo: '), bytes]),
        ))
          await readMessage(raw);
      }),
    );
    const deep = Buffer.from(
      Array.from(
        { length: 500 },
        (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
      ).join(''),
    );
    expect((await readMessage(deep)).subject).toBe('');
  });
});

describe('mailStore', () => {
  const profile = '/home/user/.thunderbird/default';
  it('mailStore recognises mail folders by the files next to them', () => {
    expect(mailStore(`${profile}/Mail/mail.example.org/Drafts`)).toEqual({ folder: 'Drafts', format: 'mbox' });
    expect(mailStore(`${profile}/Mail/Local Folders/Unsent Messages`)).toEqual({ folder: 'Outbox', format: 'mbox' });
    expect(mailStore(`${profile}/ImapMail/imap.x.test/INBOX`)).toEqual({ folder: 'Inbox', format: 'mbox' });
    expect(mailStore(`${profile}/Mail/Local Folders/Work.sbd/Old`)).toEqual({ folder: 'Old', format: 'mbox' });
    expect(mailStore(`${profile}/Mail/Local Folders/Important/cur/m_1.eml`)).toEqual({
      folder: 'Important',
      format: 'maildir',
    });
    for (const other of [
      'Mail/x.test/Drafts.msf',
      'Mail/x.test/msgFilterRules.dat',
      'prefs.js',
      'Mail/x.test/nstmp-1',
      'Mail/x.test/Important/tmp/1',
      'abook.sqlite',
    ])
      expect(mailStore(`${profile}/${other}`)).toBeNull();
    expect(mailStore('/home/user/Documents/Drafts')).toBeNull();
  });
});
