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

/** Uid of the account that agents use. */
const userId = 1000;
/** Time to wait for the desktop's end to be detected after the connection to the control server is lost (ms). */
const endNotice = 5_000;

export class SandboxDesktop extends ControlledDesktop implements Desktop {
  readonly id: string;
  readonly provider = 'sandbox';
  readonly image: string;
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
    return [...this.#notes, ...this.#sandbox.notes];
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  state(): DesktopEnd {
    return this.#sandbox.state();
  }

  get controlPath(): string {
    return this.#sandbox.control;
  }

  control(signal?: AbortSignal | undefined): Promise<Duplex> {
    return openStream({ path: this.#sandbox.control }, { what: 'The desktop’s control server', signal });
  }

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
      // The desktop has ended, so its programs have too, and the mock services have logged the broken connections.
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

  async starvedMs(signal?: AbortSignal | undefined): Promise<number> {
    return (await this.#sandbox.supervisor.call('load', {}, signal)).reply.starvedMs;
  }

  /** After `endPrograms`, calls that need programs in the desktop fail. */
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
        hint: 'Raise fs.inotify.max_user_instances (sysctl), or omit --record-opens.',
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
