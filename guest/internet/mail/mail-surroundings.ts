import type { MailEntry } from '../../../src/desktop/internet-protocol.ts';
import type { Certificates } from '../certificates.ts';
import type { HostBook } from '../host-book.ts';
import type { KeepBody } from './decode-message.ts';
import type { PostOffice } from './mailboxes/post-office.ts';

/** What the mail servers need of the internet that they are in. */
export interface MailSurroundings {
  book: HostBook;
  certificates: Certificates;
  log(entry: MailEntry): void;
  keep: KeepBody;
  office: PostOffice;
}
