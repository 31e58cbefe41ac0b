import { OsharmError } from '../../base/errors.ts';
import { reportFailure, StoppedError, stoppedCode } from './failure.ts';
import { printAbove } from './status-block.ts';

export { stoppedCode };

/** Milliseconds for cleaning up after an uncaught exception. */
const endLimit = 120_000;

/**
 * Runs `action` with a signal that Ctrl-C (or SIGTERM) aborts, so that it can clean up. A second Ctrl-C exits
 * immediately. An uncaught exception is a bug in osharm: it also aborts the signal, so that finished work is kept, and
 * is thrown after the clean-up.
 *
 * `meaning`: tells the user what the abort does. `goingOn`: names what an uncaught exception may have affected.
 */
export async function untilStopped<T>(
  action: (signal: AbortSignal) => Promise<T>,
  meaning = 'closing desktops; finished steps are kept',
  goingOn: () => string[] = () => [],
): Promise<{ result: T; stopped: boolean }> {
  const controller = new AbortController();
  let fault: OsharmError | null = null;
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(stoppedCode);
    printAbove(process.stderr, `\nStopping: ${meaning}. Press Ctrl-C again to quit immediately.`);
    controller.abort(new StoppedError('stopped'));
  };
  const onUncaught = (cause: unknown): void => {
    if (fault !== null) process.exit(reportFailure(fault));
    fault = uncaught(cause, goingOn());
    const failed = fault;
    setTimeout(() => process.exit(reportFailure(failed)), endLimit).unref();
    if (!controller.signal.aborted) {
      printAbove(process.stderr, `\nStopping after a bug in osharm: ${meaning}.`);
      controller.abort(failed);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('uncaughtException', onUncaught);
  try {
    const result = await action(controller.signal);
    if (fault !== null) throw fault;
    return { result, stopped: controller.signal.aborted };
  } catch (error) {
    // The cause of the abort is more informative than the resulting error.
    throw fault ?? error;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    process.off('uncaughtException', onUncaught);
  }
}

function uncaught(cause: unknown, touched: readonly string[]): OsharmError {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const whom = touched.length === 0 ? '' : ` It touched: ${touched.join(', ')}. Finished runs are kept.`;
  return new OsharmError(`osharm itself failed.${whom}\n${reason}`, {
    code: 'uncaught',
    blame: 'harness',
    hint: 'Please report this. The same command continues with the remaining runs.',
    cause,
  });
}
