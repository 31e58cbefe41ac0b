import { createServer, type Server, type Socket } from 'node:net';
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { secureConnection } from '../secure-connection.ts';
import { decodeMessage } from './decode-message.ts';
import { listen, type MailPort } from './listen.ts';
import type { MailSurroundings } from './mail-surroundings.ts';
import { SmtpTranscripts } from './smtp-transcripts.ts';

/** Ports 25 and 587 offer STARTTLS; 465 starts with TLS. */
export const smtpPorts: readonly MailPort[] = [
  { port: 25, isSecure: false },
  { port: 465, isSecure: true },
  { port: 587, isSecure: false },
];
/** Bytes, enough for a message of 100 MB in base64. */
const largestMessage = 150 * 2 ** 20;
/** Milliseconds that a client may be silent. */
const patience = 10 * 60 * 1000;

/** Accepts mail for any recipient at any host, with any login or none. */
export function startSmtp(mail: MailSurroundings, ports = smtpPorts): Promise<Server[]> {
  return Promise.all(
    ports.map(({ port, isSecure }) => {
      let made: Promise<SmtpPort> | undefined;
      const listener = createServer({ pauseOnConnect: true }, (socket) => {
        socket.on('error', () => undefined);
        // Created on first use, to make the desktop ready sooner.
        made ??= SmtpPort.make(isSecure, mail);
        made.then(
          (core) => core.take(socket),
          (error: Error) => {
            process.stderr.write(`smtp: ${error.stack}\n`);
            socket.destroy();
          },
        );
      });
      return listen(listener, port);
    }),
  );
}

interface InnerConnection {
  _parser?: { _lastBytes?: Uint8Array | false; _remainder?: string };
  /** Removes passwords from log lines. */
  _redactCredentials: (commandName: string, line: string) => { commandName: string; line: string };
}

class SmtpPort {
  readonly #mail: MailSurroundings;
  readonly #server: SMTPServer;
  readonly #transcripts = new SmtpTranscripts((id, transcript) => this.#logSession(id, transcript));
  /** `forget` unregisters the session from `unfinished`. */
  readonly #sessions = new Map<string, { session: SMTPServerSession; forget: () => void }>();
  /** Clients that have not been greeted yet. */
  readonly #silent = new Map<string, Socket>();
  readonly #isSecure: boolean;

  static async make(isSecure: boolean, mail: MailSurroundings): Promise<SmtpPort> {
    const { SMTPServer } = await import('smtp-server');
    return new SmtpPort((options) => new SMTPServer(options), isSecure, mail);
  }

  private constructor(make: (options: SMTPServerOptions) => SMTPServer, isSecure: boolean, mail: MailSurroundings) {
    this.#mail = mail;
    this.#isSecure = isSecure;
    this.#server = make({
      secure: isSecure,
      name: 'mail',
      size: largestMessage,
      authOptional: true,
      allowInsecureAuth: true,
      // Only mechanisms that send the password or access token itself, so that it can be logged.
      authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
      disableReverseLookup: true,
      socketTimeout: patience,
      maxAllowedUnauthenticatedCommands: false,
      logger: this.#transcripts.logger as unknown as NonNullable<SMTPServerOptions['logger']>,
      SNICallback: (host, done) => {
        mail.certificates.contextFor(host).then((context) => done(null, context), done);
      },
      onConnect: (session, answer) => {
        answer();
        this.#openSession(session);
        const key = clientOf(session);
        this.#silent.get(key)?.resume();
        this.#silent.delete(key);
      },
      onAuth: (auth, session, answer) => {
        const password = auth.password ?? auth.accessToken ?? '';
        const user = auth.username ?? '';
        mail.log({ kind: 'smtp', method: 'AUTH', ...this.#whom(session), user, password });
        answer(null, { user: user === '' ? 'anonymous' : user });
      },
      onData: (stream, session, answer) => {
        this.#receive(stream, session).then(
          () => answer(null, 'OK: queued'),
          (error: Error) => answer(error),
        );
      },
      onClose: (session) => {
        this.#silent.delete(clientOf(session));
        this.#logSession(session.id, this.#transcripts.take(session.id));
        this.#sessions.get(session.id)?.forget();
        this.#sessions.delete(session.id);
      },
    });
    this.#server.on('error', () => undefined);
  }

  take(socket: Socket): void {
    if (!this.#isSecure) {
      this.#connect(socket);
      return;
    }
    const address = socket.localAddress ?? '';
    const host = this.#mail.book.nameOf(address) ?? address;
    secureConnection(socket, { host, port: socket.localPort ?? 0 }, this.#mail).then(
      (secure) => secure !== null && this.#connect(secure),
      () => socket.destroy(),
    );
  }

  #connect(socket: Socket): void {
    this.#server.connect(socket);
    // smtp-server drops clients that send data before its greeting, as `printf … | nc` does. Their data is read later.
    this.#silent.set(clientOf(socket), socket.pause());
  }

  /** Logs everything that the client sends, including credentials. */
  #openSession(session: SMTPServerSession): void {
    const connection = this.#connectionOf(session);
    if (connection !== undefined) connection._redactCredentials = (commandName, line) => ({ commandName, line });
    const tell = (): void => {
      const rest = connection?._parser?._remainder ?? '';
      this.#logSession(session.id, [this.#transcripts.take(session.id), rest].filter((part) => part !== '').join('\n'));
    };
    this.#sessions.set(session.id, { session, forget: this.#mail.unfinished.add(tell) });
  }

  #logSession(id: string, transcript: string): void {
    const session = this.#sessions.get(id)?.session;
    if (transcript === '' || session === undefined) return;
    this.#mail.log({ kind: 'smtp', method: 'SESSION', ...this.#whom(session), path: transcript });
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const envelope = { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map((item) => item.address) };
    const user = typeof session.user === 'string' ? { user: session.user } : {};
    const whom = this.#whom(session);
    const lastBytes = this.#lastBytesOf(session);
    const chunks: Uint8Array[] = [];
    const isWhole = await new Promise<boolean>((resolve) => {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => resolve(true));
      stream.once('error', () => resolve(false));
      stream.once('close', () => resolve(false));
    });
    if (!isWhole) chunks.push(lastBytes());
    const raw = Buffer.concat(chunks);
    const { keep, log, office } = this.#mail;
    log({
      kind: 'smtp',
      method: 'MAIL',
      ...whom,
      ...user,
      bodyHash: keep(raw),
      bytes: raw.length,
      partial: isWhole ? undefined : true,
      mail: { envelope, ...(await decodeMessage(raw, keep)) },
    });
    if (isWhole) office.deliver(envelope.to, raw);
  }

  /**
   * smtp-server keeps back bytes that could begin the end-of-data mark and has no public API for them. Call this while
   * the connection exists.
   */
  #lastBytesOf(session: SMTPServerSession): () => Uint8Array {
    const parser = this.#connectionOf(session)?._parser;
    return () => parser?._lastBytes || new Uint8Array();
  }

  #connectionOf(session: SMTPServerSession): InnerConnection | undefined {
    return [...this.#server.connections].find((connection) => connection.session === session) as unknown as
      | InnerConnection
      | undefined;
  }

  #whom(session: SMTPServerSession): { host: string; port: number } {
    const named = typeof session.servername === 'string' ? session.servername : '';
    const address = session.localAddress ?? '';
    return { host: this.#mail.book.nameOf(address) ?? (named || address), port: session.localPort ?? 0 };
  }
}

function clientOf(connection: { remoteAddress?: string | undefined; remotePort?: number | undefined }): string {
  return `${connection.remoteAddress} ${connection.remotePort}`;
}
