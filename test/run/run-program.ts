import { runProgram } from '../../src/app/cli/program.ts';

export interface ProgramResult {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `osharm` in this process, which saves the start of a program. For tests of what a command does; a test of
 * signals, memory or the terminal starts `bin/osharm`.
 */
export async function runProgramHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  const written = { stdout: '', stderr: '' };
  const { stdout, stderr, exitCode } = process;
  const writes = { stdout: stdout.write, stderr: stderr.write };
  const before = { ...process.env };
  const keep = (stream: 'stdout' | 'stderr') =>
    ((chunk: unknown): boolean => {
      written[stream] += String(chunk);
      return true;
    }) as typeof process.stdout.write;
  stdout.write = keep('stdout');
  stderr.write = keep('stderr');
  process.exitCode = 0;
  Object.assign(process.env, environment);
  try {
    await runProgram(args);
    return { status: Number(process.exitCode ?? 0), ...written };
  } finally {
    Object.assign(stdout, { write: writes.stdout });
    Object.assign(stderr, { write: writes.stderr });
    process.exitCode = exitCode;
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
