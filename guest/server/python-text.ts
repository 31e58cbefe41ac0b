/** Python's formatting, which clients of OSWorld's server expect. */

/** Python's `repr` of a string. */
export function pythonRepr(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  let out = quote;
  for (const character of value) {
    const code = character.codePointAt(0) as number;
    if (character === quote || character === '\\') out += `\\${character}`;
    else if (character === '\n') out += '\\n';
    else if (character === '\r') out += '\\r';
    else if (character === '\t') out += '\\t';
    else if (code < 0x20 || (code >= 0x7f && code < 0xa1)) out += `\\x${code.toString(16).padStart(2, '0')}`;
    else out += character;
  }
  return out + quote;
}

/** `str(subprocess.TimeoutExpired)`. A list of arguments appears in square brackets. */
export function timeoutMessage(command: string | string[], seconds: number): string {
  const shown = Array.isArray(command) ? `[${command.map(pythonRepr).join(', ')}]` : command;
  return `Command '${shown}' timed out after ${seconds} seconds`;
}

const errnoTexts: Record<string, [number, string]> = {
  ENOENT: [2, 'No such file or directory'],
  EACCES: [13, 'Permission denied'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENOEXEC: [8, 'Exec format error'],
  E2BIG: [7, 'Argument list too long'],
  EAGAIN: [11, 'Resource temporarily unavailable'],
};

/** Python's `str(OSError)` for a failed system call on `path`. */
export function osErrorMessage(error: unknown, path: string): string {
  const known = errnoTexts[(error as NodeJS.ErrnoException)?.code ?? ''];
  if (!known) return error instanceof Error ? error.message : String(error);
  return `[Errno ${known[0]}] ${known[1]}: ${pythonRepr(path)}`;
}
