import type { Duplex } from 'node:stream';
import type {
  CommandResult,
  Desktop,
  DesktopEnd,
  DesktopProvider,
  DesktopSpec,
  FileChange,
  FileState,
  Observation,
} from '../../src/desktop/client/desktop.ts';
import { DesktopDestroyedError } from '../../src/desktop/client/desktop-destroyed-error.ts';
import type { GuestHealth, PythonReply, SettleReply } from '../../src/desktop/client/protocol.ts';

/** What a test wants of its desktops. */
export interface FakeDesktopOptions {
  /** The accessibility tree; the same all the time. */
  tree: string;
  /** Bytes of the n-th screenshot of a desktop (from 0). */
  screenshot?: (n: number) => Buffer;
  /** Called for each piece of code. Throw, or destroy the desktop, to see what comes of it. */
  onExecute?: (code: string, desktop: FakeDesktop) => void | Promise<void>;
  /** What the desktop answers to a piece of code. */
  reply?: (code: string) => Partial<PythonReply>;
  onSettle?: () => void | Promise<void>;
  /** Called before each observation. Throw to make it fail. */
  onObserve?: (n: number) => void;
  onCreate?: (n: number) => void | Promise<void>;
  /** What the provider says of its image. */
  commonImage?: string;
}

/** A double of a desktop: no machine, no effects but those that a test makes. */
export class FakeDesktop implements Desktop {
  readonly id: string;
  readonly provider = 'fake';
  readonly image = 'fake-image';
  readonly executed: string[] = [];
  readonly files = new Map<string, Buffer>();
  changes: FileChange[] = [];
  isClosed = false;
  #end: DesktopEnd = { state: 'running' };
  #screenshots = 0;
  #observations = 0;
  readonly #options: FakeDesktopOptions;

  constructor(id: string, options: FakeDesktopOptions) {
    this.id = id;
    this.#options = options;
  }

  destroy(reason: string): void {
    this.#end = { state: 'destroyed', reason };
  }
  state(): DesktopEnd {
    return this.#end;
  }
  #alive(): void {
    if (this.#end.state === 'destroyed') throw new DesktopDestroyedError(this.#end.reason);
  }

  async health(): Promise<GuestHealth> {
    return {
      protocol: 2,
      ready: true,
      display: { width: 1920, height: 1080 },
      windowManager: true,
      panel: true,
      accessibility: true,
      python: true,
      uptimeMs: 0,
    };
  }
  async observe(): Promise<Observation> {
    this.#options.onObserve?.(this.#observations++);
    const screenshot = await this.screenshot();
    return { screenshot, accessibilityTree: this.#options.tree, time: 0, timings: { screenshotMs: 0, treeMs: 0 } };
  }
  async screenshot(): Promise<Buffer> {
    this.#alive();
    const n = this.#screenshots++;
    return this.#options.screenshot?.(n) ?? Buffer.from(`SHOT${n}`);
  }
  async accessibilityTree(): Promise<string> {
    this.#alive();
    return this.#options.tree;
  }
  async settle(): Promise<SettleReply> {
    this.#alive();
    await this.#options.onSettle?.();
    return { waitedMs: 0, capHit: false, newWindow: null };
  }
  async windows(): Promise<[]> {
    this.#alive();
    return [];
  }
  async journal(): Promise<[]> {
    this.#alive();
    return [];
  }
  async execute(code: string): Promise<PythonReply> {
    this.#alive();
    this.executed.push(code);
    await this.#options.onExecute?.(code, this);
    this.#alive();
    const fine = { returncode: 0, output: '', error: '', timedOut: false, durationMs: 0 };
    return { ...fine, ...this.#options.reply?.(code) };
  }
  async exec(): Promise<CommandResult> {
    this.#alive();
    return { output: '', error: '', returncode: 0 };
  }
  async launch(): Promise<void> {}
  async openFile(): Promise<void> {}
  async activateWindow(): Promise<void> {}
  async closeWindow(): Promise<void> {}
  async writeFile(path: string, content: Buffer): Promise<void> {
    this.files.set(path, content);
  }
  async readFile(path: string): Promise<Buffer | null> {
    return this.files.get(path) ?? null;
  }
  async listFiles(): Promise<FileState[]> {
    return [];
  }
  async connect(): Promise<Duplex> {
    throw new Error('A fake desktop has no network.');
  }
  async startRecording(): Promise<void> {}
  async endRecording(): Promise<Buffer | null> {
    return Buffer.from('MP4');
  }
  async indexFiles(): Promise<{ files: number; durationMs: number }> {
    return { files: 0, durationMs: 0 };
  }
  async scanFiles(): Promise<FileChange[]> {
    return this.changes;
  }
  async programsSeen(): Promise<[]> {
    return [];
  }
  async webLog(): Promise<[]> {
    return [];
  }
  async webBody(): Promise<null> {
    return null;
  }
  async serveSites(): Promise<void> {}
  async placeMail(): Promise<void> {}
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.#end.state === 'running') this.#end = { state: 'closed' };
  }
}

export class FakeProvider implements DesktopProvider {
  readonly name = 'fake';
  readonly desktops: FakeDesktop[] = [];
  readonly specs: DesktopSpec[] = [];
  isClosed = false;
  readonly #options: FakeDesktopOptions;
  readonly commonImage?: () => Promise<string>;

  constructor(options: FakeDesktopOptions) {
    this.#options = options;
    const { commonImage } = options;
    if (commonImage !== undefined) this.commonImage = async () => commonImage;
  }
  async check(): Promise<void> {}
  async create(spec: DesktopSpec): Promise<FakeDesktop> {
    this.specs.push(spec);
    await this.#options.onCreate?.(this.specs.length);
    const desktop = new FakeDesktop(`fake-${this.specs.length}`, this.#options);
    this.desktops.push(desktop);
    return desktop;
  }
  async close(): Promise<void> {
    this.isClosed = true;
  }
}
