import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { CommandResult } from '../../../desktop/client/desktop.ts';
import { truth } from '../../suite/truth.ts';
import { fillPlaceholders } from '../placeholders.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';

const pollMs = 300;
const untilCapMs = 120_000;
/** Exit codes of a shell for a program that is missing or can't be executed. */
const notStarted = new Set([126, 127]);

const until = z.strictObject({
  returncode: z.number().int().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
});
export const commandSchema = z.union([z.string().min(1), z.array(z.string()).min(1)]);

/**
 * Runs a command. Without `until`, a non-zero exit code is an error, except in OSWorld's tasks and with `may_fail` (an
 * osharm extension). With `until`, repeats the command until a condition is true. `stdout` and `stderr` name the output
 * for `cache_file`.
 */
export const execute = defineSetupKind({
  summary: 'Runs a command as the desktop’s user.',
  parameters: z.strictObject({
    command: commandSchema,
    shell: truth,
    stdout: z.string().default(''),
    stderr: z.string().default(''),
    until: until.default({}),
    may_fail: z.boolean().default(false),
  }),
  async run({ command, shell, stdout, stderr, until: condition, may_fail: mayFail }, context) {
    const isAsked = Object.keys(condition).length > 0;
    const deadline = Date.now() + untilCapMs;
    for (;;) {
      const result = await context.desktop.exec(fillPlaceholders(command, context), { shell, signal: context.signal });
      if (stdout !== '') context.outputs?.set(stdout, result.output);
      if (stderr !== '') context.outputs?.set(stderr, result.error);
      if (isAsked ? holds(condition, result) : mayFail || result.returncode === 0) return;
      if (!isAsked && isTolerated(result, context)) return;
      if (!isAsked || Date.now() > deadline)
        throw stepError(
          `the command ended with ${result.returncode}${isAsked ? ` and "until" didn't hold within ${untilCapMs / 1000} s` : ''}: ${lastWords(result)}`,
          { code: 'setup-command-failed', blame: 'task', isRetryable: true },
        );
      await wait(pollMs, undefined, { signal: context.signal });
    }
  },
});

export function lastWords(result: CommandResult): string {
  return (result.error || result.output).trim().slice(-400);
}

/** OSWorld ignores exit codes, and its tasks rely on that, for example with a `pkill` that matches nothing. */
function isTolerated(result: CommandResult, { isForeign, note }: SetupContext): boolean {
  if (isForeign !== true || notStarted.has(result.returncode)) return false;
  note?.(`the command ended with ${result.returncode}, which OSWorld ignores: ${lastWords(result)}`);
  return true;
}

function holds(condition: z.output<typeof until>, result: CommandResult): boolean {
  if (condition.returncode !== undefined && condition.returncode === result.returncode) return true;
  if (condition.stdout !== undefined && result.output.includes(condition.stdout)) return true;
  return condition.stderr !== undefined && result.error.includes(condition.stderr);
}
