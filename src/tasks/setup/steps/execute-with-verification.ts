import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { truth } from '../../suite/truth.ts';
import { fillPlaceholders } from '../placeholders.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';
import { byTitle } from '../wait-for-window.ts';
import { commandSchema, lastWords } from './execute.ts';

const checkMs = 5_000;

/** Runs a command like `execute`, then waits for a window, or for another command to succeed. */
export const executeWithVerification = defineSetupKind({
  summary: 'Runs a command until another command confirms that it worked.',
  parameters: z.strictObject({
    command: commandSchema,
    verification: z
      .strictObject({ window_exists: z.string().min(1).optional(), command_success: z.string().min(1).optional() })
      .default({}),
    max_wait_time: z.number().min(0).max(600).default(10),
    check_interval: z.number().positive().max(60).default(1),
    shell: truth,
  }),
  async run({ command, verification, max_wait_time: seconds, check_interval: interval, shell }, context) {
    const done = await context.desktop.exec(fillPlaceholders(command, context), { shell, signal: context.signal });
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      const missing = await notYet(verification, context);
      if (missing === null) return;
      if (Date.now() >= deadline)
        throw stepError(
          `${missing} after ${seconds} s; the command ended with ${done.returncode}: ${lastWords(done)}`,
          { code: 'setup-command-failed', blame: 'task', isRetryable: true },
        );
      await wait(interval * 1000, undefined, { signal: context.signal });
    }
  },
});

/** Returns the first unmet condition, or null if all are met. */
async function notYet(
  {
    window_exists: window,
    command_success: command,
  }: { window_exists?: string | undefined; command_success?: string | undefined },
  { desktop, signal }: SetupContext,
): Promise<string | null> {
  if (window !== undefined && !(await desktop.windows(signal)).some(byTitle([window])))
    return `no window is called ${JSON.stringify(window)}`;
  if (command === undefined) return null;
  const options = { shell: true, timeoutMs: checkMs, signal };
  const { returncode } = await desktop.exec(command, options);
  return returncode === 0 ? null : `${JSON.stringify(command)} ends with ${returncode}`;
}
