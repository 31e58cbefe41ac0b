import type { Duplex } from 'node:stream';
import type { OsharmError } from '../../base/errors.ts';
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

/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** What an agent may look at. */
export interface Observation {
  /** PNG bytes of the screen, cursor included. */
  screenshot: Buffer;
  /** XML of the accessibility tree as OSWorld's server gives it. */
  accessibilityTree: string;
  /** Applications that did not answer while the tree was read: it holds what was last read of them, or nothing. Left out: none. */
  silentApplications?: readonly SilentApplication[];
  /** Unix milliseconds when the screenshot was asked for. */
  time: number;
  timings: { screenshotMs: number; treeMs: number; settleMs?: number; settleCapHit?: boolean };
}

/** How a command ended. */
export interface CommandResult {
  output: string;
  error: string;
  returncode: number;
}

/**
 * State of one path, as the supervisor (outside the desktop) sees it. Paths are the desktop's own, absolute; bytes that
 * are no UTF-8 are lone surrogates U+DC80 to U+DCFF, as Python's `surrogateescape` has them.
 */
export interface FileState {
  path: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
  size: number;
  /** SHA-256 in hex for files up to `hashLimit`; null for anything else. */
  hash: string | null;
  mode: number;
  uid: number;
  gid: number;
  mtimeMs: number;
  /** Target of a symlink. */
  target?: string;
  /** Which file it is, whatever its path: the same after a rename or a change in place. Absent where the provider can't tell. */
  identity?: string;
  /** Of a folder: how many of its entries nobody looked at, since there is too much in the desktop, or too deep. */
  unsearched?: number;
}

/** A path that differs from the index. */
export interface FileChange {
  kind: 'created' | 'modified' | 'deleted' | 'metadata';
  path: string;
  before: FileState | null;
  after: FileState | null;
}

/** A program that was started inside the desktop, noted at its start from outside (in the sandbox none is missed). */
export interface ProgramSeen {
  time: number;
  pid: number;
  parent: number;
  uid: number;
  argv: string[];
  /** The file that was started, as it was named, and the folder that relative names are in. */
  file?: string;
  folder?: string;
  /** Names of the processes above it, nearest first, at most four. */
  under?: string[];
  /** Its arguments go on beyond what was read. */
  truncated?: true | undefined;
  /** How many were not noted before this one, because too much was started at once. */
  lost?: number;
  /** `processesAlive`: TCP ports that it listens at. */
  listening?: number[];
}

/** A watched file was opened. */
export interface FileOpened {
  /** As it was called when watching began, whatever name it was opened by. */
  opened: string;
  /** Unix milliseconds. */
  time: number;
  /** Who opened it, as far as that was seen; `argv` is cut. Left out: nobody was seen. */
  pid?: number;
  uid?: number;
  argv?: string[];
  /** `held`: it had the file open; `named`: it had not ended, and its arguments name the file or a folder above it. */
  by?: 'held' | 'named';
  /** The last one that is noted: more was opened. */
  more?: true;
}

/** One entry of the mock services' log. For `smtp` and `imap` see `MailEntry`, which says what the fields mean there. */
export interface WebRequest extends Omit<WebEntry, 'kind'> {
  time: number;
  kind: WebEntry['kind'] | 'smtp' | 'imap';
  user?: string;
  password?: string;
  /**
   * Not all that was sent can be had: its body is beyond the 2 GB that are kept of a desktop, or so much came that
   * entries were shortened.
   */
  truncated?: true;
  /** How many entries came after this one that are not kept, because too many came. */
  lost?: number;
  mail?: LoggedMail | undefined;
  changes?: MailboxChange[] | undefined;
}

/**
 * `destroyed`: something inside ended it, or made it impossible to look into it; that is a result. `failed`: osharm or this machine
 * could not go on with it; that is an error. Either way what happened until then can still be asked for.
 */
export type DesktopEnd =
  | { state: 'running' }
  | { state: 'destroyed'; reason: string }
  | { state: 'failed'; error: OsharmError }
  | { state: 'closed' };

/**
 * One desktop under test. Every call has a deadline and takes an abort signal. After the agent destroyed the desktop,
 * `state`, `readFile`, `listFiles`, `scanFiles`, `webLog`, `webBody` still work (they look from outside); everything else throws
 * `DesktopDestroyedError`.
 */
