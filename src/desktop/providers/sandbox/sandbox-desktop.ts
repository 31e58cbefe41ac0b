import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { OsharmError } from '../../../errors.ts';
import type {
  CommandResult,
  Desktop,
  DesktopEnd,
  FileChange,
  FileState,
  Observation,
  PictureSize,
  ProgramSeen,
  WebRequest,
} from '../../desktop.ts';
import { DesktopDestroyedError } from '../../desktop-destroyed-error.ts';
import type { GuestClient } from '../../guest-client.ts';
import type { PlacedMail, ServedSite } from '../../internet-protocol.ts';
import type {
  GuestClipboard,
  GuestHealth,
  GuestWindow,
  JournalEntry,
  PythonReply,
  SettleReply,
  SettleRequest,
} from '../../protocol.ts';
import type { Sandbox } from './sandbox.ts';

/** The account that agents act as. */
const userId = 1000;
/** How long the end of a desktop may take to be noticed after its control server went away, in milliseconds. */
const endNotice = 1500;

/** A desktop in a sandbox: what is in it through its control server, what is around it through supervisor and doubles. */
export class SandboxDesktop implements Desktop {
  readonly id: string;
  readonly provider = 'sandbox';
  readonly image: string;
  /** Milliseconds from the call of `create` until each phase of the start was over. */
  readonly startTimings: Readonly<Record<string, number>>;
  readonly #sandbox: Sandbox;
  readonly #guest: GuestClient;
  readonly #onClose: () => void;

  constructor(parts: {
    id: string;
    image: string;
    sandbox: Sandbox;
    guest: GuestClient;
    startTimings: Record<string, number>;
    onClose: () => void;
  }) {
    this.id = parts.id;
    this.image = parts.image;
    this.startTimings = parts.startTimings;
    this.#sandbox = parts.sandbox;
    this.#guest = parts.guest;
    this.#onClose = parts.onClose;
  }

  state(): DesktopEnd {
    return this.#sandbox.state();
  }

  /** The control server's socket on the host, for a client that speaks OSWorld's protocol itself. */
  get controlPath(): string {
    return this.#sandbox.control;
  }

  /** What keeps this desktop's limits. */
  get limits(): Sandbox['limits'] {
    return this.#sandbox.limits;
  }

  health(signal?: AbortSignal): Promise<GuestHealth> {
    return this.#inside(() => this.#guest.health(signal));
  }

  async observe(options: { settle?: SettleRequest | false; signal?: AbortSignal } = {}): Promise<Observation> {
    const { signal } = options;
    const settled = options.settle === false ? null : await this.settle(options.settle, signal);
    const time = Date.now();
    const timed = async <Value>(action: Promise<Value>): Promise<[Value, number]> => {
      const start = performance.now();
      return [await action, performance.now() - start];
    };
    const [[screenshot, screenshotMs], [accessibilityTree, treeMs]] = await Promise.all([
      timed(this.screenshot(signal)),
      timed(this.accessibilityTree(signal)),
    ]);
    const settling = settled === null ? {} : { settleMs: settled.waitedMs, settleCapHit: settled.capHit };
    return { screenshot, accessibilityTree, time, timings: { screenshotMs, treeMs, ...settling } };
  }

  screenshot(signal?: AbortSignal): Promise<Buffer> {
    return this.#inside(() => this.#guest.screenshot(signal));
  }

  accessibilityTree(signal?: AbortSignal): Promise<string> {
    return this.#inside(() => this.#guest.accessibilityTree(signal));
  }

  settle(request?: SettleRequest, signal?: AbortSignal): Promise<SettleReply> {
    return this.#inside(() => this.#guest.settle(request, signal));
  }

  windows(signal?: AbortSignal): Promise<GuestWindow[]> {
    return this.#inside(() => this.#guest.windows(signal));
  }

  terminal(signal?: AbortSignal): Promise<string | null> {
    return this.#inside(() => this.#guest.terminal(signal));
  }

  clipboard(signal?: AbortSignal): Promise<GuestClipboard | null> {
    return this.#inside(() => this.#guest.clipboard(signal));
  }

  journal(since: number, signal?: AbortSignal): Promise<JournalEntry[]> {
    return this.#inside(() => this.#guest.journal(since, signal));
  }

  execute(
    code: string,
    options?: { timeoutMs?: number; view?: PictureSize; signal?: AbortSignal },
  ): Promise<PythonReply> {
    return this.#inside(() => this.#guest.execute(code, options));
  }

