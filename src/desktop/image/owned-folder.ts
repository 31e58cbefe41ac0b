import { once } from 'node:events';
import { chown, rm } from 'node:fs/promises';
import { EnvironmentError } from '../../base/errors.ts';
import { isSystemError, rethrowUnless } from '../../base/expected-errors.ts';
import { type IdRange, readIdRange } from '../client/id-range.ts';
import { startInUserNamespace } from '../client/user-namespace.ts';

const isRoot = (): boolean => process.getuid?.() === 0;

/** Changes the owner of an empty folder to root of an id range (default: this account's). */
export async function handOver(folder: string, range?: IdRange): Promise<void> {
  if (isRoot()) {
    const { firstUser, firstGroup } = range ?? (await readIdRange());
    await chown(folder, firstUser, firstGroup);
  } else {
    await runTrusted(['chown', '0:0', '.'], folder, range);
  }
}

/** Removes a folder that may contain files of an id range (default: this account's). */
export async function removeTree(folder: string, range?: IdRange): Promise<void> {
  try {
    // An account without ids has no files of a range. It needs no namespace here, which it could not open.
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    rethrowUnless(error, isSystemError);
    if (isRoot()) throw error;
    await runTrusted(['find', '.', '-mindepth', '1', '-delete'], folder, range);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a system program as root of the id range, with access to the caller's files. */
async function runTrusted(command: string[], cwd: string, range?: IdRange): Promise<void> {
  const { process: child } = await startInUserNamespace(command, {
    cwd,
    range,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  if (code !== 0) {
    throw new EnvironmentError(`${command.join(' ')} failed in ${cwd}: ${text.trim()}`, {
      code: 'image-folder-failed',
    });
  }
}
