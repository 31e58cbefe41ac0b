import { extname } from 'node:path';
import { MetricFault, readBytes, splitLines, strip } from 'osharm/evaluators';
import type { ChosenSheet } from './sheet-choice.ts';

/** Reads lines as UTF-8, or Latin-1 if that is invalid. Throws MetricFault if the file is missing. */
export async function readLines(path: unknown): Promise<string[]> {
  const content = await readBytes(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    text = content.toString('latin1');
  }
  return splitLines(text.replace(/\r\n?/g, '\n'));
}

/** The trimmed lines of `<book>-<sheet>.csv` without trailing blank lines; null if the file is missing. */
export async function printedSheet({ path, name }: ChosenSheet): Promise<string[] | null> {
  const bare = path.slice(0, path.length - extname(path).length);
  try {
    const lines = (await readLines(`${bare}-${name}.csv`)).map(strip);
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  } catch (error) {
    if (error instanceof MetricFault) return null;
    throw error as MetricFault;
  }
}
