import { OsharmError } from '../../base/errors.ts';
import { fileTrouble } from '../../base/record/file-trouble.ts';
import { machineLimit } from '../../base/record/machine-limit.ts';
import { printableLines } from '../../base/record/unseen-text.ts';
import { printAbove } from './status-block.ts';

/** The reason of a signal that Ctrl-C aborted. */
export class StoppedError extends Error {}

/** 128 + SIGINT, as in shells. */
export const stoppedCode = 130;

/** Prints the error and returns the exit code. Escapes control characters in file names and model output. */
export function reportFailure(
  thrown: unknown,
  out: (line: string) => void = (line) => printAbove(process.stderr, line),
): number {
  // Ctrl-C has been answered when it was pressed.
  if (thrown instanceof StoppedError) return stoppedCode;
  const write = (text: string): void => out(printableLines(text));
  const error = thrown instanceof OsharmError ? thrown : (machineLimit(thrown) ?? fileTrouble(thrown) ?? thrown);
  if (error instanceof OsharmError) {
    write(`osharm: ${error.message}`);
    if (error.hint !== undefined) write(`  → ${error.hint}`);
    if (process.env.OSHARM_DEBUG !== undefined && error.cause !== undefined)
      write(String((error.cause as Error).stack ?? error.cause));
    if (error.name === 'UsageError') return 2;
    return error.blame === 'environment' ? 3 : 1;
  }
  write(`osharm: unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  write('  → This is a bug in osharm. Run again with OSHARM_DEBUG=1 and report it with the lines above.');
  return 1;
}
