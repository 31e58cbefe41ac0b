import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import type { Duplex } from 'node:stream';
import { EnvironmentError, type OsharmError } from '../../../base/errors.ts';
import { timeLimits } from '../../../base/record/time-limits.ts';
import type { Desktop, DesktopEnd, FileChange, FileState, PictureSize, ProgramSeen, WebRequest } from '../desktop.ts';
import type { GuestClient, ReadTree } from '../guest-client.ts';
import { GuestReplyError } from '../guest-http.ts';
import { pause } from '../pause.ts';
import {
  type GuestClipboard,
  type GuestHealth,
  type GuestWindow,
  type JournalEntry,
  type PythonReply,
  type SettleReply,
  type SettleRequest,
  splashCapMs,
} from '../protocol.ts';
import { classicNote, runClassicCode } from './classic-code.ts';
import { listWindowsCommand, parseWindows } from './classic-windows.ts';
import { ControlledDesktop } from './controlled-desktop.ts';
import { listScript, parseFileStates } from './file-states.ts';
import type { GuestWatch } from './guest-watch.ts';
import type { GuestKind } from './wait-for-guest.ts';

/** OSWorld's pause after an action, for servers that can't report when the screen has settled. */
const classicPause = 2_000;
const windowPoll = 500;

export interface GuestDesktopParts {
  id: string;
  provider: string;
  image: string;
  guest: GuestClient;
  kind: GuestKind;
  display: PictureSize;
  password: string;
  startTimings: Readonly<Record<string, number>>;
  watch: GuestWatch;
  notes?: readonly string[];
  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex>;
  /** Called if the connection is lost. Returns the reason if the desktop is known to have been ended from inside. */
  whyGone?: (() => Promise<string | null>) | undefined;
  close(): Promise<void>;
}

/**
 * A desktop that is reachable only through its control server (remote, virtual machine, container). Nothing is recorded
 * from outside.
 */
export class GuestDesktop extends ControlledDesktop implements Desktop {
  readonly id: string;
  readonly provider: string;
  readonly image: string;
  readonly startTimings: Readonly<Record<string, number>>;
  readonly #parts: GuestDesktopParts;
  #end: DesktopEnd = { state: 'running' };

  constructor(parts: GuestDesktopParts) {
    super(parts.guest);
    this.id = parts.id;
    this.provider = parts.provider;
    this.image = parts.image;
    this.startTimings = parts.startTimings;
    this.#parts = parts;
  }

  state(): DesktopEnd {
    return this.#end;
  }

