import type { FileChange, FileState, ProgramSeen } from './desktop.ts';

/**
 * What the harness and the supervisor of a sandbox say to each other: one JSON object a line, requests on the
 * supervisor's stdin, replies and events on its stdout. The supervisor ends, and with it the desktop, when stdin closes.
 */
export interface SupervisorCalls {
  /** Says how to watch; `null` where a cgroup does it. */
  watch: { request: { memoryBytes: number | null; diskBytes: number | null }; reply: null };
  index: { request: object; reply: { files: number; durationMs: number } };
  scan: { request: object; reply: FileChange[] };
  list: { request: { path: string }; reply: FileState[] };
  /** Content in base64; null where there is no such file. */
  read: { request: { path: string }; reply: string | null };
  write: { request: { path: string; content: string; uid: number; gid: number; mode: number }; reply: null };
  programs: { request: { since: number }; reply: ProgramSeen[] };
  /** The desktop's processes that run now. */
  alive: { request: object; reply: ProgramSeen[] };
}

export type SupervisorCall = keyof SupervisorCalls;

export type SupervisorRequest = {
  [Call in SupervisorCall]: { id: number; call: Call } & SupervisorCalls[Call]['request'];
}[SupervisorCall];

export type SupervisorMessage =
  | { id: number; reply: unknown }
  | { id: number; error: string }
  /** First line: it works. */
  | { event: 'started' }
  /** A limit was passed and the supervisor ended what passed it. */
  | { event: 'limit'; limit: 'memory' | 'disk'; bytes: number };

/** Larger files have no hash in a `FileState`. */
export const hashLimit = 64 * 1024 * 1024;

export type { FileChange, FileState, ProgramSeen };