export interface Desktop {
  readonly id: string;
  /** Name of the provider: `sandbox`, `remote` … */
  readonly provider: string;
  /** Content address of the image, or what the provider knows it by. */
  readonly image: string;
  /** Milliseconds from the call of `create` until each phase of the start was over, by phase. */
  readonly startTimings?: Readonly<Record<string, number>>;

  /** Whether it still runs, and how it ended. */
  state(): DesktopEnd;
  /** Asks the server inside; throws where it does not answer. */
  health(signal?: AbortSignal | undefined): Promise<GuestHealth>;
  /** Settles, then takes screenshot and tree (in parallel). */
  observe(options?: { settle?: SettleRequest | false; signal?: AbortSignal | undefined }): Promise<Observation>;
  /** The screen as PNG. */
  screenshot(signal?: AbortSignal | undefined): Promise<Buffer>;
  /** The accessibility tree as XML. */
  accessibilityTree(signal?: AbortSignal | undefined): Promise<string>;
  /** Waits until the screen stands still, or the time of the request is over. */
  settle(request?: SettleRequest, signal?: AbortSignal | undefined): Promise<SettleReply>;
  /** Open windows, with titles and places. */
  windows(signal?: AbortSignal | undefined): Promise<GuestWindow[]>;
  /** What is on the clipboard; null where nothing is, or no text. */
  clipboard?(signal?: AbortSignal | undefined): Promise<GuestClipboard | null>;
  /** What the focused terminal window shows; null where there is none. */
  terminal?(signal?: AbortSignal | undefined): Promise<string | null>;
  /** What the server inside noted since entry `since`. */
  journal(since: number, signal?: AbortSignal | undefined): Promise<JournalEntry[]>;
  /** Runs an agent's pyautogui code. Never throws for what the code does; that is in the reply. */
  execute(
    code: string,
    options?: {
      timeoutMs?: number;
      /** The picture that coordinates in the code are in, where it is smaller than the screen. */
      view?: PictureSize | undefined;
      signal?: AbortSignal | undefined;
    },
  ): Promise<PythonReply>;
  /** Releases keys and mouse buttons that are held, switches Caps Lock off; gives their names, null if that failed. */
  releaseInput?(signal?: AbortSignal | undefined): Promise<string[] | null>;
  /** Runs a command as the desktop's user, waits for it. */
  exec(
    command: string | string[],
    options?: { shell?: boolean; timeoutMs?: number; signal?: AbortSignal | undefined },
  ): Promise<CommandResult>;
  /** Starts a program and does not wait for it. */
  launch(command: string | string[], options?: { shell?: boolean; signal?: AbortSignal | undefined }): Promise<void>;
  /** Opens a file with the application that is set for it. */
  openFile(path: string, signal?: AbortSignal | undefined): Promise<void>;
  /** Brings a window to the front, by a part of its title; `strict`: by all of it; `byClass`: by its class. */
  activateWindow(
    name: string,
    options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Closes a window, named as for `activateWindow`. */
  closeWindow(
    name: string,
    options?: { strict?: boolean; byClass?: boolean; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Writes a file, by absolute path. `mode`: permission bits. */
  writeFile(
    path: string,
    content: Buffer,
    options?: { owner?: 'user' | 'root'; mode?: number; signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Reads a file from outside; null where there is none. */
  readFile(path: string, signal?: AbortSignal | undefined): Promise<Buffer | null>;
  /** The state of `path` and of everything below it, from outside, sorted by path; empty where there is nothing. */
  listFiles(path: string, signal?: AbortSignal | undefined): Promise<FileState[]>;
  /** A stream to its control server, for clients that speak OSWorld's protocol themselves. */
  control?(signal?: AbortSignal | undefined): Promise<Duplex>;
  /** A stream to a TCP port inside the desktop (CDP, a double). */
  connect(port: number, signal?: AbortSignal | undefined): Promise<Duplex>;
  /** Begins a video of the screen. */
  startRecording(signal?: AbortSignal | undefined): Promise<void>;
  /** The mp4, or null where nothing was recorded. */
  endRecording(signal?: AbortSignal | undefined): Promise<Buffer | null>;

  /** Takes the index that later `scanFiles` calls compare with (step 0: after set-up and injection). */
  indexFiles(signal?: AbortSignal | undefined): Promise<{ files: number; durationMs: number }>;
  /**
   * Ends every program of the desktop at once and for good, before the last scan and the last `webLog`: nothing happens
   * after them. What its clients had begun to say is logged, and the scan reads every file again, whatever its times
   * say. What looks from outside goes on; `state` stays as it is. Left out: programs run on until `close`.
   */
  endPrograms?(signal?: AbortSignal | undefined): Promise<void>;
  /** What differs from the index now (cumulative, not since the last scan). */
  scanFiles(signal?: AbortSignal | undefined): Promise<FileChange[]>;
  /** Programs that were started, from number `since` on. */
  programsSeen(since: number): Promise<ProgramSeen[]>;
  /** Whether the host gives it any processor time: false where a process outside of the desktop that only answers is silent. */
  isServed?(): Promise<boolean>;
  /** Processes that run now, as seen from outside; `time` is when each was first seen. */
  processesAlive?(): Promise<ProgramSeen[]>;
  /**
   * Has it noted from now on who opens these files; those that are none are left out. Throws EnvironmentError where this
   * machine can't.
   */
  watchOpens?(paths: readonly string[], signal?: AbortSignal | undefined): Promise<void>;
  /** Which of them were opened inside, from number `since` on. */
  filesOpened?(since: number): Promise<FileOpened[]>;
  /** Requests and mails that reached the mock services, from number `since` on. */
  webLog(since: number): Promise<WebRequest[]>;
  /** A body that the log names by its SHA-256; null where it is not kept. */
  webBody(hash: string): Promise<Buffer | null>;
  /** Puts sites into the desktop's internet, or adds to them. */
  serveSites(sites: readonly ServedSite[], signal?: AbortSignal | undefined): Promise<void>;
  /** Puts messages on the mail server that the user's mail program asks. */
  placeMail(messages: readonly PlacedMail[], signal?: AbortSignal | undefined): Promise<void>;

  /** What a reader of the run should know of this desktop, in sentences: what it could not do, what was odd. */
  notes?(): readonly string[];

  /** Ends the desktop and removes what it left. */
  close(): Promise<void>;
}

/** What the desktops of a provider can do beyond OSWorld's protocol. A run that needs what is missing is refused before it starts. */
export interface DesktopCapabilities {
  /** Files, programs and the mock services' log are watched from outside: without it there are no effects, and the oracles abstain. */
  effects: boolean;
  /** Our mock services answer inside. */
  internet: boolean;
  /** It is seen from outside when an agent ends its desktop; without it that looks like a broken connection. */
  end: boolean;
}

/** What a desktop's network leads to: nothing; our mock services; a network that osharm doesn't govern. */
export const networks = ['none', 'hermetic', 'host'] as const;
export type Network = (typeof networks)[number];

/** What a desktop is to be like. */
export interface DesktopSpec {
  width: number;
  height: number;
  /** Left out: hermetic. A provider that can't have one of them throws UsageError. */
  network?: Network | undefined;
  /** Where the overlay lives: memory, or a folder on disk. */
  scratch?: string | undefined;
  limits?: { memoryBytes?: number; pids?: number; diskBytes?: number } | undefined;
  /** Result directory of the run that it is for: who looks at the run while it goes on may then look at the desktop (`runningDesktops`). */
  run?: string;
}

/** What supplies desktops. */
export interface DesktopProvider {
  readonly name: string;
  /** Left out: all of it, as the sandbox's desktops. */
  readonly capabilities?: DesktopCapabilities;
  /** Milliseconds that `create` may take, waiting for a free desktop included; left out: two minutes. */
  readonly createLimit?: number;
  /** Throws EnvironmentError where this machine can't supply desktops, before anything starts. */
  check(): Promise<void>;
  /** Content address of the image that `create` would use, where that is known without starting anything; null where not. */
  imageId?(): Promise<string | null>;
  /** Address of the image that every machine of a fleet must have, and can be handed; left out: each machine brings its own. */
  commonImage?(): Promise<string>;
  /** A fresh desktop, ready: window manager and panel mapped, accessibility answering, input working. */
  create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<Desktop>;
  /** Ends every desktop that is left. */
  close(): Promise<void>;
}
