import type { ReadFinding } from './finding.ts';
import { readPlainFile } from './plain-file.ts';

/**
 * Reads the valid lines. Invalid lines and an unreadable file are findings. Null if the file is missing or unreadable.
 */
export function readJsonLines(path: string, name: string, findings: ReadFinding[]): unknown[] | null {
  let text: string;
  try {
    text = readPlainFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ENOENT') findings.push({ file: name, kind: 'unreadable', message: `can't be read (${code})` });
    return null;
  }
  const values: unknown[] = [];
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    try {
      values.push(JSON.parse(line));
    } catch {
      const isCut = index === lines.length - 1;
      findings.push({
        file: name,
        kind: isCut ? 'cut' : 'damaged',
        message: isCut ? `line ${index + 1} is cut off` : `line ${index + 1} is not JSON`,
      });
    }
  });
  return values;
}