  exec(
    command: string | string[],
    options?: { shell?: boolean; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<CommandResult> {
    return this.#inside(() => this.#guest.exec(command, options));
  }

  launch(command: string | string[], options?: { shell?: boolean; signal?: AbortSignal }): Promise<void> {
    return this.#inside(() => this.#guest.launch(command, options));
  }

  openFile(path: string, signal?: AbortSignal): Promise<void> {
    return this.#inside(() => this.#guest.openFile(path, signal));
  }

  activateWindow(name: string, options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal }): Promise<void> {
    return this.#inside(() => this.#guest.activateWindow(name, options));
  }

  closeWindow(name: string, options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal }): Promise<void> {
    return this.#inside(() => this.#guest.closeWindow(name, options));
  }

  startRecording(signal?: AbortSignal): Promise<void> {
    return this.#inside(() => this.#guest.startRecording(signal));
  }

  endRecording(signal?: AbortSignal): Promise<Buffer | null> {
    return this.#inside(() => this.#guest.endRecording(signal));
  }

  async writeFile(
    path: string,
    content: Buffer,
    options: { owner?: 'user' | 'root'; mode?: number; signal?: AbortSignal } = {},
  ): Promise<void> {
    this.#mustRun();
    const id = options.owner === 'root' ? 0 : userId;
    const request = { path, content: content.toString('base64'), uid: id, gid: id, mode: options.mode ?? 0o644 };
    await this.#sandbox.supervisor.call('write', request, options.signal);
  }

  async readFile(path: string, signal?: AbortSignal): Promise<Buffer | null> {
    const content = await this.#sandbox.supervisor.call('read', { path }, signal);
    return content === null ? null : Buffer.from(content, 'base64');
  }

  listFiles(path: string, signal?: AbortSignal): Promise<FileState[]> {
    return this.#sandbox.supervisor.call('list', { path }, signal);
  }

  indexFiles(signal?: AbortSignal): Promise<{ files: number; durationMs: number }> {
    return this.#sandbox.supervisor.call('index', {}, signal);
  }

  scanFiles(signal?: AbortSignal): Promise<FileChange[]> {
    return this.#sandbox.supervisor.call('scan', {}, signal);
  }

  programsSeen(since: number): Promise<ProgramSeen[]> {
    return this.#sandbox.supervisor.call('programs', { since });
  }

  processesAlive(): Promise<ProgramSeen[]> {
    return this.#sandbox.supervisor.call('alive', {});
  }

  async webLog(since: number): Promise<WebRequest[]> {
    return this.#sandbox.internet.log(since);
  }

  webBody(hash: string): Promise<Buffer | null> {
    return this.#sandbox.internet.body(hash);
  }

  async serveSites(sites: readonly ServedSite[], signal?: AbortSignal): Promise<void> {
    await this.#inside(() => this.#sandbox.internet.call('place-sites', { sites: [...sites] }, signal));
  }

  async placeMail(messages: readonly PlacedMail[], signal?: AbortSignal): Promise<void> {
    await this.#inside(() => this.#sandbox.internet.call('place-mail', { messages: [...messages] }, signal));
  }

  connect(port: number, signal?: AbortSignal): Promise<Duplex> {
    return this.#inside(() => this.#sandbox.internet.connect(port, signal));
  }

  async close(): Promise<void> {
    this.#onClose();
    this.#guest.close();
    await this.#sandbox.close();
  }

  #mustRun(): void {
    const end = this.#sandbox.state();
    if (end.state === 'destroyed') throw new DesktopDestroyedError(end.reason);
    if (end.state === 'closed')
      throw new OsharmError('The desktop was closed.', { code: 'desktop-closed', blame: 'harness' });
  }

  /** A call into the desktop: an error that comes with the desktop's end is that end. */
  async #inside<Reply>(call: () => Promise<Reply>): Promise<Reply> {
    this.#mustRun();
    try {
      return await call();
    } catch (error) {
      if (isConnectionLost(error))
        await Promise.race([this.#sandbox.ended(), sleep(endNotice, undefined, { ref: false })]);
      const end = this.#sandbox.state();
      if (end.state === 'destroyed') throw new DesktopDestroyedError(end.reason, error);
      throw error;
    }
  }
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof OsharmError && error.code === 'guest-connection';
}
