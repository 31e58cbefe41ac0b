import type { Duplex } from 'node:stream';
import type { OsharmError } from '../../base/errors.ts';
import type { EffectGap } from '../../base/record/evidence/effect-gap.ts';
import type { LoggedMail, MailboxChange, PlacedMail, ServedSite, WebEntry } from './internet-protocol.ts';
import type {
  GuestClipboard,
  GuestHealth,
  GuestWindow,
  JournalEntry,
  PythonReply,
  SettleReply,
  SettleRequest,
  SilentApplication,
} from './protocol.ts';

export interface PictureSize {
  width: number;
  height: number;
}

/** What an agent observes at one moment. */
export interface Observation {
  screenshot: Buffer;
  /** XML in the format of OSWorld's server. */
  accessibilityTree: string;
  /** Applications that didn't respond while the tree was read. The tree has their last known content, if any. */
  silentApplications?: readonly SilentApplication[];
  time: number;
  timings: { screenshotMs: number; treeMs: number; settleMs?: number; settleCapHit?: boolean };
}

/** Result of a command. */
export interface CommandResult {
  output: string;
  error: string;
  returncode: number;
}

/**
 * State of a path, observed from outside the desktop. Bytes that are not UTF-8 become lone surrogates U+DC80 to U+DCFF,
 * as in Python's `surrogateescape`.
 */
export interface FileState {
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  size: number;
  /** SHA-256 in hex of a file of up to `hashLimit` bytes, else null. */
  hash: string | null;
  mode: number;
  uid: number;
  gid: number;
  mtimeMs: number;
  /** Last change of content or attributes, which programs can't set. Absent if unknown or equal to `mtimeMs`. */
  ctimeMs?: number;
  target?: string;
  /** Identifies the file across renames and edits in place. Absent if the provider can't determine it. */
  identity?: string;
  /** Number of entries that were not scanned because a limit on depth or size was reached. */
  unsearched?: number;
}

/** A path that differs from the index. */
export interface FileChange {
  kind: 'created' | 'modified' | 'deleted' | 'metadata';
  path: string;
  before: FileState | null;
  after: FileState | null;
}

/** A program that was started inside the desktop, recorded from outside. The sandbox records every program. */
export interface ProgramSeen {
  time: number;
  pid: number;
  parent: number;
  uid: number;
  argv: string[];
  /** The executable as passed to the system call, and the folder to resolve it in if it is relative. */
  file?: string;
  folder?: string;
  /** Names of up to four ancestor processes, nearest first. */
  under?: string[];
  truncated?: true | undefined;
  /** Number of earlier programs that were not recorded because there were too many. */
  lost?: number;
  /** TCP ports that it listens on. Set by `processesAlive` only. */
  listening?: number[];
}

export interface FileOpened {
  /** The file's path when watching began, even if it was opened by another path. */
  opened: string;
  time: number;
  /** The process that opened it, if known; `argv` is truncated. */
  pid?: number;
  uid?: number;
  argv?: string[];
  /** `held`: it had the file open. `named`: it was running and its arguments name the file or a parent folder. */
  by?: 'held' | 'named';
  /** The limit for entries was reached: later openings are not listed. */
  more?: true;
}

/** An entry of the mock services' log. */
export interface WebRequest extends Omit<WebEntry, 'kind'> {
  time: number;
  kind: WebEntry['kind'] | 'smtp' | 'imap';
  user?: string;
  password?: string;
  /** The body exceeded the 2 GB kept for each desktop, or the entry was shortened because there were too many. */
  truncated?: true;
  /** Number of later entries that were dropped because there were too many. */
  lost?: number;
  mail?: LoggedMail | undefined;
  changes?: MailboxChange[] | undefined;
}

/**
 * `destroyed` (something inside ended the desktop or made it impossible to inspect) is a result. `failed` (osharm or
 * the host could not continue) is an error. Data recorded until then remains available.
 */
export type DesktopEnd =
  | { state: 'running' }
  | { state: 'destroyed'; reason: string }
  | { state: 'failed'; error: OsharmError }
  | { state: 'closed' };

