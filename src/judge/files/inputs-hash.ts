import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObservationType } from '../../plan/run-spec.ts';
import type { Trace } from '../trace.ts';

/** What a judgment is a function of, beside the run's own files. */
export interface JudgeSettings {
  model: string;
  type: string;
  version: string;
  promptHash: string;
  observationType: ObservationType;
  /** Null where the type needs no captions. */
  captioner: string | null;
}

/** SHA-256 over the settings and over every file of the run that a judge may read: the log, the trajectory, the pictures that they name; `more`: other files. */
export function inputsHash(trace: Trace, settings: JudgeSettings, more: readonly string[] = []): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  const add = (name: string, content: Buffer | null): void => {
    hash.update(`\0${name}\0`).update(content === null ? 'none' : createHash('sha256').update(content).digest());
  };
  for (const name of ['better_log.json', 'traj.jsonl', ...more]) {
    let content: Buffer | null = null;
    try {
      content = readFileSync(join(trace.directory, name));
    } catch {}
    add(name, content);
  }
  const named = [
    ...trace.steps.map((step) => step.screenshotFile),
    ...trace.trajectory.map((line) => line.screenshot_file),
  ];
  const pictures = new Set(named.filter((name): name is string => typeof name === 'string'));
  for (const name of [...pictures].sort()) add(name, trace.picture(name));
  return hash.digest('hex');
}
