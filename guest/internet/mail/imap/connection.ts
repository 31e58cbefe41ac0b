import type { Socket } from 'node:net';
import type { MailboxChange, MailEntry } from '../../../../src/desktop/client/internet-protocol.ts';
import { secureConnection } from '../../secure-connection.ts';
import { decodeMessage } from '../decode-message.ts';
import type { MailSurroundings } from '../mail-surroundings.ts';
import { type CommandPiece, CommandReader } from './command-reader.ts';
import { folderCommands } from './commands/folder-commands.ts';
import { messageCommands } from './commands/message-commands.ts';
import { capabilities, sessionCommands } from './commands/session-commands.ts';
import { type Answer, bad, type Change, type Handler, ok, Session } from './session.ts';
import { type Command, parseCommand, type RawCommand, SyntaxFault } from './syntax.ts';

const anytime: ReadonlyMap<string, Handler> = new Map(Object.entries(sessionCommands));
const afterLogin: ReadonlyMap<string, Handler> = new Map(Object.entries({ ...folderCommands, ...messageCommands }));
/** Commands during which message numbers must not change. */
const namesNumbers = /^(?:FETCH|STORE|SEARCH)$/;
/** If the tag or name is longer, the log entry has the whole command instead of its arguments. */
const longestTag = 16;
const longestName = 80;

/** Serves one IMAP client (RFC 3501) until it disconnects. `host` and `port`: the client's destination. */
export async function serveImap(
  socket: Socket,
  to: { host: string; port: number; isSecure: boolean },
  mail: MailSurroundings,
): Promise<void> {
  const connection = new Connection(socket, to, mail);
  await connection.serve();
}

class Connection {
  readonly #mail: MailSurroundings;
  readonly #to: { host: string; port: number };
  readonly #session: Session;
  #stream: Socket;
  #isSecure: boolean;
  #reader = new CommandReader();
  /** Pieces queued behind the running command; null ends the connection. */
  readonly #waiting: (CommandPiece | null)[] = [];
  #wake: (() => void) | null = null;

