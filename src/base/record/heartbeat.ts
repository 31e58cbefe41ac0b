import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepFresh } from './fresh-file.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** The file by which other processes see that this process is alive. */
export function heartbeatIn(folder: string, { host, boot, pid, start }: ProcessIdentity): string {
  const name = createHash('sha256')
    .update(JSON.stringify([host, boot, pid, start]))
    .digest('hex')
    .slice(0, 16);
  return join(folder, `.alive-${name}`);
}

const kept = new Map<string, { users: number; end(): void }>();

/** Keeps the heartbeat fresh until the returned function is called. Throws if the folder is not writable. */
export function showLife(folder: string, identity: ProcessIdentity): () => void {
  const file = heartbeatIn(folder, identity);
  const write = (): void => writeFileSync(file, `${JSON.stringify(identity)}\n`);
  const entry = kept.get(file) ?? { users: 0, end: () => {} };
  if (entry.users === 0) {
    write();
    entry.end = keepFresh(file, () => {
      try {
        write();
      } catch {
        // The disk may be full. The next beat tries again.
      }
    });
    kept.set(file, entry);
  }
  entry.users += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.end();
    kept.delete(file);
    rmSync(file, { force: true });
  };
}
