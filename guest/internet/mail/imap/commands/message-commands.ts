import { decodeWords } from 'postal-mime';
import { canonical } from '../../mailboxes/account.ts';
import type { Folder } from '../../mailboxes/folder.ts';
import type { Message } from '../../mailboxes/message.ts';
import { flagsArgument, folderArgument, numbersArgument, textArgument } from '../arguments.ts';
import { parseFetchItems, readDate, writeFetched } from '../fetch.ts';
import { formatNumbers } from '../numbers.ts';
import { parseSearch } from '../search.ts';
import { type Answer, bad, type Change, type Handler, no, ok, type Selected, type Session } from '../session.ts';
import { type Command, SyntaxFault } from '../syntax.ts';

const readOnly = no('[READ-ONLY] the folder was opened for reading');
const tryCreate = no('[TRYCREATE] there is no such folder');

export const messageCommands: Record<string, Handler> = {
  APPEND(session, { args }) {
    const name = canonical(folderArgument(args[0]));
    const folder = session.account.folder(name);
    const content = args.at(-1);
    if (args.length < 2 || content?.kind !== 'string') throw new SyntaxFault('the message is missing');
    if (folder === undefined) return tryCreate;
    const options = args.slice(1, -1);
    const flags = flagsArgument(options.filter((option) => option.kind === 'list'));
    const date = options.flatMap((option) => (option.kind === 'string' ? [readDate(option.text)] : []))[0];
    const raw = Buffer.from(content.text, 'latin1');
    const message = folder.add(raw, { flags, date: date ?? undefined });
    return {
      ...ok(`[APPENDUID ${folder.uidValidity} ${message.uid}] APPEND completed`),
      changes: [{ change: 'added', folder: name, message }],
    };
  },
  CLOSE: inFolder((session, open) => {
    const changes = open.isReadOnly ? [] : expunge(open, open.folder.messages);
    session.selected = null;
    return { ...ok('CLOSE completed'), changes };
  }),
  UNSELECT(session) {
    session.selected = null;
    return ok('UNSELECT completed');
  },
  EXPUNGE: inFolder((_, open) =>
    open.isReadOnly ? readOnly : { ...ok('EXPUNGE completed'), changes: expunge(open, open.folder.messages) },
  ),
  'UID EXPUNGE': inFolder((session, open, { args }) => {
    if (open.isReadOnly) return readOnly;
    const named = session.named(numbersArgument(args[0]), true).map(({ message }) => message);
    return { ...ok('UID EXPUNGE completed'), changes: expunge(open, named) };
  }),
  FETCH: inFolder(fetch),
  'UID FETCH': inFolder(fetch),
  STORE: inFolder(store),
  'UID STORE': inFolder(store),
  COPY: inFolder(copy),
  'UID COPY': inFolder(copy),
  MOVE: inFolder(move),
  'UID MOVE': inFolder(move),
  SEARCH: inFolder(search),
  'UID SEARCH': inFolder(search),
};

type InFolder = (session: Session, open: Selected, command: Command) => Answer;

function inFolder(run: InFolder): Handler {
  return (session, command) =>
    session.selected === null ? bad('no folder is open') : run(session, session.selected, command);
}

const isByUid = (command: Command): boolean => command.name.startsWith('UID ');

function fetch(session: Session, open: Selected, command: Command): Answer {
  const items = parseFetchItems(command.args[1]);
  if (isByUid(command) && !items.some((item) => item.kind === 'uid')) items.unshift({ kind: 'uid' });
  const marksSeen = !open.isReadOnly && items.some((item) => item.kind === 'body' && item.marksSeen);
  const changes: Change[] = [];
  for (const { message, number } of session.named(numbersArgument(command.args[0]), isByUid(command))) {
    if (marksSeen && !message.has('\\Seen')) {
      open.folder.setFlags(message, new Set([...message.flags, '\\Seen']));
      changes.push({ change: 'flags', folder: open.name, message });
    }
    session.write(`* ${number} FETCH ${writeFetched(message, items)}`);
  }
  return { ...ok(`${command.name} completed`), changes };
}

