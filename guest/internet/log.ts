import type { MailEntry, WebEntry } from '../../src/desktop/client/internet-protocol.ts';

/** An entry without its time. The harness's type for it is `WebRequest`. */
export type LogEntry = WebEntry | MailEntry;

export type WriteLog = (entry: LogEntry & { time?: number }) => void;

/** Writes JSON lines to stdout, so that nothing is stored inside the container. */
export const writeLog: WriteLog = (entry) => {
  writeLine(`${JSON.stringify({ time: Date.now(), ...entry })}\n`);
};

let drained: Promise<void> | null = null;

/** Returns a promise if the reader is behind, else null. */
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
