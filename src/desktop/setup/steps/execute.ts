import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { CommandResult } from '../../desktop.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, withSignal } from '../setup-kind.ts';

const pollMs = 300;
const untilCapMs = 60_000;

const until = z.strictObject({
  returncode: z.number().int().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
});

/**
 * Runs a command and waits for it. Without `until` an exit code other than 0 is an error (`may_fail`, ours, allows it); with `until` it is
 * repeated until one of the three holds. `stdout` and `stderr`, names for OSWorld's cache folder, are taken and not used.
 */
export const execute = defineSetupKind({
  parameters: z.strictObject({
    command: z.union([z.string().min(1), z.array(z.string()).min(1)]),
    shell: z.boolean().default(false),
    stdout: z.string().default(''),
    stderr: z.string().default(''),
    until: until.default({}),
    may_fail: z.boolean().default(false),
  }),
  async run({ command, shell, until: condition, may_fail: mayFail }, context) {
    const isAsked = Object.keys(condition).length > 0;
    const deadline = Date.now() + untilCapMs;
    for (;;) {
      const result = await context.desktop.exec(command, { shell, ...withSignal(context) });
      if (isAsked ? holds(condition, result) : mayFail || result.returncode === 0) return;
      if (!isAsked || Date.now() > deadline)
        throw stepError(
          `the command ended with ${result.returncode}${isAsked ? ` and "until" didn't hold within ${untilCapMs / 1000} s` : ''}: ${(result.error || result.output).trim().slice(-400)}`,
          { code: 'setup-command-failed', blame: 'task', isRetryable: true },
        );
      await wait(pollMs, undefined, withSignal(context));
    }
  },
});

function holds(condition: z.output<typeof until>, result: CommandResult): boolean {
  if (condition.returncode !== undefined && condition.returncode === result.returncode) return true;
  if (condition.stdout !== undefined && result.output.includes(condition.stdout)) return true;
  return condition.stderr !== undefined && result.error.includes(condition.stderr);
}