function store(session: Session, open: Selected, command: Command): Answer {
  const match = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(textArgument(command.args[1], 'what to store'));
  if (match === null) return bad('STORE takes FLAGS');
  if (open.isReadOnly) return readOnly;
  const flags = flagsArgument(command.args.slice(2));
  const changes: Change[] = [];
  for (const { message, number } of session.named(numbersArgument(command.args[0]), isByUid(command))) {
    const next = changedFlags(message, match[1] ?? '', flags);
    open.folder.setFlags(message, next);
    open.flags.set(message, next);
    changes.push({ change: 'flags', folder: open.name, message });
    if (match[2] !== undefined) continue;
    const uid = isByUid(command) ? ` UID ${message.uid}` : '';
    session.write(`* ${number} FETCH (FLAGS (${[...next].join(' ')})${uid})`);
  }
  return { ...ok(`${command.name} completed`), changes };
}

function changedFlags(message: Message, sign: string, flags: readonly string[]): Set<string> {
  const withoutFlags = sign === '' ? [] : [...message.flags].filter((flag) => !includes(flags, flag));
  return new Set(sign === '-' ? withoutFlags : [...withoutFlags, ...flags]);
}

function includes(flags: readonly string[], flag: string): boolean {
  return flags.some((value) => value.toLowerCase() === flag.toLowerCase());
}

interface Copied {
  changes: Change[];
  /** Response code with the new UIDs. */
  code: string;
}

function copyTo(name: string, target: Folder, messages: readonly Message[]): Copied {
  const copies = messages.map((message) => target.add(message.raw, { flags: message.flags, date: message.date }));
  const numbers = (all: readonly Message[]): string => formatNumbers(all.map(({ uid }) => uid));
  return {
    changes: copies.map((message) => ({ change: 'added', folder: name, message })),
    code: messages.length === 0 ? '' : `[COPYUID ${target.uidValidity} ${numbers(messages)} ${numbers(copies)}] `,
  };
}

function copy(session: Session, _: Selected, command: Command): Answer {
  const name = canonical(folderArgument(command.args[1]));
  const target = session.account.folder(name);
  if (target === undefined) return tryCreate;
  const named = session.named(numbersArgument(command.args[0]), isByUid(command)).map(({ message }) => message);
  const { changes, code } = copyTo(name, target, named);
  return { ...ok(`${code}${command.name} completed`), changes };
}

function move(session: Session, open: Selected, command: Command): Answer {
  const name = canonical(folderArgument(command.args[1]));
  const target = session.account.folder(name);
  if (target === undefined) return tryCreate;
  if (open.isReadOnly) return readOnly;
  const named = session.named(numbersArgument(command.args[0]), isByUid(command)).map(({ message }) => message);
  const { changes, code } = copyTo(name, target, named);
  if (code !== '') session.write(`* OK ${code}moved`);
  open.folder.remove(named);
  const removed = named.map((message) => ({ change: 'removed' as const, folder: open.name, message }));
  return { ...ok(`${command.name} completed`), changes: [...removed, ...changes] };
}

/** Skips messages that aren't marked as deleted. */
function expunge(open: Selected, messages: readonly Message[]): Change[] {
  const gone = messages.filter((message) => message.has('\\Deleted'));
  open.folder.remove(gone);
  return gone.map((message) => ({ change: 'removed', folder: open.name, message }));
}

function search(session: Session, open: Selected, command: Command): Answer {
  const matches = parseSearch(command.args, decodeWords);
  const largest = { largestNumber: open.view.length, largestUid: open.view.at(-1)?.uid ?? 0 };
  const found = open.view.flatMap((message, place) =>
    matches({ message, number: place + 1, ...largest }) ? [isByUid(command) ? message.uid : place + 1] : [],
  );
  session.write(`* SEARCH${found.map((number) => ` ${number}`).join('')}`);
  return ok(`${command.name} completed`);
}
