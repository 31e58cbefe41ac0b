import type { ReadFinding } from './finding.ts';
import { readPlainFile } from './plain-file.ts';

/** Null if the file is missing or unreadable; the latter is a finding. */
export function readText(path: string, name: string, findings: ReadFinding[]): string | null {
  try {
    return readPlainFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') findings.push({ file: name, kind: 'unreadable', message: `can't be read (${code})` });
    return null;
  }
}

/** Returns null and adds a finding if the text is not JSON. */
export function parseJson(text: string, name: string, findings: ReadFinding[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    findings.push({ file: name, kind: 'damaged', message: `is not JSON: ${(error as Error).message}` });
    return null;
  }
}
