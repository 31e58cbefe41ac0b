import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Certificates } from '../../guest/internet/certificates.ts';
import { HostBook } from '../../guest/internet/host-book.ts';
import type { LogEntry } from '../../guest/internet/log.ts';
import { startImap } from '../../guest/internet/mail/imap/imap.ts';
import { PostOffice } from '../../guest/internet/mail/mailboxes/post-office.ts';
import { startSmtp } from '../../guest/internet/mail/smtp.ts';
import { Unfinished } from '../../guest/internet/unfinished.ts';
import type { MailEntry } from '../../src/desktop/client/internet-protocol.ts';
import { makeCertificateAuthority } from '../../src/desktop/image/certificate-authority.ts';

/** The mail servers on free ports of the loopback, with their log and the bodies that they kept. */
export interface MailServers {
  smtp: { plain: number; secure: number };
  imap: { plain: number; secure: number };
  office: PostOffice;
  log: MailEntry[];
  /** `log`, and the beginnings of secure connections. */
  all: LogEntry[];
  unfinished: Unfinished;
  kept: Map<string, Buffer>;
  /** PEM of the authority that signed for them. */
  authority: string;
  close(): Promise<void>;
}

export async function mailServers(): Promise<MailServers> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'));
  await makeCertificateAuthority(folder);
  const [certificate, key] = await Promise.all(
    ['ca.crt', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  await writeFile(join(folder, 'ca'), Buffer.from(JSON.stringify({ certificate, key })).toString('base64'));
  const log: MailEntry[] = [];
  const all: LogEntry[] = [];
  const unfinished = new Unfinished();
  const kept = new Map<string, Buffer>();
  const office = new PostOffice();
  const mail = {
    book: new HostBook(),
    certificates: new Certificates(join(folder, 'ca')),
    log: (entry: LogEntry) => {
      all.push(entry);
      if (entry.kind === 'smtp' || entry.kind === 'imap') log.push(entry);
    },
    unfinished,
    keep: (content: Uint8Array) => {
      const hash = createHash('sha256').update(content).digest('hex');
      kept.set(hash, Buffer.from(content));
      return hash;
    },
    office,
  };
  const anyPorts = [
    { port: 0, isSecure: false },
    { port: 0, isSecure: true },
  ];
  const servers = [...(await startSmtp(mail, anyPorts)), ...(await startImap(mail, anyPorts))];
  const sockets = new Set<Socket>();
  for (const server of servers)
    server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  return {
    smtp: { plain: ports[0] as number, secure: ports[1] as number },
    imap: { plain: ports[2] as number, secure: ports[3] as number },
    office,
    log,
    all,
    unfinished,
    kept,
    authority: certificate as string,
    async close() {
      const closed = servers.map((server: Server) => new Promise((resolve) => server.close(resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
      await rm(folder, { recursive: true });
    },
  };
}

/** A client that says what it is told to say. */
export class LineClient {
  socket: Socket;
  #received = '';
  #wake: (() => void) | null = null;
  #isOver = false;

  constructor(port: number, secureTo?: { authority: string; host: string }) {
    this.socket =
      secureTo === undefined
        ? connect(port, '127.0.0.1')
        : connectTls({ port, host: '127.0.0.1', servername: secureTo.host, ca: secureTo.authority });
    this.#listen();
  }

  /** Goes on under TLS. */
  async secure(authority: string, host: string): Promise<void> {
    this.socket.removeAllListeners('data');
    const socket = connectTls({ socket: this.socket, servername: host, ca: authority });
    this.socket = socket;
    await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    this.#listen();
  }

  send(text: string | Buffer): void {
    this.socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  }

  /** All that came up to and with what matches (latin1); rejects where it doesn't come within 10 s or the server hung up. */
  async until(pattern: RegExp): Promise<string> {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const match = pattern.exec(this.#received);
      if (match !== null) {
        const end = match.index + match[0].length;
        const text = this.#received.slice(0, end);
        this.#received = this.#received.slice(end);
        return text;
      }
      if (this.#isOver || Date.now() > deadline) throw new Error(`no ${pattern} in ${JSON.stringify(this.#received)}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 200);
      });
    }
  }

  /** Says a line and waits for the answer. */
  async say(line: string, answer: RegExp): Promise<string> {
    this.send(`${line}\r\n`);
    return await this.until(answer);
  }

  #listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
      this.#wake?.();
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.#isOver = true;
      this.#wake?.();
    });
  }
}

/** Waits until something is so; throws after 10 s. */
export async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came to be');
}
