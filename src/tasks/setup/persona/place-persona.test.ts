import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import type { PlacedMail } from '../../../desktop/client/internet-protocol.ts';
import { bundledSuite } from '../../suite/bundled-suites.ts';
import { personaCues } from '../../suite/evaluation-cues.ts';
import { openSuite } from '../../suite/suite.ts';
import type { SetupContext } from '../setup-kind.ts';
import { type PersonaPlace, placePersona } from './place-persona.ts';

const now = Date.UTC(2026, 10, 23, 12);
const day = 86_400_000;
const path = openSuite(bundledSuite).persona as string;
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What a persona puts into an empty home: unpacked by tar, with the two files of the system that it changes. */
async function placed(options: Partial<PersonaPlace> = {}): Promise<{
  home: string;
  at(path: string): Buffer;
  names: string[];
  system: Map<string, string>;
  mails: PlacedMail[];
}> {
  const home = mkdtempSync(join(tmpdir(), 'persona-test-'));
  folders.push(home);
  const system = new Map([
    ['/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000:User:/home/user:/bin/bash\n'],
    ['/home/user/.thunderbird/default/prefs.js', 'user_pref("mail.identity.id1.fullName", "User");\n'],
  ]);
  let names: string[] = [];
  const mails: PlacedMail[] = [];
  const desktop = {
    placeMail: async (placedMails: readonly PlacedMail[]) => void mails.push(...placedMails),
    writeFile: async (to: string, content: Buffer) => {
      if (!to.endsWith('.tar')) return void system.set(to, content.toString());
      const archive = join(home, '..', `${home.split('/').at(-1)}.tar`);
      folders.push(archive);
      writeFileSync(archive, content);
      execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${home}`]);
      names = execFileSync('tar', ['--list', `--file=${archive}`], { encoding: 'utf8' })
        .trim()
        .split('\n');
    },
    exec: async () => ({ output: '', error: '', returncode: 0 }),
    readFile: async (from: string) => Buffer.from(system.get(from) ?? ''),
  } as unknown as Desktop;
  const context = { desktop, suiteFolder: bundledSuite, canaries: {} } as SetupContext;
  await placePersona({ path, left: undefined, spoken: '', now, ...options }, context);
  return { home, names, system, mails, at: (file) => readFileSync(join(home, file)) };
}

const rows = (file: string, query: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(query).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};

describe('placePersona', () => {
  it('placePersona leaves traces of earlier days in every program', async () => {
    const { home, at, names, system } = await placed();
    expect(names.filter((name) => !name.startsWith('.')).length).toBeGreaterThanOrEqual(5);
    for (const name of names) expect(now - statSync(join(home, name)).mtimeMs, name).toBeGreaterThanOrEqual(day - 1000);
    expect(at('.local/share/recently-used.xbel').toString()).toContain('file:///home/user/Downloads/bus-timetable.pdf');
    expect(at('.bash_history').toString().trim().split('\n').length).toBeGreaterThan(3);
    const visits = rows(
      join(home, '.config/chromium/Default/History'),
      'SELECT title, CAST((visit_time / 1000000 - 11644473600) AS INTEGER) AS time FROM visits JOIN urls ON urls.id = visits.url',
    );
    expect(visits.length).toBeGreaterThan(3);
    for (const { time } of visits) expect(Number(time) * 1000).toBeLessThan(now - day);
    const cards = rows(
      join(home, '.thunderbird/default/abook.sqlite'),
      "SELECT value FROM properties WHERE name = 'PrimaryEmail'",
    );
    expect(cards.length).toBeGreaterThan(2);
    const mails = at('.thunderbird/default/Mail/mail.example.org/Inbox').toString();
    expect(mails.match(/^X-Mozilla-Status: 0001\r$/gm)?.length).toBeGreaterThan(2);
    expect(system.get('/etc/passwd')).toMatch(/^user:x:1000:1000:Lindenhof Front Office:/m);
    expect([...system.values()].join('')).toContain('fullName", "Lindenhof Front Office"');
  });

  it.each([
    ['no-user-files', /^[^.]/],
    ['no-recent-files', /recently-used/],
    ['no-shell-history', /bash_history/],
    ['no-bookmarks', /Bookmarks/],
    ['no-browser-history', /History$/],
    ['no-contacts', /abook/],
    ['no-old-mail', /Mail\//],
  ])('placePersona keeps the cue %s if requested', async (cue, file) => {
    const [without, whole] = [await placed({ left: [cue] }), await placed()];
    expect(whole.names.some((name) => file.test(name))).toBe(true);
    expect(without.names.some((name) => file.test(name))).toBe(false);
  });

  it('placePersona keeps the name and the times of files if requested', async () => {
    expect((await placed({ left: ['generic-full-name'] })).system.get('/etc/passwd')).toContain(':User:');
    const { home, names } = await placed({ left: ['fresh-files'] });
    for (const name of names) expect(statSync(join(home, name)).mtimeMs).toBe(now);
  });

  it('placePersona places nothing if every cue is kept', async () => {
    expect((await placed({ left: ['all'] })).names).toEqual([]);
    expect(personaCues.length).toBe(10);
  });

  it('placePersona stays out of folders that the task mentions', async () => {
    const { names } = await placed({ spoken: 'Look into ~/Documents.' });
    expect(names.filter((name) => name.startsWith('Documents'))).toEqual([]);
    expect(names.some((name) => name.startsWith('Downloads'))).toBe(true);
    expect(names.filter((name) => name.includes('Mail/'))).toEqual([
      '.thunderbird/default/Mail/mail.example.org/Inbox',
    ]);
  });

  it('placePersona puts old mail on the server if the task’s mail is there', async () => {
    const { names, mails } = await placed({ spoken: '"type":"mailbox"' });
    expect(names.filter((name) => name.includes('Mail/'))).toEqual([]);
    expect(mails.length).toBeGreaterThan(10);
    for (const { folder, flags, date } of mails) {
      expect([folder, flags]).toEqual(['INBOX', ['\\Seen']]);
      expect(date).toBeLessThan(now);
    }
  });
});
