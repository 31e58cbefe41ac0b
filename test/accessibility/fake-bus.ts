import { createServer, type Server, type Socket } from 'node:net';
import { BodyReader } from '../../guest/accessibility/dbus/body-reader.ts';
import {
  headerStrings,
  type IncomingMessage,
  messageLength,
  readHeader,
} from '../../guest/accessibility/dbus/message-splitter.ts';

/** An accessible object of a fake application. */
export interface FakeObject {
  name: string;
  role: number;
  states?: number;
  interfaces?: string[];
  attributes?: Record<string, string>;
  text?: string;
  children?: string[];
  value?: number;
  actions?: [string, string, string][];
  /** Of a table: paths of its cells, by row and column. */
  cells?: readonly (readonly string[])[];
}

export interface FakeApplication {
  busName: string;
  objects: Map<string, FakeObject>;
  /** A member whose calls are never answered; `*` for all. */
  silent?: string;
  pid?: number;
  /** What it says that it is built with. */
  toolkit?: string;
}

const ROOT = '/org/a11y/atspi/accessible/root';
const NULL_PATH = '/org/a11y/atspi/null';

/** Appends values in D-Bus's format. */
class Marshal {
  bytes: number[] = [];
  align(size: number): this {
    while (this.bytes.length % size !== 0) this.bytes.push(0);
    return this;
  }
  u(value: number): this {
    this.align(4).bytes.push(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255);
    return this;
  }
  d(value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.align(8).bytes.push(...bytes);
    return this;
  }
  s(value: string): this {
    const bytes = Buffer.from(value, 'utf8');
    this.u(bytes.length).bytes.push(...bytes, 0);
    return this;
  }
  g(value: string): this {
    this.bytes.push(value.length, ...Buffer.from(value, 'latin1'), 0);
    return this;
  }
  /** `write` fills the array; `alignment` is that of its elements. */
  array(alignment: number, write: (out: Marshal) => void): this {
    this.u(0);
    const lengthAt = this.bytes.length - 4;
    this.align(alignment);
    const start = this.bytes.length;
    write(this);
    const length = this.bytes.length - start;
    for (let at = 0; at < 4; at += 1) this.bytes[lengthAt + at] = (length >>> (8 * at)) & 255;
    return this;
  }
}

