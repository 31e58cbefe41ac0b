/**
 * The internet of one desktop: names, web pages and their certificates, mail. It runs beside the desktop in the same network,
 * which nothing leaves, and in no other namespace of it.
 */
import { Bodies } from './bodies.ts';
import { Certificates } from './certificates.ts';
import { serveControl } from './control.ts';
import { HostBook } from './host-book.ts';
import { writeLine, writeLog } from './log.ts';
import { startImap } from './mail/imap/imap.ts';
import { PostOffice } from './mail/mailboxes/post-office.ts';
import { startSmtp } from './mail/smtp.ts';
import { startNameServer } from './name-server.ts';
import { startWebServer } from './web-server.ts';

const book = new HostBook();
const certificates = new Certificates('/mnt/ca');
const office = new PostOffice();
const { keep } = new Bodies(writeLine);
const mail = { book, certificates, keep, log: writeLog, office };
serveControl({
  'place-mail': ({ messages }) => {
    for (const message of messages) office.place(message);
    return { placed: messages.length };
  },
});
await Promise.all([
  startNameServer(book, writeLog),
  startWebServer(book, certificates, writeLog),
  startSmtp(mail),
  startImap(mail),
]);
