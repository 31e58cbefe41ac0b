import { zipArchive } from '../../base/documents/write/zip-archive.ts';
import { UsageError } from '../../base/errors.ts';
import { momentOf, monthOffset } from '../suite/scene-day.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { SceneLocale } from './locale.ts';
import type { SceneFolder } from './read-scene.ts';
import { type Correspondent, type FilledMessage, type SceneMail, threadMails } from './scene-mail.ts';
import { repositoryFiles } from './scene-repository.ts';
import type { EachSource, EventSource, FileSource, SceneSource, ThreadSource } from './scene-schema.ts';
import { sheetTable } from './scene-sheet.ts';
import { Decks, fillText, lookUp, type TextScope } from './scene-text.ts';
import { sceneWriters } from './scene-writers.ts';
import { seeded } from './seeded.ts';
import { onWorkingDays, workday } from './working-days.ts';
import type { DocumentFacts } from './write/blocks.ts';
import { icsOf, vcfOf } from './write/calendar.ts';
import { csvOf } from './write/sheets.ts';

/** A file below the home folder. `time` is in Unix milliseconds. */
export interface SceneFile {
  path: string;
  content: Buffer;
  time: number;
  mode: number;
}

export interface SceneMessage {
  channel: string;
  author: string;
  text: string;
  time: number;
}

/** The content of a desktop and its internet on a given day. Deterministic for a given folder and day. */
export interface BuiltScene {
  name: string;
  /** Midnight of the scene's day, Unix milliseconds. */
  day: number;
  locale: SceneLocale;
  user: Correspondent;
  files: readonly SceneFile[];
  mails: readonly SceneMail[];
  contacts: readonly { name: string; mail: string; phone?: string | undefined }[];
  calendar: Buffer | null;
  bookmarks: SceneSource['bookmarks'];
  visits: readonly { title: string; url: string; time: number }[];
  chat: { host: string; title: string; messages: readonly SceneMessage[] } | null;
  sites: SceneSource['sites'];
  shell: readonly string[];
  recent: readonly SceneFile[];
  windows: SceneSource['windows'];
  /** All readable text, keyed by its location, for checks. */
  texts: ReadonlyMap<string, string>;
}

