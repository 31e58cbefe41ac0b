import { OsharmError } from '../../../base/errors.ts';
import type { CommandResult, DesktopEnd, Observation, PictureSize } from '../desktop.ts';
import { DesktopDestroyedError } from '../desktop-destroyed-error.ts';
import type { GuestClient, ReadTree } from '../guest-client.ts';
import type {
  GuestClipboard,
  GuestHealth,
  GuestWindow,
  JournalEntry,
  PythonReply,
  SettleReply,
  SettleRequest,
} from '../protocol.ts';
import { releaseCode, releasedIn, releaseLimit } from './release-input.ts';

export abstract class ControlledDesktop {
  protected readonly guest: GuestClient;

  constructor(guest: GuestClient) {
    this.guest = guest;
  }

  abstract state(): DesktopEnd;

  /** Called if the connection breaks during a call. Resolves once `state` shows whether the desktop has ended. */
  protected abstract lost(): Promise<void>;

  health(signal?: AbortSignal | undefined): Promise<GuestHealth> {
    return this.inside(() => this.guest.health(signal));
  }

  async observe(
    options: { settle?: SettleRequest | false; signal?: AbortSignal | undefined } = {},
  ): Promise<Observation> {
    const { signal } = options;
    const settled = options.settle === false ? null : await this.settle(options.settle, signal);
    const time = Date.now();
    const [[screenshot, screenshotMs], [tree, treeMs]] = await this.look(
      () => timed(this.screenshot(signal)),
      () => timed(this.readTree(signal)),
    );
    const settling = settled === null ? {} : { settleMs: settled.waitedMs, settleCapHit: settled.capHit };
    return {
      screenshot,
      accessibilityTree: tree.xml,
      silentApplications: tree.silent,
      time,
      timings: { screenshotMs, treeMs, ...settling },
    };
  }

  screenshot(signal?: AbortSignal | undefined): Promise<Buffer> {
    return this.inside(() => this.guest.screenshot(signal));
  }

  async accessibilityTree(signal?: AbortSignal | undefined): Promise<string> {
    return (await this.readTree(signal)).xml;
  }

  settle(request?: SettleRequest, signal?: AbortSignal | undefined): Promise<SettleReply> {
    return this.inside(() => this.guest.settle(request, signal));
  }

  windows(signal?: AbortSignal | undefined): Promise<GuestWindow[]> {
    return this.inside(() => this.guest.windows(signal));
  }

  terminal(signal?: AbortSignal | undefined): Promise<string | null> {
    return this.inside(() => this.guest.terminal(signal));
  }

  clipboard(signal?: AbortSignal | undefined): Promise<GuestClipboard | null> {
    return this.inside(() => this.guest.clipboard(signal));
  }

  journal(since: number, signal?: AbortSignal | undefined): Promise<JournalEntry[]> {
    return this.inside(() => this.guest.journal(since, signal));
  }

  execute(
    code: string,
    options?: { timeoutMs?: number; view?: PictureSize; signal?: AbortSignal | undefined },
  ): Promise<PythonReply> {
    return this.inside(() => this.guest.execute(code, options));
  }

  async releaseInput(signal?: AbortSignal | undefined): Promise<string[] | null> {
    return releasedIn(await this.execute(releaseCode, { timeoutMs: releaseLimit, signal }));
  }

  exec(
    command: string | string[],
    options?: { shell?: boolean; timeoutMs?: number; signal?: AbortSignal | undefined },
  ): Promise<CommandResult> {
    return this.inside(() => this.guest.exec(command, options));
  }

  launch(command: string | string[], options?: { shell?: boolean; signal?: AbortSignal | undefined }): Promise<void> {
    return this.inside(() => this.guest.launch(command, options));
  }

  openFile(path: string, signal?: AbortSignal | undefined): Promise<void> {
    return this.inside(() => this.guest.openFile(path, signal));
  }

  activateWindow(
    name: string,
    options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void> {
    return this.inside(() => this.guest.activateWindow(name, options));
  }

  closeWindow(
    name: string,
    options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void> {
    return this.inside(() => this.guest.closeWindow(name, options));
  }

  startRecording(signal?: AbortSignal | undefined): Promise<void> {
    return this.inside(() => this.guest.startRecording(signal));
  }

  endRecording(signal?: AbortSignal | undefined): Promise<Buffer | null> {
    return this.inside(() => this.guest.endRecording(signal));
  }

  protected readTree(signal?: AbortSignal | undefined): Promise<ReadTree> {
    return this.inside(() => this.guest.accessibilityTree(signal));
  }

  protected look<Picture, Tree>(picture: () => Promise<Picture>, tree: () => Promise<Tree>): Promise<[Picture, Tree]> {
    return Promise.all([picture(), tree()]);
  }

  protected mustRun(cause?: unknown): void {
    const end = this.state();
    if (end.state === 'destroyed') throw new DesktopDestroyedError(end.reason, cause);
    if (end.state === 'failed') throw end.error;
    if (end.state === 'closed')
      throw new OsharmError('The desktop was closed.', { code: 'desktop-closed', blame: 'harness', cause });
  }

  /** If the desktop has ended, throws the error for its end instead of the call's error. */
  protected async inside<Reply>(call: () => Promise<Reply>): Promise<Reply> {
    this.mustRun();
    try {
      return await call();
    } catch (error) {
      const isLost = error instanceof OsharmError && error.code === 'guest-connection';
      if (isLost) await this.lost();
      if (isLost || this.state().state !== 'running') this.mustRun(error);
      throw error;
    }
  }
}

async function timed<Value>(action: Promise<Value>): Promise<[Value, number]> {
  const start = performance.now();
  return [await action, performance.now() - start];
}
