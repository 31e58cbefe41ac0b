import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readPlainBytes } from '../../../base/record/plain-file.ts';
import type { ObservationType } from '../../../base/record/run-settings.ts';
import { namedScreenshots } from '../final-screenshot.ts';
import { sha256 } from '../sha256.ts';
import { isOwnFileName, type Trace } from '../trace.ts';

export interface JudgeSettings {
  model: string;
  type: string;
  version: string;
  promptHash: string;
  observationType: ObservationType;
  captioner: string | null;
  /** SHA-256 of the imported words around the steps. */
  words?: string | undefined;
}

/** Hashes the settings and every file of the run that a judge can read, including `more`. */
export async function inputsHash(trace: Trace, settings: JudgeSettings, more: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  const add = async (name: string, isOwn: boolean): Promise<void> => {
    const content = isOwn ? bytesOf(join(trace.directory, name)) : null;
    hash.update(`\0${name}\0`).update(content === null ? 'none' : Buffer.from(await sha256(content), 'hex'));
  };
  for (const name of ['better_log.json', 'traj.jsonl', ...more]) await add(name, true);
  for (const name of [...new Set(namedScreenshots(trace))].sort()) await add(name, isOwnFileName(name));
  return hash.digest('hex');
}

function bytesOf(file: string): Buffer | null {
  try {
    return readPlainBytes(file);
  } catch {
    return null;
  }
}