/** `day` is midnight of the scene's day. Throws UsageError that names the faulty item of the scene. */
export async function buildScene(folder: SceneFolder, day: number, writers = sceneWriters): Promise<BuiltScene> {
  const { name, source } = folder;
  const person = (id: string): Correspondent & { phone?: string | undefined } => {
    const found = source.people[id] ?? source.others[id];
    if (found !== undefined) return found;
    throw new UsageError(`There is no person ${JSON.stringify(id)}.`, { code: 'scene-person' });
  };
  const user = within(name, 'user', () => person(source.user));
  const decks = new Decks(source.fragments, seeded(`${name} decks`));
  const texts = new Map<string, string>();
  const facts: Record<string, unknown> = {
    user: withFirstName(user),
    employer: source.employer,
    people: Object.fromEntries(Object.entries(source.people).map(([id, one]) => [id, withFirstName(one)])),
    others: Object.fromEntries(Object.entries(source.others).map(([id, one]) => [id, withFirstName(one)])),
    ledgers: {},
  };
  const scopeOf = (about: string, more: Record<string, unknown> = {}, at?: number): TextScope => ({
    day,
    facts: { ...facts, ...more },
    decks,
    random: seeded(`${name} ${about}`),
    at,
  });
  facts.facts = filledFacts(source.facts, scopeOf('facts'));
  const ledgers = new Map<string, Ledger>();
  for (const [id, entry] of Object.entries(source.ledgers)) {
    const ledger = within(name, `ledgers.${id}`, () => ledgerOf(id, entry, scopeOf(`ledger ${id}`)));
    ledgers.set(id, ledger);
    (facts.ledgers as Record<string, unknown>)[id] = {
      rows: ledger.rows.map((row) => row.facts),
      sum: ledger.sums,
      columns: ledger.columns,
    };
  }

  const files: SceneFile[] = [];
  const byPath = new Map<string, SceneFile>();
  const fileAt = (path: string): SceneFile => {
    const found = byPath.get(path);
    if (found !== undefined) return found;
    throw new UsageError(`The scene has no file ${JSON.stringify(path)}.`, { code: 'scene-file' });
  };
  const events = source.calendar.map((event) =>
    filledEvent(event, scopeOf(`event ${event.title} ${event.at}`), person),
  );
  const add = async (item: FileSource, scope: TextScope, entries: readonly TextScope[] = [scope]): Promise<void> => {
    const path = fillText(item.path, scope);
    const inItem = { ...scope, random: seeded(`${name} ${item.path} ${scope.at ?? ''} ${path}`) };
    const time = fileTime(item.at, inItem, source.weekends === 'all');
    if (byPath.has(path)) throw new UsageError(`The path ${path} is used twice.`, { code: 'scene-file' });
    const content = await contentOf(item, path, time, inItem, entries);
    const file: SceneFile = { path, content, time, mode: Number.parseInt(item.mode, 8) };
    files.push(file);
    byPath.set(path, file);
  };
  const contentOf = async (
    item: FileSource,
    path: string,
    time: number,
    scope: TextScope,
    entries: readonly TextScope[],
  ): Promise<Buffer> => {
    const written = item.document === undefined ? item.text : folder.document(item.document);
    const base = (path.split('/').at(-1) as string).replace(/\.\w+$/, '');
    const properties: DocumentFacts = {
      title: base,
      author: item.author === undefined ? user.name : person(item.author).name,
      header: source.employer.name,
      created: time - (1 + scope.random.below(20)) * 5_400_000,
      changed: time,
    };
    if (written !== undefined) {
      const text = item.joined
        ? entries.map((entry) => fillText(written, entry)).join('\n\n')
        : fillText(written, scope);
      texts.set(path, text);
      return writers.document(path, text, properties);
    }
    if (item.sheets !== undefined) {
      const tables = item.sheets.map((sheet) => sheetTable(sheet, ledgers, scope));
      texts.set(path, csvOf(tables).toString('utf8'));
      return writers.sheet(path, tables, properties);
    }
    if (item.scan !== undefined) {
      const text = fillText(item.scan, scope);
      texts.set(path, text);
      return writers.scan(path, text, properties, scope.random);
    }
    if (item.photo !== undefined) {
      const text = fillText(item.photo.text, scope);
      texts.set(path, text);
      return writers.photo(item.photo.of, text, scope.random);
    }
    if (item.zip !== undefined)
      return zipArchive(
        Object.fromEntries(
          item.zip.map((inner) => {
            const file = fileAt(fillText(inner, scope));
            return [file.path.split('/').at(-1) as string, file.content];
          }),
        ),
        time,
      );
    if (item.copy !== undefined) return folder.copy(item.copy);
    if (item.export === 'calendar') return icsOf(events, day);
    if (item.export === 'contacts') return vcfOf(listed(source));
    throw new UsageError('The file has no content.', { code: 'scene-file' });
  };
  for (const item of source.files)
    await within(name, item.path, async () => {
      const entries = entriesOf(item.each, ledgers, facts, day).map(({ at, it }) =>
        scopeOf(`${item.path} ${at ?? ''}`, { it }, at),
      );
      if (item.joined) await add(item, scopeOf(item.path), entries);
      else for (const entry of entries) await add(item, entry);
    });

  for (const repository of source.repositories)
    within(name, repository.path, () => {
      const scope = scopeOf(repository.path);
      const textOf = (path: string): string => folder.copy(path).toString('utf8');
      const fill = (text: string): string => fillText(text, scope);
      for (const file of repositoryFiles(repository, { day, textOf, fill, person })) {
        files.push(file);
        byPath.set(file.path, file);
        if (/(?<!\.git.*)\.(?:md|txt)$/.test(file.path)) texts.set(file.path, file.content.toString('utf8'));
      }
    });

  const mails = source.mails.flatMap((thread, index) =>
    within(name, `the email ${thread.subject}`, () =>
      entriesOf(thread.each, ledgers, facts, day).flatMap(({ at: due, it }, entry) => {
        const at = due === undefined || source.weekends === 'all' ? due : workday(day, due, 0);
        const id = `${index}.${entry}.${seeded(`${name} ${thread.subject} ${entry}`).below(1e9).toString(36)}`;
        const scope = scopeOf(`mail ${id}`, { it }, at);
        const written = thread.messages.map((message) => filledMessage(message, thread, scope, { person, user }));
        const messages = onWorkingDays(written, day, source.weekends);
        messages.forEach((message, place) => {
          texts.set(`mail ${message.subject} #${index}.${entry}.${place}`, message.text);
        });
        return threadMails(messages, { day, user, id, fileAt });
      }),
    ),
  );
  return {
    name,
    day,
    locale: source.locale,
    user,
    files,
    mails: mails.sort((sceneMail, other) => sceneMail.date - other.date),
    contacts: listed(source),
    calendar: events.length === 0 ? null : icsOf(events, day),
    bookmarks: source.bookmarks,
    visits: source.history.map((visit) => ({
      title: fillText(visit.title, scopeOf(`visit ${visit.url}`)),
      url: visit.url,
      time: momentOf(day, visit.at),
    })),
    chat: within(name, 'chat', () => builtChat(source.chat, person, scopeOf('chat'), texts)),
    sites: within(name, 'sites', () => filledSites(source.sites, ledgers, scopeOf('sites')) as SceneSource['sites']),
    shell: source.shell,
    recent: within(name, 'recent', () => source.recent.map((path) => fileAt(fillText(path, scopeOf('recent'))))),
    windows: within(name, 'windows', () =>
      source.windows.map((window) => {
        const open = window.open === undefined ? undefined : fileAt(fillText(window.open, scopeOf('windows'))).path;
        const title = fillText(window.title, scopeOf('windows'));
        return open === undefined ? { ...window, title } : { ...window, title, open };
      }),
    ),
    texts,
  };
}

