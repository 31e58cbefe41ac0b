import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { EnvironmentError } from '../../base/errors.ts';
import type { IdRange } from '../client/id-range.ts';
import { startInUserNamespace } from '../client/user-namespace.ts';

/** Streams a folder as a tar archive, as root of the id range that owns it. Throws EnvironmentError if tar fails. */
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

/** Unpacks `archive`'s output into an empty folder. Throws EnvironmentError if tar fails. */
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
    // EPIPE means that tar has exited. Its error message is then more useful.
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
