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
import { startSilentPorts } from './silent-ports.ts';
import { SiteBook } from './sites/site-book.ts';
import { startWebServer } from './web-server.ts';

const book = new HostBook();
const certificates = new Certificates('/mnt/ca');
const office = new PostOffice();
const bodies = new Bodies(writeLine);
const sites = new SiteBook();
const mail = { book, certificates, keep: bodies.keep, log: writeLog, office };
serveControl({
  mark: ({ mark }) => {
    writeLine(`${JSON.stringify({ mark })}\n`);
    return null;
  },
  'place-sites': ({ sites: placed }) => {
    for (const site of placed) sites.place(site);
    return null;
  },
  'place-mail': ({ messages }) => {
    for (const message of messages) office.place(message);
    return { placed: messages.length };
  },
});
await Promise.all([
  startNameServer(book, writeLog),
  startWebServer({ book, sites, certificates, bodies, log: writeLog }),
  startSilentPorts({ book, bodies, log: writeLog }),
  startSmtp(mail),
  startImap(mail),
]);
