import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const ownSource = fileURLToPath(new URL('../', import.meta.url));

/** File and line of the user's code that threw an error: `guard.ts:12`. Null if only osharm's own code is on the stack. */
export function codePlace(error: unknown): string | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, path = '', line = ''] of stack.matchAll(/^\s+at .*?(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/gm)) {
    if (!path.startsWith(ownSource) || path.endsWith('.test.ts')) return `${basename(path)}:${line}`;
  }
  return null;
}
