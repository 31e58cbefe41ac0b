import { createHash } from 'node:crypto';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBeforeRestart, isHere, isRunning, type ProcessIdentity } from './process-identity.ts';

const beatMs = 15_000;
/** For processes on other machines, whose clocks may differ by more than a minute. */
const silentMs = 120_000;

/** A process elsewhere counts as alive while its `heartbeat` file is fresh or, if that is null, until a reboot. */
export function isAlive(identity: ProcessIdentity, heartbeat: string | null): boolean {
  if (isHere(identity)) return isRunning(identity);
  return heartbeat === null ? !isBeforeRestart(identity) : isFresh(heartbeat);
}

function isFresh(file: string): boolean {
  const seen = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return seen !== undefined && Date.now() - seen < silentMs;
}

/** Touches `file` until the process ends or the returned function is called. `remake` runs if it was deleted. */
export function keepFresh(file: string, remake: () => void = () => {}): () => void {
  const timer = setInterval(() => {
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      remake();
    }
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The file that shows processes elsewhere that a process with leases in `folder` is alive. */
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