  notes(): readonly string[] {
    const classic = this.#parts.kind === 'classic' ? [classicNote] : [];
    return [...classic, ...(this.#parts.notes ?? []), ...this.#parts.watch.notes()];
  }

  override async health(signal?: AbortSignal | undefined): Promise<GuestHealth> {
    if (this.#parts.kind === 'v2') return super.health(signal);
    await this.inside(() => this.guest.exec(['true'], { signal }));
    const { display } = this.#parts;
    return {
      protocol: 2,
      ready: true,
      display,
      windowManager: true,
      panel: true,
      accessibility: true,
      python: true,
      uptimeMs: 0,
    };
  }

  override async screenshot(signal?: AbortSignal | undefined): Promise<Buffer> {
    this.mustRun();
    this.#parts.watch.screenshot();
    return super.screenshot(signal);
  }

  protected override async readTree(signal?: AbortSignal | undefined): Promise<ReadTree> {
    const start = performance.now();
    const tree = await super.readTree(signal);
    this.#parts.watch.tree(performance.now() - start);
    return tree;
  }

  override async settle(request: SettleRequest = {}, signal?: AbortSignal | undefined): Promise<SettleReply> {
    if (this.#parts.kind === 'v2') return super.settle(request, signal);
    const start = performance.now();
    const { newWindowSince, newWindowCapMs = 10_000 } = request;
    let newWindow: boolean | null = null;
    if (newWindowSince !== undefined) {
      const known = new Set(newWindowSince);
      let from = start;
      for (;;) {
        const fresh = (await this.windows(signal)).filter(({ id }) => !known.has(id));
        newWindow = fresh.some(({ isSplash }) => isSplash !== true);
        const now = performance.now();
        if (fresh.length > 0 && now - start < splashCapMs) from = now;
        if (newWindow || now - from > newWindowCapMs) break;
        await pause(windowPoll, signal);
      }
    }
    await pause(classicPause, signal);
    return { waitedMs: performance.now() - start, capHit: newWindow === false, newWindow };
  }

  override async windows(signal?: AbortSignal | undefined): Promise<GuestWindow[]> {
    if (this.#parts.kind === 'v2') return super.windows(signal);
    const listed = await this.exec(['bash', '-c', listWindowsCommand], { signal });
    return parseWindows(listed.output);
  }

  override async clipboard(signal?: AbortSignal | undefined): Promise<GuestClipboard | null> {
    if (this.#parts.kind === 'v2') return super.clipboard(signal);
    const command = ['timeout', '3', 'xclip', '-selection', 'clipboard', '-o', '-target', 'UTF8_STRING'];
    const read = await this.exec(command, { signal });
    return read.returncode === 0 ? { text: read.output, owner: null } : null;
  }

  override async journal(since: number, signal?: AbortSignal | undefined): Promise<JournalEntry[]> {
    return this.#parts.kind === 'v2' ? super.journal(since, signal) : [];
  }

  override execute(
    code: string,
    options: { timeoutMs?: number; view?: PictureSize; signal?: AbortSignal | undefined } = {},
  ): Promise<PythonReply> {
    if (this.#parts.kind === 'classic' && options.view === undefined)
      return this.inside(() => runClassicCode(this.guest, code, options));
    return super.execute(code, options);
  }

  async writeFile(
    path: string,
    content: Buffer,
    options: { owner?: 'user' | 'root'; mode?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<void> {
    const { owner = 'user', mode = 0o644, signal } = options;
    const stop = { signal };
    const temporary = `/tmp/.${randomBytes(8).toString('hex')}`;
    await this.inside(() => this.guest.upload(temporary, content, signal));
    const install = ['install', '-m', mode.toString(8), '-D', temporary, path];
    const asRoot = ['bash', '-c', 'printf "%s\\n" "$0" | sudo -S -p "" "$@"', this.#parts.password];
    const command = owner === 'user' ? install : [...asRoot, ...install, '-o', 'root', '-g', 'root'];
    const done = await this.exec(command, stop);
    await this.exec(['rm', '-f', temporary], stop);
    if (done.returncode !== 0)
      throw new EnvironmentError(`${path} can't be written in the desktop: ${done.error.trim().slice(0, 300)}`, {
        code: 'guest-write',
        hint: owner === 'root' ? 'Check the password of the desktop’s user (--guest-password).' : undefined,
      });
  }

  /** Reads as the desktop's user, so a file that this user can't read counts as missing. */
  async readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null> {
    try {
      return await this.inside(() => this.guest.file(path, signal));
    } catch (error) {
      if (!(error instanceof GuestReplyError) || error.status !== 500) throw error;
      // A folder or an unreadable file also causes a 500; that is not a server fault.
      const readable = ['bash', '-c', '[ -f "$0" ] && [ -r "$0" ]', path];
      const { returncode } = await this.exec(readable, { signal });
      if (returncode === 0) throw error;
      return null;
    }
  }

  async listFiles(path: string, signal?: AbortSignal | undefined): Promise<FileState[]> {
    const options = { timeoutMs: timeLimits.guest.execute.call, signal };
    const listed = await this.exec(['bash', '-c', listScript, 'list', posix.normalize(path)], options);
    return parseFileStates(listed.output);
  }

  async indexFiles(): Promise<{ files: number; durationMs: number }> {
    throw this.#lacks('an index of files');
  }

  async scanFiles(): Promise<FileChange[]> {
    throw this.#lacks('an index of files');
  }

  async programsSeen(_since: number): Promise<ProgramSeen[]> {
    throw this.#lacks('a log of programs');
  }

  async webLog(): Promise<WebRequest[]> {
    throw this.#lacks('mock services');
  }

  async webBody(): Promise<Buffer | null> {
    throw this.#lacks('mock services');
  }

  async serveSites(): Promise<void> {
    throw this.#lacks('mock services');
  }

  async placeMail(): Promise<void> {
    throw this.#lacks('mock mail services');
  }

  control(signal?: AbortSignal | undefined): Promise<Duplex> {
    return this.connect(5000, signal);
  }

  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex> {
    return this.inside(() => this.#parts.connect(port, signal));
  }

  async close(): Promise<void> {
    if (this.#end.state === 'closed') return;
    this.#end = { state: 'closed' };
    this.guest.close();
    await this.#parts.close();
  }

  #lacks(what: string): OsharmError {
    return new EnvironmentError(`A desktop of the provider ${this.provider} has no ${what}.`, {
      code: 'desktop-incapable',
      hint: 'The sandbox has it: omit --provider.',
    });
  }

  protected override async lost(): Promise<void> {
    const reason = await this.#parts.whyGone?.();
    if (reason != null && this.#end.state === 'running') this.#end = { state: 'destroyed', reason };
  }

  /** The threads of OSWorld's server share one display connection, so calls must not overlap. */
  protected override async look<Picture, Tree>(
    picture: () => Promise<Picture>,
    tree: () => Promise<Tree>,
  ): Promise<[Picture, Tree]> {
    return this.#parts.kind === 'classic' ? [await picture(), await tree()] : super.look(picture, tree);
  }
}
