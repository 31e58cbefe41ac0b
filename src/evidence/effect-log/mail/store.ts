import { posix } from 'node:path';

export const mailRoots = ['/home/user/.thunderbird'] as const;

export interface MailStore {
  /** Display name: `Inbox`, `Drafts`, `Sent`, `Outbox`, `Trash` … */
  folder: string;
  format: 'mbox' | 'maildir';
}

const shownNames: Record<string, string> = {
  'Unsent Messages': 'Outbox',
  INBOX: 'Inbox',
  'Sent Messages': 'Sent',
  'Sent Items': 'Sent',
};

/** Null for indexes, filters and other files. */
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

export function shownName(name: string): string {
  return shownNames[name] ?? name;
}
