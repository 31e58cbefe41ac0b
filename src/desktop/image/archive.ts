import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { EnvironmentError } from '../../base/errors.ts';
import type { IdRange } from '../client/id-range.ts';
import { startInUserNamespace } from '../client/user-namespace.ts';

/**
 * A folder as a tar stream, read as root of the id range that its files belong to: owners are those inside. Throws
 * EnvironmentError where tar fails.
 */
export async function* archive(
  folder: string,
  options: readonly string[],
  range?: IdRange,
): AsyncGenerator<Buffer, void, undefined> {
  const form = ['--sort=name', '--format=posix', '--pax-option=delete=atime,delete=ctime'];
  const { process: child } = await startInUserNamespace(['tar', '-c', ...form, ...options, '.'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    range,
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-2_000);
  });
  const closed = once(child, 'close');
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
  } finally {
    if (child.exitCode === null && child.stdout?.readableEnded === false) child.kill('SIGKILL');
  }
  const [code] = await closed;
  if (code !== 0)
    throw new EnvironmentError(`${folder} can't be packed: ${complaint.trim() || `tar ended with ${code}`}.`, {
      code: 'image-export-failed',
      hint: 'Is the disk full?',
    });
}

/** Unpacks such a stream into an empty folder that belongs to root of this account's id range. Throws EnvironmentError where tar fails. */
export async function fillFromArchive(
  content: AsyncIterable<Buffer>,
  folder: string,
  options: readonly string[],
): Promise<void> {
  const { process: child } = await startInUserNamespace(
    ['tar', '-x', '-p', '--same-owner', '--numeric-owner', ...options],
    { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-2_000);
  });
  const closed = once(child, 'close');
  let fault: unknown = null;
  try {
    await pipeline(content, child.stdin as NonNullable<typeof child.stdin>);
  } catch (error) {
    fault = error;
    // A tar that ended by itself says why.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') child.kill('SIGKILL');
  }
  const [code] = await closed;
  if (fault !== null && (fault as NodeJS.ErrnoException).code !== 'EPIPE') throw fault;
  if (code !== 0)
    throw new EnvironmentError(`${folder} can't be filled: ${complaint.trim() || `tar ended with ${code}`}.`, {
      code: 'image-unpack-failed',
      hint: 'Is the disk full?',
    });
}
