import { readFile } from 'node:fs/promises';
import { MetricFault } from './metric-fault.ts';

/** Throws MetricFault if the file is missing. */
export async function readBytes(path: unknown): Promise<Buffer> {
  if (typeof path !== 'string') throw new MetricFault('There is no file.', 'result');
  try {
    return await readFile(path);
  } catch (cause) {
    throw new MetricFault('A file is missing.', 'result', { path, cause });
  }
}
