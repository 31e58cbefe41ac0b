/** osharm's additions to OSWorld's protocol, under `/v2/`. The client probes for them with `GET /v2/health`. */

/** `GET /v2/health` */
export interface GuestHealth {
  protocol: 2;
  /** Window manager, accessibility bus and Python respond. Panel and wallpaper do too, or are late. */
  ready: boolean;
  display: { width: number; height: number };
  windowManager: boolean;
  panel: boolean;
  accessibility: boolean;
  python: boolean;
  uptimeMs: number;
  start?: StartReport | undefined;
}

/** Parts of the desktop that the session starts. A desktop can work without the last two. */
export const startParts = [
  ...(['display', 'bus', 'windowManager', 'accessibility', 'input'] as const),
  ...(['panel', 'background'] as const),
] as const;

export interface StartPart {
  part: (typeof startParts)[number];
  /** `waiting`: another part isn't ready. `failed`: all attempts to start it failed. */
  state: 'waiting' | 'starting' | 'ready' | 'failed';
  /** Milliseconds since its dependencies were ready. For a ready part, the time it took. */
  forMs: number;
  tries: number;
  last: string;
}

export interface ProgramExit {
  program: string;
  code: number | null;
  signal: string | null;
  afterMs: number;
  stderr: string;
}

export interface StartReport {
  parts: StartPart[];
  exits: ProgramExit[];
}

/** Reply of `POST /v2/python`, which runs `{ code, timeoutMs }` in a warm interpreter, in a fresh namespace. */
export interface PythonReply {
  /** 0; 1 after an exception; 124 after a timeout. */
  returncode: number;
  output: string;
  error: string;
  timedOut: boolean;
  durationMs: number;
}

/** `POST /v2/settle` waits until nothing but a caret changes for `quietMs` (≤ 250) and accessibility is idle. */
export interface SettleRequest {
  quietMs?: number;
  capMs?: number;
  /** If set, first waits for a window whose id is not in this list. Splash windows don't count. */
  newWindowSince?: number[] | undefined;
  /** Time limit for that window. The clock stops while a splash is shown, for at most `splashCapMs`. */
  newWindowCapMs?: number;
}
export const splashCapMs = 60_000;

export interface SettleReply {
  waitedMs: number;
  capHit: boolean;
  newWindow: boolean | null;
}

/** An entry of `GET /v2/windows`: managed top-level windows, oldest first. */
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
  /** True for a splash screen. Older servers omit this field. */
  isSplash?: boolean;
}

export interface SilentApplication {
  /** Null if the application never answered. */
  name: string | null;
  reason: string;
  /** Age of its content in the tree; null if the tree has none. */
  ageMs: number | null;
}

/** Reply of `GET /v2/clipboard`; null if the clipboard is empty. */
export interface GuestClipboard {
  /** Null if the text is too large for one transfer (about 256 kB). */
  text: string | null;
  owner: { title: string; className: string } | null;
}

/** Entry of `GET /v2/journal?since=N`. */
export interface JournalEntry {
  index: number;
  time: number;
  kind: 'window-opened' | 'window-closed' | 'program-started' | 'notification-shown' | 'notification-closed' | 'typed';
  /** typed: title of the focused window, if any. */
  title?: string;
  className?: string;
  argv?: string[];
  pid?: number | undefined;
  text?: string;
  /** typed: number of character keys that were pressed; `time` is that of the first. */
  keys?: number;
  until?: number;
  /** window-opened: start time of its process, if this is the first window of the process. */
  startedAt?: number | undefined;
}
