import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, OsharmError } from '../../../base/errors.ts';
import type {
  Desktop,
  DesktopEnd,
  FileChange,
  FileOpened,
  FileState,
  ProgramSeen,
  WebRequest,
} from '../../client/desktop.ts';
import { ControlledDesktop } from '../../client/guest/controlled-desktop.ts';
import { openStream } from '../../client/guest/open-stream.ts';
import type { GuestClient } from '../../client/guest-client.ts';
import { GuestFileTooLargeError } from '../../client/guest-file-too-large-error.ts';
import type { PlacedMail, ServedSite } from '../../client/internet-protocol.ts';
import { fromScanned } from '../../client/supervisor-protocol.ts';
import type { Sandbox } from './sandbox.ts';

/** The account that agents act as. */
const userId = 1000;
/** How long the end of a desktop may take to be noticed after its control server went away, in milliseconds. */
const endNotice = 5_000;

/** A desktop in a sandbox: what is in it through its control server, what is around it through supervisor and mock services. */
export class SandboxDesktop extends ControlledDesktop implements Desktop {
  readonly id: string;
  readonly provider = 'sandbox';
  readonly image: string;
  /** Milliseconds from the call of `create` until each phase of the start was over. */
  startTimings: Readonly<Record<string, number>>;
  readonly #sandbox: Sandbox;
  #isLastLook = false;
  readonly #notes: string[];
  readonly #onClose: () => void;

  constructor(parts: {
    id: string;
    image: string;
    sandbox: Sandbox;
    guest: GuestClient;
    startTimings: Record<string, number>;
    notes: readonly string[];
    onClose: () => void;
  }) {
    super(parts.guest);
    this.id = parts.id;
    this.image = parts.image;
    this.startTimings = parts.startTimings;
    this.#sandbox = parts.sandbox;
    this.#notes = [...parts.notes];
    this.#onClose = parts.onClose;
  }

  notes(): readonly string[] {
    return this.#notes;
  }

  /** Adds to the notes of the record. */
  note(text: string): void {
    this.#notes.push(text);
  }

  state(): DesktopEnd {
    return this.#sandbox.state();
  }

  /** The control server's socket on the host, for a client that speaks OSWorld's protocol itself. */
  get controlPath(): string {
    return this.#sandbox.control;
  }

  control(signal?: AbortSignal | undefined): Promise<Duplex> {
    return openStream({ path: this.#sandbox.control }, { what: 'The desktop’s control server', signal });
  }

  /** What keeps this desktop's limits. */
  get limits(): Sandbox['limits'] {
    return this.#sandbox.limits;
  }

  async writeFile(
    path: string,
    content: Buffer,
    options: { owner?: 'user' | 'root'; mode?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<void> {
    this.mustRun();
    const id = options.owner === 'root' ? 0 : userId;
    const request = { path, content: content.toString('base64'), uid: id, gid: id, mode: options.mode ?? 0o644 };
    await this.#sandbox.supervisor.call('write', request, options.signal);
  }

  async readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null> {
    const { parts, reply } = await this.#sandbox.supervisor.call('read', { path }, signal);
    if (reply.is === 'missing') return null;
    if (reply.is === 'whole') return Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
    throw new GuestFileTooLargeError(path, reply.bytes);
  }

  async listFiles(path: string, signal?: AbortSignal | undefined): Promise<FileState[]> {
    return (await this.#sandbox.supervisor.call('list', { path }, signal)).parts.flat();
  }

  async indexFiles(signal?: AbortSignal | undefined): Promise<{ files: number; durationMs: number }> {
    return (await this.#sandbox.supervisor.call('index', {}, signal)).reply;
  }

  async endPrograms(signal?: AbortSignal | undefined): Promise<void> {
    this.#isLastLook = true;
    try {
      await this.#sandbox.endPrograms(signal);
      await this.#sandbox.internet.call('unfinished', {}, signal);
    } catch (error) {
      // Nothing runs without its supervisor, and what was open when its internet ended broke off, and is logged.
      if (this.state().state === 'running' || !(error instanceof OsharmError)) throw error;
    }
  }

  async scanFiles(signal?: AbortSignal | undefined): Promise<FileChange[]> {
    const { parts } = await this.#sandbox.supervisor.call('scan', { isThorough: this.#isLastLook }, signal);
    return parts.flatMap((part) => part.map(fromScanned));
  }

  async programsSeen(since: number): Promise<ProgramSeen[]> {
    return (await this.#sandbox.supervisor.call('programs', { since })).parts.flat();
  }

  async isServed(): Promise<boolean> {
    return this.#sandbox.isServed();
  }

  /** What the inside would be asked is asked too late. */
  protected override mustRun(cause?: unknown): void {
    super.mustRun(cause);
    if (this.#isLastLook)
      throw new OsharmError("The desktop's programs have been ended.", {
        code: 'desktop-programs-ended',
        blame: 'harness',
        cause,
      });
  }

  async processesAlive(): Promise<ProgramSeen[]> {
    return (await this.#sandbox.supervisor.call('alive', {})).parts.flat();
  }

  async watchOpens(paths: readonly string[], signal?: AbortSignal | undefined): Promise<void> {
    const { reply } = await this.#sandbox.supervisor.call('watch-opens', { paths: [...paths] }, signal);
    if (reply !== null)
      throw new EnvironmentError(`Opened files can't be watched on this machine: ${reply}.`, {
        code: 'opens-not-watched',
        hint: 'Raise fs.inotify.max_user_instances (sysctl), or leave --record-opens out.',
      });
  }

  async filesOpened(since: number): Promise<FileOpened[]> {
    return (await this.#sandbox.supervisor.call('opens', { since })).parts.flat();
  }

  async webLog(since: number): Promise<WebRequest[]> {
    return this.#sandbox.internet.log(since);
  }

  webBody(hash: string): Promise<Buffer | null> {
    return this.#sandbox.internet.body(hash);
  }

  async serveSites(sites: readonly ServedSite[], signal?: AbortSignal | undefined): Promise<void> {
    await this.inside(() => this.#sandbox.internet.call('place-sites', { sites: [...sites] }, signal));
  }

  async placeMail(messages: readonly PlacedMail[], signal?: AbortSignal | undefined): Promise<void> {
    await this.inside(() => this.#sandbox.internet.call('place-mail', { messages: [...messages] }, signal));
  }

  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex> {
    return this.inside(() => this.#sandbox.internet.connect(port, signal));
  }

  async close(): Promise<void> {
    this.#onClose();
    this.guest.close();
    await this.#sandbox.close();
  }

  protected override async lost(): Promise<void> {
    await Promise.race([this.#sandbox.ended(), sleep(endNotice, undefined, { ref: false })]);
  }
}
