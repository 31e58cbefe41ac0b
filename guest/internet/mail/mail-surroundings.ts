import type { Certificates } from '../certificates.ts';
import type { HostBook } from '../host-book.ts';
import type { KeepBody } from './decode-message.ts';
import type { WriteMailLog } from './mail-entry.ts';

/** What the mail servers need of the internet that they are in. */
export interface MailSurroundings {
  book: HostBook;
  certificates: Certificates;
  log: WriteMailLog;
  keep: KeepBody;
  /** Puts a message that was sent into the mailboxes of those recipients that have one here. */
  deliver?(recipients: readonly string[], raw: Buffer): void;
}
