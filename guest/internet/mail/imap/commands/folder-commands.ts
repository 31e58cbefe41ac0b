import { canonical } from '../../mailboxes/account.ts';
import { folderArgument } from '../arguments.ts';
import { encodeFolderName, folderMatches } from '../folder-name.ts';
import { bad, type Handler, no, ok, type Session } from '../session.ts';
import type { Command, Value } from '../syntax.ts';
import { writeString } from '../write-values.ts';

const missing = no('[NONEXISTENT] there is no such folder');
const permanentFlags = '\\Answered \\Flagged \\Deleted \\Seen \\Draft';

export const folderCommands: Record<string, Handler> = {
  LIST: (session, command) => list(session, command, session.account.names),
  LSUB: (session, command) => list(session, command, [...session.account.subscribed].sort()),
  CREATE(session, { args }) {
    const name = folderArgument(args[0]);
    if (!session.account.create(name)) return no('[ALREADYEXISTS] that folder is there');
    return { ...ok('CREATE completed'), changes: [{ change: 'folder-created', folder: canonical(name) }] };
  },
  DELETE(session, { args }) {
    const name = canonical(folderArgument(args[0]));
    const folder = session.account.remove(name);
    if (folder === undefined) return missing;
    const removed = folder.messages.map((message) => ({ change: 'removed' as const, folder: name, message }));
    return { ...ok('DELETE completed'), changes: [...removed, { change: 'folder-deleted', folder: name }] };
  },
  RENAME(session, { args }) {
    const [name, to] = [canonical(folderArgument(args[0])), canonical(folderArgument(args[1]))];
    if (!session.account.rename(name, to)) return no('[CANNOT] the folder cannot get that name');
    return { ...ok('RENAME completed'), changes: [{ change: 'folder-renamed', folder: name, to }] };
  },
  SUBSCRIBE(session, { args }) {
    session.account.subscribed.add(canonical(folderArgument(args[0])));
    return ok('SUBSCRIBE completed');
  },
  UNSUBSCRIBE(session, { args }) {
    session.account.subscribed.delete(canonical(folderArgument(args[0])));
    return ok('UNSUBSCRIBE completed');
  },
  STATUS(session, { args }) {
    const folder = session.account.folder(folderArgument(args[0]));
    if (folder === undefined) return missing;
    const facts: Record<string, number> = {
      MESSAGES: folder.messages.length,
      RECENT: 0,
      UIDNEXT: folder.uidNext,
      UIDVALIDITY: folder.uidValidity,
      UNSEEN: folder.unseen,
      SIZE: folder.messages.reduce((sum, { raw }) => sum + raw.length, 0),
    };
    const names = wordsIn(args[1]).map((word) => word.toUpperCase());
    const values = names.flatMap((word) => (facts[word] === undefined ? [] : [`${word} ${facts[word]}`]));
    if (values.length !== names.length || names.length === 0) return bad('STATUS has no such item');
    session.write(`* STATUS ${written(folderArgument(args[0]))} (${values.join(' ')})`);
    return ok('STATUS completed');
  },
  SELECT: (session, command) => select(session, command, false),
  EXAMINE: (session, command) => select(session, command, true),
};

function select(session: Session, { args, name: command }: Command, isReadOnly: boolean) {
  const name = canonical(folderArgument(args[0]));
  const folder = session.account.folder(name);
  session.selected = null;
  if (folder === undefined) return missing;
  session.select(name, folder, isReadOnly);
  const firstUnseen = folder.messages.findIndex((message) => !message.has('\\Seen'));
  session.write(`* FLAGS (${permanentFlags})`);
  session.write(`* OK [PERMANENTFLAGS (${isReadOnly ? '' : `${permanentFlags} \\*`})] flags`);
  session.write(`* ${folder.messages.length} EXISTS`);
  session.write('* 0 RECENT');
  if (firstUnseen >= 0) session.write(`* OK [UNSEEN ${firstUnseen + 1}] first unseen`);
  session.write(`* OK [UIDVALIDITY ${folder.uidValidity}] UIDs are valid`);
  session.write(`* OK [UIDNEXT ${folder.uidNext}] next UID`);
  return ok(`[${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] ${command} completed`);
}

/** `LIST "" pattern`; options of newer clients are accepted and ignored. */
function list(session: Session, { args, name: command }: Command, names: readonly string[]) {
  const [reference, patterns] = args[0]?.kind === 'list' ? args.slice(1) : args;
  const base = folderArgument(reference);
  const wanted = patterns?.kind === 'list' ? patterns.items : [patterns];
  for (const item of wanted) {
    const pattern = canonical(`${base}${folderArgument(item)}`);
    if (pattern === '') session.write(`* ${command} (\\Noselect) "/" ""`);
    for (const name of names) {
      if (pattern === '' || !folderMatches(name, pattern)) continue;
      const hasChildren = names.some((other) => other.startsWith(`${name}/`));
      const flags = [hasChildren ? '\\HasChildren' : '\\HasNoChildren', ...(name === 'Trash' ? ['\\Trash'] : [])];
      session.write(`* ${command} (${flags.join(' ')}) "/" ${written(name)}`);
    }
  }
  return ok(`${command} completed`);
}

function written(name: string): string {
  return writeString(encodeFolderName(name));
}

function wordsIn(value: Value | undefined): string[] {
  return value?.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'list' ? [] : [item.text])) : [];
}