/**
 * One desktop under test. Every call has a deadline. After the agent has destroyed the desktop, `state`, `readFile`,
 * `listFiles`, `scanFiles`, `webLog` and `webBody` still work; other methods throw `DesktopDestroyedError`.
 */
export interface Desktop {
  readonly id: string;
  readonly provider: string;
  readonly image: string;
  /** Maps each phase of the start to the milliseconds between the call to `create` and the end of the phase. */
  readonly startTimings?: Readonly<Record<string, number>>;

  /** Whether the desktop still runs, or how it ended. */
  state(): DesktopEnd;
  /** Queries the control server in the desktop. Throws if it does not answer. */
  health(signal?: AbortSignal | undefined): Promise<GuestHealth>;
  /** Waits until the screen settles, then reads screenshot and tree in parallel. */
  observe(options?: { settle?: SettleRequest | false; signal?: AbortSignal | undefined }): Promise<Observation>;
  /** The screen as PNG. */
  screenshot(signal?: AbortSignal | undefined): Promise<Buffer>;
  /** The accessibility tree as XML. */
  accessibilityTree(signal?: AbortSignal | undefined): Promise<string>;
  /** Waits until the screen stops changing or the request's time limit is reached. */
  settle(request?: SettleRequest, signal?: AbortSignal | undefined): Promise<SettleReply>;
  /** Open windows with their titles and geometry. */
  windows(signal?: AbortSignal | undefined): Promise<GuestWindow[]>;
  /** Contents of the clipboard; null if it is empty or not text. */
  clipboard?(signal?: AbortSignal | undefined): Promise<GuestClipboard | null>;
  /** Text of the focused terminal; null if no terminal has the focus. */
  terminal?(signal?: AbortSignal | undefined): Promise<string | null>;
  /** `since`: number of the first entry to return. */
  journal(since: number, signal?: AbortSignal | undefined): Promise<JournalEntry[]>;
  /** Runs an agent's pyautogui code. An error in the code is part of the reply and doesn't reject. */
  execute(
    code: string,
    options?: {
      timeoutMs?: number;
      /** Size of the picture that the code's coordinates refer to, if it is smaller than the screen. */
      view?: PictureSize | undefined;
      signal?: AbortSignal | undefined;
    },
  ): Promise<PythonReply>;
  /** Releases pressed keys and mouse buttons and Caps Lock. Returns their names, or null on failure. */
  releaseInput?(signal?: AbortSignal | undefined): Promise<string[] | null>;
  /** Runs a command as the desktop's user and waits for it. */
  exec(
    command: string | string[],
    options?: { shell?: boolean; timeoutMs?: number; signal?: AbortSignal | undefined },
  ): Promise<CommandResult>;
  /** Starts a program without waiting for it. */
  launch(command: string | string[], options?: { shell?: boolean; signal?: AbortSignal | undefined }): Promise<void>;
  /** Opens a file in its default application. */
  openFile(path: string, signal?: AbortSignal | undefined): Promise<void>;
  /** `name` matches part of the window's title, with `strict` the whole title, with `byClass` the window's class. */
  activateWindow(
    name: string,
    options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** `name` works as in `activateWindow`. */
  closeWindow(
    name: string,
    options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Writes a file by absolute path. `mode`: permission bits. */
  writeFile(
    path: string,
    content: Buffer,
    options?: { owner?: 'user' | 'root'; mode?: number; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Reads from outside; null if the file doesn't exist. */
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  /** Lists `path` and everything below it from outside, sorted; empty if it doesn't exist. */
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<FileState[]>;
  /** A stream to the control server, for clients that speak OSWorld's protocol themselves. */
  control?(signal?: AbortSignal | undefined): Promise<Duplex>;
  /** A stream to a TCP port inside the desktop. */
  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex>;
  /** Starts a video of the screen. */
  startRecording(signal?: AbortSignal | undefined): Promise<void>;
  /** The mp4; null if nothing was recorded. */
  endRecording(signal?: AbortSignal | undefined): Promise<Buffer | null>;

  /** Builds the index that `scanFiles` compares with. Call it at step 0, after set-up and injection. */
  indexFiles(signal?: AbortSignal | undefined): Promise<{ files: number; durationMs: number }>;
  /**
   * Stops every program in the desktop permanently, so that the last `scanFiles` (which then rereads every file) and
   * the last `webLog` are final. Unfinished requests are logged, and `state` doesn't change. If not implemented,
   * programs run until `close`.
   */
  endPrograms?(signal?: AbortSignal | undefined): Promise<void>;
  /** Returns all differences from the index, not only those since the last scan. */
  scanFiles(signal?: AbortSignal | undefined): Promise<FileChange[]>;
  /** Returns programs that were started at `since` (Unix milliseconds) or later. */
  programsSeen(since: number): Promise<ProgramSeen[]>;
  /** False if the host is so overloaded that even an idle process outside the desktop doesn't respond. */
  isServed?(): Promise<boolean>;
  /** Milliseconds in the last two minutes during which this desktop's programs starved the host. */
  starvedMs?(signal?: AbortSignal | undefined): Promise<number>;
  /** `time` is when each process was first seen. */
  processesAlive?(): Promise<ProgramSeen[]>;
  /** Starts recording which programs open these files. Throws EnvironmentError if the machine doesn't support it. */
  watchOpens?(paths: readonly string[], signal?: AbortSignal | undefined): Promise<void>;
  /** `since`: number of the first entry to return. */
  filesOpened?(since: number): Promise<FileOpened[]>;
  /** Returns requests and mails that reached the mock services at `since` (Unix milliseconds) or later. */
  webLog(since: number): Promise<WebRequest[]>;
  /** Returns the body with this SHA-256; null if it was not kept. */
  webBody(hash: string): Promise<Buffer | null>;
  /** Adds sites to the desktop's internet, or content to existing ones. */
  serveSites(sites: readonly ServedSite[], signal?: AbortSignal | undefined): Promise<void>;
  /** Delivers messages to the mail server of the user’s mail program. */
  placeMail(messages: readonly PlacedMail[], signal?: AbortSignal | undefined): Promise<void>;

  /** What a recorder inside of the desktop may have missed so far. Absent if effects are recorded from outside. */
  unrecorded?(): readonly EffectGap[];

  /** Sentences for the run's record: limitations and anomalies of this desktop. */
  notes?(): readonly string[];

  /** Ends the desktop and removes its files. */
  close(): Promise<void>;
}

/** What a provider's desktops support. A run that needs more is refused before it starts. */
export interface DesktopCapabilities {
  /** Effects are recorded. Without them, the oracles abstain. */
  effects: boolean;
  /** Whether a recorder inside of the desktop, which an agent with root can blind, records the effects. */
  isInside?: boolean;
  /** Whether nothing can be sent to another machine, except with the network `host`. */
  isClosed?: boolean;
  internet: boolean;
  /** Whether an agent that ended its desktop can be distinguished from a broken connection. */
  end: boolean;
}

/** `none`: no network. `hermetic`: osharm's mock services only. `host`: a network that osharm doesn't control. */
export const networks = ['none', 'hermetic', 'host'] as const;
export type Network = (typeof networks)[number];

/** Requirements for a new desktop. */
export interface DesktopSpec {
  width: number;
  height: number;
  /** Defaults to `hermetic`. A provider that doesn't support the value throws UsageError. */
  network?: Network | undefined;
  /** Storage of the overlay: `memory`, or a folder on disk. */
  scratch?: string | undefined;
  limits?: { memoryBytes?: number; pids?: number; diskBytes?: number } | undefined;
  run?: string;
}

/** A source of desktops. */
export interface DesktopProvider {
  readonly name: string;
  /** Defaults to all capabilities, which the sandbox has. */
  readonly capabilities?: DesktopCapabilities;
  /** Milliseconds, including the wait for a free desktop. Defaults to two minutes. */
  readonly createLimit?: number | undefined;
  /** Throws EnvironmentError if this machine can't run the provider's desktops. Starts nothing. */
  check(): Promise<void>;
  /** Hash of the image that `create` would use; null if unknown before the first start. */
  imageId?(): Promise<string | null>;
  /** Hash of the image that all machines of a fleet share. If not implemented, machines may have different images. */
  commonImage?(): Promise<string>;
  /** Resolves when window manager, panel, accessibility and input work. */
  create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<Desktop>;
  /** Ends every remaining desktop. */
  close(): Promise<void>;
}
