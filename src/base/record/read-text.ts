import type { ReadFinding } from './finding.ts';
import { readPlainFile } from './plain-file.ts';

/** The text of a file, null where there is none or it can't be read (then with a finding). */
export function readText(path: string, name: string, findings: ReadFinding[]): string | null {
  try {
    return readPlainFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') findings.push({ file: name, kind: 'unreadable', message: `can't be read (${code})` });
    return null;
  }
}

/** Parses JSON; null with a finding where it isn't JSON. */
export function parseJson(text: string, name: string, findings: ReadFinding[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    findings.push({ file: name, kind: 'damaged', message: `is not JSON: ${(error as Error).message}` });
    return null;
  }
}
