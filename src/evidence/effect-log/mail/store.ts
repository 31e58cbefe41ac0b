import { posix } from 'node:path';

/** Where the user's mail program keeps its profile. */
export const mailRoots = ['/home/user/.thunderbird'] as const;

/** A mail folder on disk: one mbox file, or the messages of a maildir. */
export interface MailStore {
  /** Name as a person knows it: `Inbox`, `Drafts`, `Sent`, `Outbox`, `Trash` … */
  folder: string;
  format: 'mbox' | 'maildir';
}

const shownNames: Record<string, string> = {
  'Unsent Messages': 'Outbox',
  INBOX: 'Inbox',
  'Sent Messages': 'Sent',
  'Sent Items': 'Sent',
};

/** Which mail folder a file belongs to; null for indexes, filters and anything that is no mail. */
export function mailStore(path: string): MailStore | null {
  const below = /\/\.thunderbird\/(?:[^/]+\/)?(?:Imap)?Mail\/[^/]+\/(.+)$/.exec(path)?.[1];
  if (below === undefined) return null;
  const inMaildir = /^(?:.*\/)?([^/]+)\/(?:cur|new)\/[^/]+$/.exec(below)?.[1];
  if (inMaildir !== undefined) return { folder: shownName(inMaildir), format: 'maildir' };
  const name = posix.basename(below);
  if (
    /\.(?:msf|dat|html|json|sqlite|ini|txt|js|mozmsgs|lock)$|^nstmp/.test(name) ||
    /(?:^|\/)(?:tmp|cur|new)(?:\/|$)/.test(below)
  )
    return null;
  return { folder: shownName(name), format: 'mbox' };
}

/** A folder's name as a person knows it. */
export function shownName(name: string): string {
  return shownNames[name] ?? name;
}