  constructor(socket: Socket, to: { host: string; port: number; isSecure: boolean }, mail: MailSurroundings) {
    this.#stream = socket;
    this.#to = { host: to.host, port: to.port };
    this.#isSecure = to.isSecure;
    this.#mail = mail;
    this.#session = new Session({
      office: mail.office,
      isSecure: () => this.#isSecure,
      write: (line) => this.#write(line),
      ask: (prompt) => this.#ask(prompt),
    });
  }

  async serve(): Promise<void> {
    this.#listen();
    const forget = this.#mail.unfinished.add(() => this.#tellRest());
    this.#write(`* OK [CAPABILITY ${capabilities(this.#session)}] ready`);
    for (;;) {
      const piece = await this.#next();
      if (piece === null) break;
      if (piece.kind === 'go-on') continue;
      if (piece.kind === 'too-long') {
        this.#write('* BYE that is too long');
        break;
      }
      if (piece.raw.text.join('') === '') continue;
      if (!(await this.#run(piece.raw))) break;
    }
    forget();
    this.#tellRest();
    this.#stream.end();
  }

  /** Logs input that was not executed as a command, including incomplete input. */
  #tellRest(): void {
    for (const piece of this.#waiting.splice(0))
      if (piece?.kind === 'command') this.#mail.log({ ...this.#entry(piece.raw), partial: true });
    const rest = this.#reader.rest();
    if (rest !== null) this.#mail.log({ ...this.#entry(rest), partial: true });
  }

  #listen(): void {
    const stream = this.#stream;
    const end = (): void => {
      if (stream === this.#stream) this.#push(null);
    };
    stream.on('data', (chunk: Buffer) => {
      for (const piece of this.#reader.push(chunk)) {
        // Sent immediately: the client waits for it before it sends the literal.
        if (piece.kind === 'go-on') this.#write('+ go on');
        else this.#push(piece);
        if (piece.kind === 'too-long') stream.removeAllListeners('data').resume();
      }
    });
    stream.on('error', end);
    stream.on('end', end);
    stream.on('close', end);
  }

  #push(piece: CommandPiece | null): void {
    this.#waiting.push(piece);
    this.#wake?.();
  }

  async #next(): Promise<CommandPiece | null> {
    while (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    return this.#waiting.shift() ?? null;
  }

  #write(line: string): void {
    if (this.#stream.writable) this.#stream.write(`${line}\r\n`, 'latin1');
  }

  async #ask(prompt: string): Promise<string | null> {
    this.#write(`+ ${prompt}`);
    return await this.#line();
  }

  /** Reads a line that is not a command. A line that matches `usual` is not logged. */
  async #line(usual?: RegExp): Promise<string | null> {
    const piece = await this.#next();
    if (piece?.kind === 'command') {
      const line = piece.raw.text.join('');
      if (usual?.test(line) !== true) this.#mail.log({ ...this.#entry(piece.raw), method: 'LINE', path: line });
      return line;
    }
    this.#waiting.unshift(null);
    return null;
  }

  /** Returns false if the connection ends with this command. */
  async #run(raw: RawCommand): Promise<boolean> {
    let command: Command;
    try {
      command = parseCommand(raw);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      this.#mail.log(this.#entry(raw));
      this.#write(`${error.tag} BAD ${error.message}`);
      return true;
    }
    const answer = await this.#answer(command);
    if (command.name !== 'LOGOUT') this.#session.sync(!namesNumbers.test(command.name));
    // Log before replying, so that the log contains every command that the client knows to be complete.
    this.#mail.log({ ...this.#entry(raw, command), ...(await this.#outcome(answer)) });
    this.#write(`${command.tag} ${answer.status} ${answer.text}`);
    if (command.name === 'STARTTLS' && answer.status === 'OK') await this.#startTls();
    return command.name !== 'LOGOUT';
  }

  async #answer(command: Command): Promise<Answer> {
    try {
      if (command.name === 'LOGOUT') {
        this.#write('* BYE until later');
        return ok('LOGOUT completed');
      }
      if (command.name === 'STARTTLS') return this.#isSecure ? bad('TLS is there already') : ok('begin');
      if (command.name === 'IDLE') return await this.#idle();
      const handler = anytime.get(command.name);
      if (handler !== undefined) return await handler(this.#session, command);
      const later = afterLogin.get(command.name);
      if (later === undefined) return bad('that command is not known');
      return this.#session.user === null ? bad('log in first') : await later(this.#session, command);
    } catch (error) {
      if (error instanceof SyntaxFault) return bad(error.message);
      throw error;
    }
  }

  async #idle(): Promise<Answer> {
    const folder = this.#session.selected?.folder;
    const tell = (): void => this.#session.sync(true);
    folder?.on('change', tell);
    try {
      this.#write('+ idling');
      // Also reports changes since the last command.
      tell();
      await this.#line(/^DONE$/i);
      return ok('IDLE completed');
    } finally {
      folder?.off('change', tell);
    }
  }

  async #startTls(): Promise<void> {
    const plain = this.#stream;
    // One by one, because `removeAllListeners` leaves the stream flowing.
    for (const listener of plain.listeners('data')) plain.off('data', listener as (chunk: Buffer) => void);
    // Plain text after STARTTLS must not be treated as sent under TLS.
    this.#tellRest();
    this.#reader = new CommandReader();
    const secure = await secureConnection(plain, this.#to, this.#mail);
    if (secure === null) return this.#push(null);
    this.#stream = secure;
    this.#isSecure = true;
    this.#session.user = null;
    this.#listen();
  }

  #entry(raw: RawCommand, command?: Command): MailEntry {
    const words = raw.text.flatMap((text, place) => {
      const literal = raw.literals[place];
      return literal === undefined ? [text] : [text.replace(/\{\d+\+?\}$/, `{${this.#mail.keep(literal)}}`)];
    });
    const whole = words.join('');
    const [, tag = '', name = '', rest = ''] = /^(\S*) ?(\S*) ?(.*)$/s.exec(whole) ?? [];
    const { user } = this.#session;
    const isPlain = tag.length <= longestTag && name.length <= longestName;
    return {
      kind: 'imap',
      ...this.#to,
      method: command?.name ?? name.slice(0, longestName),
      path: isPlain ? rest : whole,
      bytes: raw.literals.reduce((sum, { length }) => sum + length, 0),
      user: user ?? undefined,
    };
  }

  async #outcome(answer: Answer): Promise<Partial<MailEntry>> {
    const changes = await Promise.all((answer.changes ?? []).map((change) => this.#logged(change)));
    return { ...answer.login, changes: changes.length === 0 ? undefined : changes };
  }

  async #logged(change: Change): Promise<MailboxChange> {
    if (!('message' in change)) return change;
    const { folder, message } = change;
    const { uid, raw } = message;
    if (change.change === 'flags') return { change: 'flags', folder, uid, flags: [...message.flags] };
    const mail = await decodeMessage(raw, this.#mail.keep);
    return { change: change.change, folder, uid, mail, hash: this.#mail.keep(raw), bytes: raw.length };
  }
}
