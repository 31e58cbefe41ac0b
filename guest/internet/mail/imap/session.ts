import type { Account } from '../mailboxes/account.ts';
import type { Folder } from '../mailboxes/folder.ts';
import type { Message } from '../mailboxes/message.ts';
import type { PostOffice } from '../mailboxes/post-office.ts';
import { holds, type NumberSet } from './numbers.ts';
import type { Command } from './syntax.ts';

export interface Answer {
  status: 'OK' | 'NO' | 'BAD';
  text: string;
  changes?: Change[];
  login?: { user: string; password: string };
}

export type Change =
  | { change: 'added' | 'removed'; folder: string; message: Message }
  | { change: 'flags'; folder: string; message: Message }
  | { change: 'folder-created' | 'folder-deleted'; folder: string }
  | { change: 'folder-renamed'; folder: string; to: string };

export type Handler = (session: Session, command: Command) => Answer | Promise<Answer>;

/** The selected folder as the client knows it. Message numbers are positions in `view`. */
export interface Selected {
  name: string;
  folder: Folder;
  isReadOnly: boolean;
  view: Message[];
  /** As last reported to the client. */
  flags: Map<Message, ReadonlySet<string>>;
}

export class Session {
  readonly office: PostOffice;
  readonly isSecure: () => boolean;
  /** Appends the line end. */
  readonly write: (line: string) => void;
  /** Sends a continuation request; null if the client disconnected. */
  readonly ask: (prompt: string) => Promise<string | null>;
  user: string | null = null;
  selected: Selected | null = null;

  constructor(parts: Pick<Session, 'office' | 'isSecure' | 'write' | 'ask'>) {
    this.office = parts.office;
    this.isSecure = parts.isSecure;
    this.write = parts.write;
    this.ask = parts.ask;
  }

  get account(): Account {
    return this.office.account(this.user ?? '');
  }

  select(name: string, folder: Folder, isReadOnly: boolean): void {
    const view = [...folder.messages];
    const flags = new Map(view.map((message) => [message, message.flags]));
    this.selected = { name, folder, isReadOnly, view, flags };
  }

  /** While a command uses message numbers, `mayExpunge` is false. */
  sync(mayExpunge: boolean): void {
    const open = this.selected;
    if (open === null) return;
    const there = new Set(open.folder.messages);
    if (mayExpunge)
      for (let place = open.view.length - 1; place >= 0; place--) {
        const message = open.view[place] as Message;
        if (there.has(message)) continue;
        open.view.splice(place, 1);
        open.flags.delete(message);
        this.write(`* ${place + 1} EXPUNGE`);
      }
    const known = new Set(open.view);
    const arrived = open.folder.messages.filter((message) => !known.has(message));
    if (arrived.length > 0) {
      open.view.push(...arrived);
      for (const message of arrived) open.flags.set(message, message.flags);
      this.write(`* ${open.view.length} EXISTS`);
      this.write('* 0 RECENT');
    }
    for (const [place, message] of open.view.entries()) {
      if (open.flags.get(message) === message.flags || !there.has(message)) continue;
      open.flags.set(message, message.flags);
      this.write(`* ${place + 1} FETCH (FLAGS (${[...message.flags].join(' ')}) UID ${message.uid})`);
    }
  }

  named(set: NumberSet, byUid: boolean): { message: Message; number: number }[] {
    const view = this.selected?.view ?? [];
    const largest = byUid ? (view.at(-1)?.uid ?? 0) : view.length;
    return view
      .map((message, place) => ({ message, number: place + 1 }))
      .filter(({ message, number }) => holds(set, byUid ? message.uid : number, largest));
  }
}

export const ok = (text: string): Answer => ({ status: 'OK', text });
export const no = (text: string): Answer => ({ status: 'NO', text });
export const bad = (text: string): Answer => ({ status: 'BAD', text });
