import type { LoggedMail } from './logged-mail.ts';

/** What changed in a mailbox. `folder` is its whole name, decoded. */
export type MailboxChange =
  | { change: 'added' | 'removed'; folder: string; uid: number; mail: LoggedMail; hash: string; bytes: number }
  | { change: 'flags'; folder: string; uid: number; flags: string[] }
  | { change: 'folder-created' | 'folder-deleted'; folder: string }
  | { change: 'folder-renamed'; folder: string; to: string };

/** One entry of the log that a mail server writes. */
export interface MailEntry {
  kind: 'smtp' | 'imap';
  /** Whom it was for: by the address that was asked. */
  host: string;
  port: number;
  /** smtp: `MAIL` (one message), `SESSION` (all commands of a connection, when it ends), `AUTH`; imap: the command, `UID` included. */
  method: string;
  /** imap: the command's arguments as sent, literals as `{SHA-256}`; smtp: the session's commands, one a line. */
  path?: string;
  /** Who the client said it was, where it did. */
  user?: string;
  password?: string;
  /** SHA-256 of the message as received, and its length. */
  bodyHash?: string;
  bytes?: number;
  /** The client went away before the message or command was complete: what came of it is in the body. */
  partial?: true;
  mail?: LoggedMail;
  changes?: MailboxChange[];
}

export type WriteMailLog = (entry: MailEntry) => void;
