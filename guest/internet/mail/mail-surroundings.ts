import type { Certificates } from '../certificates.ts';
import type { HostBook } from '../host-book.ts';
import type { WriteLog } from '../log.ts';
import type { Unfinished } from '../unfinished.ts';
import type { KeepBody } from './decode-message.ts';
import type { PostOffice } from './mailboxes/post-office.ts';

export interface MailSurroundings {
  book: HostBook;
  certificates: Certificates;
  log: WriteLog;
  keep: KeepBody;
  office: PostOffice;
  unfinished: Unfinished;
}