const withFirstName = <P extends { name: string }>(person: P): P & { first: string } => ({
  ...person,
  first: person.name.split(' ')[0] as string,
});

const listed = ({ people, others }: SceneSource): BuiltScene['contacts'] =>
  [...Object.values(people), ...Object.values(others)].filter(({ unlisted }) => unlisted !== true);

function filledFacts(value: unknown, scope: TextScope): unknown {
  if (typeof value === 'string') return fillText(value, scope);
  if (Array.isArray(value)) return value.map((item) => filledFacts(item, scope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filledFacts(member, scope)]));
}

/** Fills tokens in sites. `{ledger, last, fields}` expands to an entry for each of the ledger's last rows. */
function filledSites(value: unknown, ledgers: ReadonlyMap<string, Ledger>, scope: TextScope): unknown {
  if (Array.isArray(value)) return value.map((item) => filledSites(item, ledgers, scope));
  if (typeof value !== 'object' || value === null) return filledFacts(value, scope);
  const { ledger, last, fields } = value as { ledger?: unknown; last?: number; fields?: unknown };
  if (typeof ledger !== 'string' || fields === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledSites(item, ledgers, scope)]));
  return entriesOf({ ledger, last }, ledgers, {}, scope.day)
    .reverse()
    .map(({ at, it }) => filledFacts(fields, { ...scope, facts: { ...scope.facts, it }, at: at ?? scope.at }));
}

interface Entry {
  at?: number | undefined;
  it?: unknown;
}

