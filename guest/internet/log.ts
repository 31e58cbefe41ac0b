import type { MailEntry, WebEntry } from '../../src/desktop/client/internet-protocol.ts';

/** One entry of the mock services' log, without its time (the shape is `WebRequest` of the harness). */
export type LogEntry = WebEntry | MailEntry;

/** `time` (Unix milliseconds): by default now. */
export type WriteLog = (entry: LogEntry & { time?: number }) => void;

/** The log goes out of the container as JSON lines, with Unix milliseconds; nothing of it stays inside. */
export const writeLog: WriteLog = (entry) => {
  writeLine(`${JSON.stringify({ time: Date.now(), ...entry })}\n`);
};

let drained: Promise<void> | null = null;

/** Writes one line of the log as it is. Gives what to wait for where the reader is behind; null where more can follow. */
export function writeLine(line: string): Promise<void> | null {
  if (process.stdout.write(line)) return null;
  drained ??= new Promise((resolve) => {
    process.stdout.once('drain', () => {
      drained = null;
      resolve();
    });
  });
  return drained;
}
