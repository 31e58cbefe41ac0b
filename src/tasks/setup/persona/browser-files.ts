import { createHash } from 'node:crypto';
import { addVisits, chromiumTime } from '../chromium-history.ts';
import { changedDatabase } from '../sqlite-file.ts';
import type { Persona } from './persona.ts';

const dayMs = 86_400_000;

/** Chromium's `Bookmarks`. Without the checksum (bookmark_codec.cc), Chromium would rewrite the file. */
export function bookmarksFile(bookmarks: Persona['bookmarks'], now: number): Buffer {
  const sum = createHash('md5');
  let last = 0;
  const added = (index: number): string => String(chromiumTime(now - (90 + index) * dayMs));
  const identified = (name: string, kind: 'folder' | 'url', url?: string): { id: string; guid: string } => {
    last += 1;
    const id = String(last);
    sum.update(id).update(Buffer.from(name, 'utf16le')).update(kind);
    if (url !== undefined) sum.update(url);
    return { id, guid: guidOf(`${id} ${name}`) };
  };
  const folder = (name: string, guid: string, children: Persona['bookmarks']): Record<string, unknown> => {
    const { id } = identified(name, 'folder');
    const links = children.map(({ title, url }, index) => ({
      date_added: added(index),
      date_last_used: '0',
      ...identified(title, 'url', url),
      name: title,
      type: 'url',
      url,
    }));
    return {
      children: links,
      date_added: added(0),
      date_last_used: '0',
      date_modified: '0',
      guid,
      id,
      name,
      type: 'folder',
    };
  };
  const roots = {
    bookmark_bar: folder('Bookmarks bar', '0bc5d13f-2cba-5d74-951f-3f233fe6c908', bookmarks),
    other: folder('Other bookmarks', '82b081ec-3dd3-529c-8475-ab6c344590dd', []),
    synced: folder('Mobile bookmarks', '4cf2e351-0e85-532b-bb37-df045d8f8d0f', []),
  };
  return Buffer.from(`${JSON.stringify({ checksum: sum.digest('hex'), roots, version: 1 }, null, 3)}\n`);
}

function guidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Chromium's `History` with the tables for visits. Chromium adds the rest. `now` is in Unix milliseconds. */
export async function historyFile(visits: Persona['history'], now: number): Promise<Buffer> {
  return changedDatabase(null, (database) => {
    database.exec(`
      CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
      INSERT INTO meta VALUES('version', '70'), ('last_compatible_version', '16'), ('mmap_status', '-1');
      CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT,url LONGVARCHAR,title LONGVARCHAR,visit_count INTEGER DEFAULT 0 NOT NULL,typed_count INTEGER DEFAULT 0 NOT NULL,last_visit_time INTEGER NOT NULL,hidden INTEGER DEFAULT 0 NOT NULL);
      CREATE TABLE visits(id INTEGER PRIMARY KEY AUTOINCREMENT,url INTEGER NOT NULL,visit_time INTEGER NOT NULL,from_visit INTEGER,external_referrer_url TEXT,transition INTEGER DEFAULT 0 NOT NULL,segment_id INTEGER,visit_duration INTEGER DEFAULT 0 NOT NULL,incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL,opener_visit INTEGER,originator_cache_guid TEXT,originator_visit_id INTEGER,originator_from_visit INTEGER,originator_opener_visit INTEGER,is_known_to_sync BOOLEAN DEFAULT FALSE NOT NULL,consider_for_ntp_most_visited BOOLEAN DEFAULT FALSE NOT NULL,visited_link_id INTEGER DEFAULT 0 NOT NULL,app_id TEXT);
    `);
    addVisits(
      database,
      visits.map(({ days, ...visit }) => ({ ...visit, time: now - days * dayMs })),
    );
  });
}

export async function addressBook(contacts: Persona['contacts']): Promise<Buffer> {
  return changedDatabase(null, (database) => {
    database.exec(`
      CREATE TABLE properties (card TEXT, name TEXT, value TEXT);
      CREATE TABLE lists (uid TEXT PRIMARY KEY, name TEXT, nickName TEXT, description TEXT);
      CREATE TABLE list_cards (list TEXT, card TEXT, PRIMARY KEY(list, card));
      CREATE INDEX properties_card ON properties(card);
      CREATE INDEX properties_name ON properties(name);
      PRAGMA user_version = 4;
    `);
    const add = database.prepare('INSERT INTO properties VALUES (?, ?, ?)');
    for (const { name, mail } of contacts) {
      const card = guidOf(mail);
      const [first = name, ...rest] = name.split(' ');
      const last = rest.join(' ');
      const vCard = `BEGIN:VCARD\r\nVERSION:4.0\r\nEMAIL;PREF=1:${mail}\r\nFN:${name}\r\nN:${last};${first};;;\r\nUID:${card}\r\nEND:VCARD\r\n`;
      const fields = { DisplayName: name, FirstName: first, LastName: last, PrimaryEmail: mail, _vCard: vCard };
      for (const [field, value] of Object.entries(fields)) add.run(card, field, value);
    }
  });
}
