import type { Command } from 'commander';

/** Calls a command in this process, as the command line does; the exit code is what it set (0 where it set none). */
export async function runCommandQuietly(
  command: Command,
  args: string[],
): Promise<{ exitCode: number; output: string }> {
  let output = '';
  const write = process.stdout.write;
  const writeError = process.stderr.write;
  const before = process.exitCode;
  process.exitCode = 0;
  const keep = (chunk: unknown): boolean => {
    output += String(chunk);
    return true;
  };
  process.stdout.write = keep as typeof write;
  process.stderr.write = keep as typeof write;
  try {
    await command.exitOverride().parseAsync(args, { from: 'user' });
    return { exitCode: Number(process.exitCode ?? 0), output };
  } finally {
    process.stdout.write = write;
    process.stderr.write = writeError;
    process.exitCode = before;
  }
}