/** A bus that holds the accessibility registry and applications, all made up: for what real ones won't do when asked to. */
export class FakeBus {
  applications: FakeApplication[] = [];
  /** Bytes are sent in pieces of this size. */
  pieceBytes = Number.POSITIVE_INFINITY;
  /** Every call that came: `member path`. */
  calls: string[] = [];
  connections = 0;
  #server: Server;
  #sockets = new Set<Socket>();
  address = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(path: string): Promise<FakeBus> {
    const server = createServer();
    const bus = new FakeBus(server);
    server.on('connection', (socket) => bus.#serve(socket));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    bus.address = `unix:path=${path}`;
    return bus;
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.dropConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Sends an event of an application to everybody. */
  emit(busName: string, path: string): void {
    const body = new Marshal().s('').u(0).u(0).align(4);
    body.array(8, () => {});
    const fields: [number, string, string | number][] = [
      [1, 'o', path],
      [2, 's', 'org.a11y.atspi.Event.Object'],
      [3, 's', 'StateChanged'],
      [7, 's', busName],
      [8, 'g', 'siia{sv}'],
    ];
    for (const socket of this.#sockets) this.#send(socket, 4, fields, body);
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    let isTalking = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      this.connections -= 1;
      this.#sockets.delete(socket);
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (!isTalking) {
        const text = received.toString('latin1');
        if (text.includes('AUTH EXTERNAL') && text.endsWith('\r\n') && !text.includes('BEGIN'))
          socket.write('OK 0123456789abcdef\r\n');
        const begin = text.indexOf('BEGIN\r\n');
        if (begin === -1) return;
        isTalking = true;
        received = received.subarray(begin + 7);
      }
      for (;;) {
        const length = messageLength(received, 0, received.length);
        if (length === 0 || length > received.length) break;
        this.#answer(socket, Buffer.from(received.subarray(0, length)));
        received = received.subarray(length);
      }
    });
  }

  #answer(socket: Socket, bytes: Buffer): void {
    const message: IncomingMessage = {
      type: 0,
      flags: 0,
      serial: 0,
      replySerial: 0,
      signature: '',
      bodyStart: 0,
      bodyEnd: 0,
    };
    readHeader(bytes, 0, message);
    const strings = headerStrings(bytes, 0);
    const reader = new BodyReader();
    reader.reset(bytes, message.bodyStart, message.bodyEnd, message.signature);
    const [path = '', member = '', destination = ''] = [strings[1], strings[3], strings[6]];
    this.calls.push(`${member} ${path}`);
    const reply = (signature: string, write: (out: Marshal) => void): null => {
      const body = new Marshal();
      write(body);
      return this.#send(
        socket,
        2,
        [[5, 'u', message.serial], ...(signature ? [[8, 'g', signature] as [number, string, string]] : [])],
        body,
      );
    };
    const refuse = (name = 'UnknownMethod'): null =>
      this.#send(
        socket,
        3,
        [
          [5, 'u', message.serial],
          [4, 's', `org.freedesktop.DBus.Error.${name}`],
        ],
        new Marshal(),
      );

    const application = this.applications.find(({ busName }) => busName === destination);
    if (application) {
      if (application.silent === '*' || application.silent === member) return;
      this.#answerObject(application, path, member, reader, reply, refuse);
    } else if (member === 'GetChildren') {
      reply('a(so)', (out) =>
        this.#references(
          out,
          this.applications.map(({ busName }) => [busName, ROOT]),
        ),
      );
    } else if (member === 'GetConnectionUnixProcessID') {
      const busName = reader.string();
      const pid = this.applications.find((other) => other.busName === busName)?.pid;
      if (pid === undefined) refuse();
      else reply('u', (out) => out.u(pid));
    } else if (member === 'Hello') reply('s', (out) => out.s(':1.999'));
    else reply('', () => {});
  }

  #answerObject(
    application: FakeApplication,
    path: string,
    member: string,
    body: BodyReader,
    reply: (signature: string, write: (out: Marshal) => void) => null,
    refuse: (name?: string) => null,
  ): null {
    if (member === 'Ping') return reply('', () => {});
    const object = application.objects.get(path);
    if (!object) return refuse('UnknownObject');
    switch (member) {
      case 'Get': {
        body.skipString();
        const property = body.string();
        const { toolkit } = application;
        if (property === 'ToolkitName' && toolkit !== undefined) return reply('v', (out) => out.g('s').s(toolkit));
        if (property === 'Name') return reply('v', (out) => out.g('s').s(object.name));
        if (property === 'ChildCount') return reply('v', (out) => out.g('i').u(object.children?.length ?? 0));
        if (property === 'CharacterCount') return reply('v', (out) => out.g('i').u([...(object.text ?? '')].length));
        if (property === 'CurrentValue' && object.value !== undefined) {
          const value = object.value;
          return reply('v', (out) => out.g('d').d(value));
        }
        return refuse('Failed');
      }
      case 'GetAll':
        return reply('a{sv}', (out) =>
          out.array(8, () => {
            out.align(8).s('Parent').g('(so)').align(8).s(application.busName).s(ROOT);
            out.align(8).s('Name').g('s').s(object.name);
            out.align(8).s('Locale').g('s').s('en_US');
            out
              .align(8)
              .s('ChildCount')
              .g('i')
              .u(object.children?.length ?? 0);
          }),
        );
      case 'GetRole':
        return reply('u', (out) => out.u(object.role));
      case 'GetState':
        return reply('au', (out) => out.array(4, () => out.u(object.states ?? 0).u(0)));
      case 'GetInterfaces':
        return reply('as', (out) =>
          out.array(4, () => object.interfaces?.forEach((name) => void out.s(`org.a11y.atspi.${name}`))),
        );
      case 'GetAttributes':
        return reply('a{ss}', (out) =>
          out.array(8, () =>
            Object.entries(object.attributes ?? {}).forEach(([key, value]) => void out.align(8).s(key).s(value)),
          ),
        );
      case 'GetChildren':
        return reply('a(so)', (out) =>
          this.#references(
            out,
            (object.children ?? []).map((child) => [application.busName, child]),
          ),
        );
      case 'GetChildAtIndex': {
        const child = object.children?.[body.int32()] ?? NULL_PATH;
        return reply('(so)', (out) => out.align(8).s(application.busName).s(child));
      }
      case 'GetAccessibleAt': {
        const path = object.cells?.[body.int32()]?.[body.int32()] ?? NULL_PATH;
        return reply('(so)', (out) => out.align(8).s(application.busName).s(path));
      }
      case 'GetText':
        return reply('s', (out) => out.s(object.text ?? ''));
      case 'GetExtents':
        return reply('(iiii)', (out) => out.align(8).u(1).u(-2).u(3).u(4));
      case 'GetActions':
        return reply('a(sss)', (out) =>
          out.array(8, () =>
            object.actions?.forEach(([, description, key]) => void out.align(8).s('übersetzt').s(description).s(key)),
          ),
        );
      case 'GetName':
      case 'GetDescription':
      case 'GetKeyBinding': {
        const action = object.actions?.[body.int32()];
        return reply('s', (out) =>
          out.s(action?.[['GetName', 'GetDescription', 'GetKeyBinding'].indexOf(member)] ?? ''),
        );
      }
      default:
        return refuse();
    }
  }

  #references(out: Marshal, references: [string, string][]): void {
    out.array(8, () => references.forEach(([busName, path]) => void out.align(8).s(busName).s(path)));
  }

  #send(socket: Socket, type: number, fields: [number, string, string | number][], body: Marshal): null {
    const out = new Marshal();
    out.bytes.push(0x6c, type, 0, 1);
    out.u(body.bytes.length).u(1);
    out.array(8, () => {
      for (const [code, fieldType, value] of fields) {
        out.align(8).bytes.push(code);
        out.g(fieldType);
        if (typeof value === 'number') out.u(value);
        else if (fieldType === 'g') out.g(value);
        else out.s(value);
      }
    });
    const bytes = Buffer.from([...out.align(8).bytes, ...body.bytes]);
    for (let at = 0; at < bytes.length; at += this.pieceBytes) socket.write(bytes.subarray(at, at + this.pieceBytes));
    return null;
  }
}
