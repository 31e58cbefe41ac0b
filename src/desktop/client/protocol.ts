/**
 * What our guest server adds to OSWorld's protocol, under `/v2/`. Probed for with `GET /v2/health`, never assumed:
 * a server without it is driven with the classic endpoints alone.
 */

/** `GET /v2/health` */
export interface GuestHealth {
  protocol: 2;
  /** True once window manager, panel, accessibility bus and input answer. */
  ready: boolean;
  display: { width: number; height: number };
  windowManager: boolean;
  panel: boolean;
  accessibility: boolean;
  python: boolean;
  uptimeMs: number;
  /** How the desktop's start goes; left out where the session did not start the desktop itself. */
  start?: StartReport | undefined;
}

/** Parts of the desktop that the session starts. The last two can be missing in a desktop that works. */
export const startParts = [
  ...(['display', 'bus', 'windowManager', 'accessibility', 'input'] as const),
  ...(['panel', 'background'] as const),
] as const;

export interface StartPart {
  part: (typeof startParts)[number];
  /** `waiting`: for another part; `failed`: started as often as it may be, and not there. */
  state: 'waiting' | 'starting' | 'ready' | 'failed';
  /** Milliseconds since the parts that it needs were there; of a part that is ready: what it took. */
  forMs: number;
  /** How often it was started. */
  tries: number;
  /** What was last seen of it. */
  last: string;
}

/** A program of the session that ended while the desktop started. */
export interface ProgramExit {
  program: string;
  code: number | null;
  signal: string | null;
  /** Milliseconds that it ran. */
  afterMs: number;
  /** The end of what it wrote to stderr. */
  stderr: string;
}

export interface StartReport {
  parts: StartPart[];
  exits: ProgramExit[];
}

/**
 * Answer of `POST /v2/python`, which takes `{ code, timeoutMs }` (milliseconds; default 90 000) and runs the code in the warm
 * interpreter, in a namespace of its own.
 */
export interface PythonReply {
  /** 0, 1 after an exception, 124 after the time limit. */
  returncode: number;
  output: string;
  error: string;
  timedOut: boolean;
  durationMs: number;
}

/** `POST /v2/settle`: waits until nothing but a caret has changed for `quietMs` (≤ 250) and the accessibility bus is idle. */
export interface SettleRequest {
  quietMs?: number;
  /** Give up after this many milliseconds. */
  capMs?: number;
  /** After a launch: wait first for a window that was not in this list of window ids. A splash is none. */
  newWindowSince?: number[] | undefined;
  /** How long to wait for that new window, in milliseconds; while a splash is up (for `splashCapMs` at most) the time stands still. */
  newWindowCapMs?: number;
}
/** How long a splash may stay, in milliseconds. */
export const splashCapMs = 60_000;

export interface SettleReply {
  waitedMs: number;
  capHit: boolean;
  newWindow: boolean | null;
}

/** One element of `GET /v2/windows`: managed top-level windows, oldest first. */
export interface GuestWindow {
  id: number;
  title: string;
  className: string;
  pid: number | null;
  x: number;
  y: number;
  width: number;
  height: number;
  active: boolean;
  /** A picture that a program shows while it loads, and not its window. Servers before this field leave it out. */
  isSplash?: boolean;
}

/** An application that did not answer while the accessibility tree was read. */
export interface SilentApplication {
  /** Its name in the tree; null where it never answered. */
  name: string | null;
  reason: string;
  /** Milliseconds since its part of the tree was read; null: nothing of it is in the tree. */
  ageMs: number | null;
}

/** `GET /v2/clipboard`; null where there is none. */
export interface GuestClipboard {
  /** Null where it is too large to be handed over at once (about 256 kB). */
  text: string | null;
  /** A window of the program that put it there, where it has one. */
  owner: { title: string; className: string } | null;
}

/** `GET /v2/journal?since=N`: windows opened and closed, notifications shown, code run, text typed, with a monotonic index. */
export interface JournalEntry {
  index: number;
  /** Unix milliseconds of the guest's clock (the host's too). */
  time: number;
  kind: 'window-opened' | 'window-closed' | 'program-started' | 'notification-shown' | 'notification-closed' | 'typed';
  /** typed: of the window with the focus; left out where none had it. */
  title?: string;
  className?: string;
  argv?: string[];
  pid?: number | undefined;
  text?: string;
  /** typed: how many keys that type a character were pressed while that window had the focus; `time` is that of the first. */
  keys?: number;
  /** typed: Unix milliseconds of the last of these keys. */
  until?: number;
  /** window-opened: Unix milliseconds at which its process was started, where this is the first window of it. */
  startedAt?: number | undefined;
}