function entriesOf(
  each: EachSource | undefined,
  ledgers: ReadonlyMap<string, Ledger>,
  facts: Readonly<Record<string, unknown>>,
  day: number,
): Entry[] {
  if (each === undefined) return [{}];
  if ('days' in each) {
    const { from, to, every } = each.days;
    return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => ({ at: from + index * every }));
  }
  if ('months' in each) {
    const { from, to } = each.months;
    return Array.from({ length: to - from + 1 }, (_, index) => ({ at: monthOffset(day, from + index) }));
  }
  if ('list' in each) {
    const list = lookUp(each.list, facts);
    if (typeof list !== 'object' || list === null)
      throw new UsageError(`There is no list ${each.list}.`, { code: 'scene-list' });
    return Object.values(list).map((it) => ({ it, at: (it as { day?: number }).day }));
  }
  const ledger = ledgers.get(each.ledger);
  if (ledger === undefined) throw new UsageError(`There is no ledger ${each.ledger}.`, { code: 'scene-ledger' });
  return ledger.rows.slice(-(each.last ?? ledger.rows.length)).map((row) => ({ at: row.day, it: row.facts }));
}

/** Returns the modification time of a file. If `at` has no time of day, draws one within working hours. */
function fileTime(at: string, scope: TextScope, isAnyDay: boolean): number {
  const [, entry = '', offset, time] = /^(@?)([+-]?\d+)?(?: (\d{1,2}:\d\d))?$/.exec(at) ?? [];
  if ((entry === '' && offset === undefined) || (entry === '@' && scope.at === undefined))
    throw new UsageError(`${JSON.stringify(at)} is not a day.`, { code: 'scene-moment' });
  const written = (entry === '@' ? (scope.at as number) : 0) + Number(offset ?? 0);
  const days = isAnyDay ? written : workday(scope.day, written, Number.NEGATIVE_INFINITY);
  if (time !== undefined) return momentOf(scope.day, `${days} ${time}`);
  return scope.day + days * 86_400_000 + (8 * 3600 + scope.random.below(9 * 3600)) * 1000;
}

function filledEvent(event: EventSource, scope: TextScope, person: (id: string) => Correspondent) {
  return {
    ...event,
    title: fillText(event.title, scope),
    note: event.note === undefined ? undefined : fillText(event.note, scope),
    names: event.who.map(person),
  };
}

function filledMessage(
  message: ThreadSource['messages'][number],
  thread: ThreadSource,
  scope: TextScope,
  { person, user }: { person(id: string): Correspondent; user: Correspondent },
): FilledMessage {
  const correspondent = (id: string): Correspondent => {
    if (id === 'user') return user;
    const filled = id.includes('{') ? fillText(id, scope) : id;
    const [, name, mail] = /^(.*) <(.+@.+)>$/.exec(filled) ?? [];
    return name !== undefined && mail !== undefined ? { name, mail } : person(filled);
  };
  const to = message.to === undefined ? ['user'] : typeof message.to === 'string' ? [message.to] : message.to;
  const [offset, time] = message.at.split(' ');
  return {
    ...message,
    subject: fillText(thread.subject, scope),
    folder: thread.folder,
    sender: correspondent(message.from),
    to: to.map(correspondent),
    copies: (message.cc ?? []).map(correspondent),
    at: thread.each === undefined ? message.at : `${(scope.at ?? 0) + Number(offset)} ${time}`,
    text: fillText(message.text, scope),
    attach: message.attach.map((path) => fillText(path, scope)),
  };
}

function builtChat(
  chat: SceneSource['chat'],
  person: (id: string) => Correspondent,
  scope: TextScope,
  texts: Map<string, string>,
): BuiltScene['chat'] {
  if (chat === undefined) return null;
  const messages = chat.messages.map((message, index) => {
    const text = fillText(message.text, scope);
    texts.set(`chat ${message.channel} #${index}`, text);
    return { channel: message.channel, author: person(message.from).name, text, time: momentOf(scope.day, message.at) };
  });
  return { host: chat.host, title: chat.title, messages: messages.sort((item, other) => item.time - other.time) };
}

function within<T>(scene: string, item: string, work: () => T): T {
  const named = (error: unknown): unknown =>
    error instanceof UsageError
      ? new UsageError(`The scene ${scene}, ${item}: ${error.message}`, {
          code: error.code,
          cause: error,
          hint: error.hint,
        })
      : error;
  try {
    const done = work();
    if (!(done instanceof Promise)) return done;
    return done.catch((error) => {
      throw named(error);
    }) as T;
  } catch (error) {
    throw named(error);
  }
}
