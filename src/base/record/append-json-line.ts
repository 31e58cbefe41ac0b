import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** Appends a value to a JSON Lines file. Starts a new line if the last one was cut by a kill or a partial copy. */
export function appendJsonLine(path: string, value: unknown): void {
  const file = openSync(path, 'a+');
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    const isOpen = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
    writeSync(file, `${isOpen ? '\n' : ''}${JSON.stringify(value)}\n`);
  } finally {
    closeSync(file);
  }
}
