import type { MailEntry } from '../../src/desktop/internet-protocol.ts';

/** One entry of the doubles' log, without its time (the shape is `WebRequest` of the harness). */
export type LogEntry = WebEntry | MailEntry;

export interface WebEntry {
  kind: 'dns' | 'http' | 'https';
  /** Whom it was for: by the address that was asked, so that a forged Host header changes nothing. */
  host: string;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** First 64 kB of the body in base64. */
  body?: string;
  /** Length of the whole body. */
  bytes?: number;
}

export type WriteLog = (entry: LogEntry) => void;

/** The log goes out of the container as JSON lines, with Unix milliseconds; nothing of it stays inside. */
export const writeLog: WriteLog = (entry) => writeLine(`${JSON.stringify({ time: Date.now(), ...entry })}\n`);

/** Writes one line of the log as it is. */
export function writeLine(line: string): void {
  process.stdout.write(line);
}
