import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, LineClient, type MailServers, mailServers } from './mail-servers.ts';

const done = /^t\d* (?:OK|NO|BAD).*\r\n/m;

describe('the IMAP server', () => {
  let servers: MailServers;
  let users = 0;
  const open: LineClient[] = [];
  beforeAll(async () => {
    servers = await mailServers();
  });
  afterAll(() => servers.close());
  afterEach(() => {
    for (const client of open.splice(0)) client.socket.destroy();
  });

  const place = (user: string, text: string): void =>
    servers.office.place({ user, folder: 'INBOX', raw: Buffer.from(text).toString('base64') });

  /** Somebody new with a message in the inbox, logged in. */
  const arrive = async (subject = 'first'): Promise<{ client: LineClient; user: string }> => {
    const user = `user${users++}`;
    place(user, `Subject: ${subject}\n\nhello\n`);
    return { client: await login(user), user };
  };
  const login = async (user: string): Promise<LineClient> => {
    const client = new LineClient(servers.imap.plain);
    open.push(client);
    await client.until(/^\* OK .*\r\n/m);
    await client.say(`t LOGIN ${user} "pass word"`, done);
    return client;
  };
  const entries = (user: string, method: string) =>
    servers.log.filter((entry) => entry.user === user && entry.method === method);

  it('the IMAP server logs who logged in and how', async () => {
    const ways: [string, RegExp[]][] = [
      [`t AUTHENTICATE PLAIN ${Buffer.from('\0jo\0secret').toString('base64')}`, []],
      ['t AUTHENTICATE EXTERNAL am8=', []],
      ['t LOGIN {2+}\r\njo {6+}\r\nsecret', []],
    ];
    for (const [line] of ways) {
      const client = new LineClient(servers.imap.secure, { authority: servers.authority, host: 'imap.example.org' });
      open.push(client);
      await client.until(/^\* OK .*\r\n/m);
      expect(await client.say(line, done)).toMatch(/^t OK/m);
    }
    const client = new LineClient(servers.imap.plain);
    open.push(client);
    await client.until(/^\* OK .*\r\n/m);
    expect(await client.say('t SELECT INBOX', done)).toMatch(/^t BAD/m);
    await client.say('t STARTTLS', done);
    await client.secure(servers.authority, 'imap.example.org');
    await client.say('t AUTHENTICATE PLAIN', /^\+ \r\n/m);
    expect(await client.say(Buffer.from('\0jo\0later').toString('base64'), done)).toMatch(/^t OK/m);
    expect(servers.log.filter((entry) => entry.password !== undefined).map((entry) => entry.password)).toEqual(
      expect.arrayContaining(['secret', '', 'later']),
    );
  });

  it('the IMAP server lists, flags, moves, appends and deletes messages, and logs each change', async () => {
    const { client, user } = await arrive();
    expect(await client.say('t SELECT INBOX', done)).toMatch(/\* 1 EXISTS/);
    expect(await client.say('t UID FETCH 1 (FLAGS BODY[TEXT])', done)).toContain(
      '* 1 FETCH (UID 1 FLAGS (\\Seen) BODY[TEXT] {7}\r\nhello\r\n)',
    );
    expect(await client.say('t STORE 1 +FLAGS (\\Flagged $Label1)', done)).toContain(
      'FLAGS (\\Seen \\Flagged $Label1)',
    );
    await client.say('t APPEND INBOX (\\Draft) "17-Jul-2026 02:44:25 +0000" {23}', /^\+ .*\r\n/m);
    client.send('Subject: mine\r\n\r\nbody\r\n');
    client.send('\r\n');
    expect(await client.until(done)).toMatch(/\* 2 EXISTS[\s\S]*\[APPENDUID \d+ 2\]/);
    await client.say('t CREATE Work/Old', done);
    expect(await client.say('t UID MOVE 1 Work/Old', done)).toMatch(/\* OK \[COPYUID \d+ 1 1\][\s\S]*\* 1 EXPUNGE/);
    await client.say('t STORE 1 FLAGS.SILENT (\\Deleted)', done);
    expect(await client.say('t EXPUNGE', done)).toMatch(/\* 1 EXPUNGE/);
    expect(await client.say('t STATUS Work/Old (MESSAGES UNSEEN)', done)).toContain('(MESSAGES 1 UNSEEN 0)');
    const changes = servers.log.filter((entry) => entry.user === user).flatMap((entry) => entry.changes ?? []);
    expect(changes.map((change) => `${change.change} ${change.folder}`)).toEqual([
      'flags INBOX',
      'flags INBOX',
      'added INBOX',
      'folder-created Work/Old',
      'removed INBOX',
      'added Work/Old',
      'flags INBOX',
      'removed INBOX',
    ]);
    expect(changes[2]).toMatchObject({ mail: { subject: 'mine', text: 'body\n' }, bytes: 23 });
  });

  it('the IMAP server reports changes to other clients, immediately to idle ones', async () => {
    const { client, user } = await arrive();
    await client.say('t SELECT INBOX', done);
    await client.say('t IDLE', /^\+ .*\r\n/m);
    place(user, 'Subject: second\n\n');
    await client.until(/^\* 2 EXISTS\r\n/m);
    await client.say('DONE', done);
    servers.office.place({ user, folder: 'INBOX', raw: Buffer.from('Subject: third\n\n').toString('base64') });
    await client.say('t IDLE', /^\* 3 EXISTS\r\n/m);
    const other = await login(user);
    await other.say('t SELECT INBOX', done);
    await other.say('t STORE 1 +FLAGS.SILENT (\\Deleted)', done);
    await client.until(/^\* 1 FETCH \(FLAGS \(\\Deleted\) UID 1\)\r\n/m);
    await other.say('t CLOSE', done);
    await client.until(/^\* 1 EXPUNGE\r\n/m);
    expect(await client.say('DONE', done)).toMatch(/^t OK IDLE/m);
  });

  it('the IMAP server does not renumber while a client uses sequence numbers', async () => {
    const { client, user } = await arrive();
    place(user, 'Subject: second\n\n');
    await client.say('t SELECT INBOX', done);
    const other = await login(user);
    await other.say('t SELECT INBOX', done);
    await other.say('t STORE 1 +FLAGS (\\Deleted)', done);
    await other.say('t EXPUNGE', done);
    const fetched = await client.say('t FETCH 2 (BODY.PEEK[HEADER])', done);
    expect(fetched).toContain('Subject: second');
    expect(fetched).not.toContain('EXPUNGE');
    expect(await client.say('t NOOP', done)).toContain('* 1 EXPUNGE');
  });

  it('the IMAP server changes nothing in a folder opened read-only', async () => {
    const { client, user } = await arrive();
    await client.say('t EXAMINE inbox', done);
    await client.say('t FETCH 1 (BODY[])', done);
    expect(await client.say('t STORE 1 +FLAGS (\\Deleted)', done)).toMatch(/^t NO/m);
    expect(await client.say('t MOVE 1 Trash', done)).toMatch(/^t NO/m);
    await client.say('t CLOSE', done);
    expect([...(servers.office.account(user).folder('INBOX')?.messages[0]?.flags ?? ['x'])]).toEqual([]);
  });

  it('the IMAP server creates, renames, lists and deletes folders, except the inbox', async () => {
    const { client } = await arrive();
    await client.say('t CREATE "B&APw-ro/2026"', done);
    await client.say('t RENAME "B&APw-ro/2026" Old/2026', done);
    await client.say('t CREATE Old', done);
    const list = await client.say('t LIST "" "*"', done);
    expect(list.split('\r\n').filter((line) => line.startsWith('* LIST'))).toEqual([
      '* LIST (\\HasNoChildren) "/" "INBOX"',
      '* LIST (\\HasChildren) "/" "Old"',
      '* LIST (\\HasNoChildren) "/" "Old/2026"',
      '* LIST (\\HasNoChildren \\Trash) "/" "Trash"',
    ]);
    expect(await client.say('t LIST "" ""', done)).toContain('* LIST (\\Noselect) "/" ""');
    await client.say('t SUBSCRIBE Old', done);
    expect(await client.say('t LSUB "" %', done)).toContain('"Old"');
    expect(await client.say('t DELETE Old/2026', done)).toMatch(/^t OK/m);
    expect(await client.say('t DELETE INBOX', done)).toMatch(/^t NO/m);
    expect(await client.say('t RENAME Trash Trash/x', done)).toMatch(/^t NO/m);
    expect(await client.say('t SELECT Nowhere', done)).toMatch(/^t NO/m);
    expect(await client.say('t APPEND Nowhere {1+}\r\nx', done)).toMatch(/\[TRYCREATE\]/);
  });

  it('the IMAP server logs an interrupted message as partial, and invalid commands', async () => {
    const { client, user } = await arrive();
    expect(await client.say('t FROB token-in-frob', done)).toMatch(/^t BAD/m);
    expect(await client.say('t FETCH (', done)).toMatch(/^t BAD/m);
    await client.say('t APPEND INBOX {1000}', /^\+ .*\r\n/m);
    client.send('Subject: half of a secret');
    await delay(50);
    client.socket.destroy();
    const [partial] = await eventually(() => {
      const found = entries(user, 'APPEND');
      return found.length > 0 ? found : undefined;
    });
    expect(partial).toMatchObject({ partial: true, bytes: 25 });
    const hash = /\{([0-9a-f]{64})\}/.exec(partial?.path ?? '')?.[1] ?? '';
    expect(servers.kept.get(hash)?.toString()).toBe('Subject: half of a secret');
    expect(entries(user, 'FROB')[0]?.path).toBe('token-in-frob');
    expect(servers.office.account(user).folder('INBOX')?.messages).toHaveLength(1);
  });

  it('the IMAP server disconnects on an endless line and serves the next client', async () => {
    const client = new LineClient(servers.imap.plain);
    open.push(client);
    await client.until(/^\* OK .*\r\n/m);
    client.send('x'.repeat(400_000));
    await client.until(/^\* BYE .*\r\n/m);
    await arrive();
  });
});
