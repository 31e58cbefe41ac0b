import { EnvironmentError } from '../errors.ts';

const words: Record<string, { what: string; hint: string }> = {
  EMFILE: {
    what: 'This process has reached its limit of open files and connections',
    hint: 'Raise the limit and run the same command again: ulimit -n 65536; or lower --parallel.',
  },
  ENFILE: {
    what: 'This machine has reached its limit of open files',
    hint: 'Raise fs.file-max (sudo sysctl -w fs.file-max=1000000), end other programs, or lower --parallel.',
  },
};

/** Null unless `thrown` or one of its causes reports too many open files. */
export function machineLimit(thrown: unknown): EnvironmentError | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth += 1) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const known = words[code];
    if (known === undefined) continue;
    const { syscall, path } = error as NodeJS.ErrnoException;
    const where = [syscall, path].filter((part) => part !== undefined).join(' ');
    return new EnvironmentError(`${known.what} (${code}${where === '' ? '' : `: ${where}`}).`, {
      code: 'too-many-open-files',
      hint: known.hint,
      isRetryable: true,
      cause: thrown,
    });
  }
  return null;
}
