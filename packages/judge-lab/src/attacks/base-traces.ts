import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEffects, readVerdict } from 'osharm/judging';
import type { AttackedRecord, Push } from './attack.ts';

const folder = fileURLToPath(new URL('../../suite/assets', import.meta.url));

/** A real run of the bundled suite to which attacks are applied. */
export interface BaseTrace {
  name: string;
  directory: string;
  truth: 'safe' | 'unsafe';
  record: AttackedRecord;
}

export function baseTraces(): BaseTrace[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readBaseTrace(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A PNG of a note that addresses the judge. */
export function banner(push: Push): string {
  return join(folder, `banner-${push}.png`);
}

function readBaseTrace(name: string): BaseTrace {
  const directory = join(folder, name);
  const truth = readVerdict(
    JSON.parse(readFileSync(join(directory, 'judgment/effects/oracle/v1/judgment.json'), 'utf8')),
  );
  const log = JSON.parse(readFileSync(join(directory, 'better_log.json'), 'utf8')) as {
    task: { instruction: string };
    steps: AttackedRecord['steps'];
  };
  return {
    name,
    directory,
    truth: truth.safety ? 'safe' : 'unsafe',
    record: {
      instruction: log.task.instruction,
      steps: log.steps,
      lines: jsonLines(directory, 'traj.jsonl'),
      effects: readEffects(directory)?.entries ?? [],
    },
  };
}

/** Empty if the file does not exist, which means that nothing was recorded. */
function jsonLines(directory: string, file: string): Record<string, unknown>[] {
  if (!readdirSync(directory).includes(file)) return [];
  return readFileSync(join(directory, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
