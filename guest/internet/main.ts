/** Serves names, websites and mail to one desktop. It shares the desktop's isolated network but no other namespace. */
import { Bodies } from './bodies.ts';
import { Certificates } from './certificates.ts';
import { serveControl } from './control.ts';
import { HostBook } from './host-book.ts';
import { writeLine, writeLog } from './log.ts';
import { startImap } from './mail/imap/imap.ts';
import { PostOffice } from './mail/mailboxes/post-office.ts';
import { startSmtp } from './mail/smtp.ts';
import { startNameServer } from './name-server.ts';
import { silentPorts, startSilentPorts } from './silent-ports.ts';
import { SiteBook } from './sites/site-book.ts';
import { Unfinished } from './unfinished.ts';
import { watchPackets } from './watch-packets.ts';
import { startWebServer } from './web-server.ts';

const servedPorts = [25, 80, 143, 443, 465, 587, 993];

const book = new HostBook();
const certificates = new Certificates('/mnt/ca');
const office = new PostOffice();
const bodies = new Bodies(writeLine);
const sites = new SiteBook();
const unfinished = new Unfinished();
const mail = { book, certificates, keep: bodies.keep, log: writeLog, office, unfinished };
const isHermetic = process.env.INTERNET !== 'none';
/** Throws if this desktop has no internet. */
const mustServe = () => {
  if (!isHermetic) throw new Error('this desktop has no internet (network none)');
};
serveControl({
  mark: ({ mark }) => {
    writeLine(`${JSON.stringify({ mark })}\n`);
    return null;
  },
  unfinished: async () => {
    await unfinished.tellAll();
    return null;
  },
  'place-sites': ({ sites: placed }) => {
    mustServe();
    for (const site of placed) sites.place(site);
    return null;
  },
  'place-mail': ({ messages }) => {
    mustServe();
    for (const message of messages) office.place(message);
    return { placed: messages.length };
  },
});
if (isHermetic) {
  const around = { book, bodies, log: writeLog, unfinished };
  watchPackets(new Set([...servedPorts, ...silentPorts]), around);
  await Promise.all([
    startNameServer(around),
    startWebServer({ ...around, sites, certificates }),
    startSilentPorts(around),
    startSmtp(mail),
    startImap(mail),
  ]);
}
