import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A double on the PATH of this process, with a folder of its own. */
export interface InstalledDouble {
  folder: string;
  /** What it was called with, call by call. */
  calls(): string[][];
  /** Makes a command hang, or fail with a text; null: work again. */
  fault(command: string, text: string | null): void;
  remove(): void;
}

export function installDouble(name: 'vmrun' | 'docker', backend: string): InstalledDouble {
  const folder = mkdtempSync(join(tmpdir(), `osharm-double-${name}-`));
  const script = join(import.meta.dirname, `${name}.ts`);
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\nDOUBLE_FOLDER=${quoted(folder)} DOUBLE_BACKEND=${quoted(backend)} exec ${quoted(process.execPath)} ${quoted(script)} "$@"\n`,
    { mode: 0o755 },
  );
  const path = process.env.PATH;
  process.env.PATH = `${folder}:${path}`;
  return {
    folder,
    calls: () => JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')).calls,
    fault(command, text) {
      const file = join(folder, `fault-${command}`);
      if (text === null) rmSync(file, { force: true });
      else writeFileSync(file, text);
    },
    remove() {
      process.env.PATH = path;
      rmSync(folder, { recursive: true });
    },
  };
}
