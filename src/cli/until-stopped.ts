/**
 * Runs `action` with a signal that Ctrl-C (or SIGTERM) aborts: what goes on is then ended cleanly. A second Ctrl-C leaves at once.
 * `meaning`: what is done about it, as the person at the terminal reads it.
 */
export async function untilStopped<T>(
  action: (signal: AbortSignal) => Promise<T>,
  meaning = 'desktops are being closed, finished steps are kept',
): Promise<{ result: T; stopped: boolean }> {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(`\nStopping: ${meaning}. (Ctrl-C again leaves at once.)\n`);
    controller.abort(new Error('stopped'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const result = await action(controller.signal);
    return { result, stopped: controller.signal.aborted };
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
