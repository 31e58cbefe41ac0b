import { relative, sep } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { encodeModelName } from '../../base/record/paths.ts';
import { agentOf, type PlannedRun } from './planned-run.ts';

/** Maximum bytes of a file name on Linux, and of a path after reserving space for the names of a run's files. */
const longest = { name: 255, path: 4096 - 96 };

/**
 * Refuses a run whose folder no file system can create, before anything runs. Throws UsageError `name-too-long`, or
 * `path-too-long` if the names fit but the whole path does not.
 */
export function checkFolderNames(run: Pick<PlannedRun, 'directory' | 'settings'>, resultDir: string): void {
  const name = relative(resultDir, run.directory)
    .split(sep)
    .find((part) => Buffer.byteLength(part) > longest.name);
  if (name !== undefined) {
    const isAgent = name.startsWith(encodeModelName(agentOf(run)));
    throw new UsageError(
      `The name ${JSON.stringify(`${name.slice(0, 60)}…`)} of ${isAgent ? 'the agent' : 'a run'} has ${Buffer.byteLength(name)} bytes as a folder of results, and a folder's name has at most ${longest.name}.`,
      {
        code: 'name-too-long',
        hint: isAgent
          ? 'Name the agent with --agent-name, or serve the model under a shorter name.'
          : 'Shorten the ids of its task and goal.',
      },
    );
  }
  const bytes = Buffer.byteLength(run.directory);
  if (bytes > longest.path)
    throw new UsageError(
      `The folder of a run has a path of ${bytes} bytes, and at most ${longest.path} are possible.`,
      {
        code: 'path-too-long',
        hint: 'Choose a shorter --out.',
      },
    );
}
