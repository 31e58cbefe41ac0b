/**
 * The internet of one desktop: names, web pages and their certificates. It runs beside the desktop in the same network,
 * which nothing leaves, and in no other namespace of it.
 */
import { Certificates } from './certificates.ts';
import { serveControl } from './control.ts';
import { HostBook } from './host-book.ts';
import { writeLog } from './log.ts';
import { startNameServer } from './name-server.ts';
import { startWebServer } from './web-server.ts';

const book = new HostBook();
serveControl();
await Promise.all([startNameServer(book, writeLog), startWebServer(book, new Certificates('/mnt/ca'), writeLog)]);
