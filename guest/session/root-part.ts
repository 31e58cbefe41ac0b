import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import type { UserAccount } from './environment.ts';

/** Does what only root may, then becomes the desktop's user for good. Does nothing where we aren't root. */
export function dropToUser(account: UserAccount, runtimeFolder: string): void {
  if (process.getuid?.() !== 0 || account.uid === 0) return;
  for (const folder of ['/tmp/.X11-unix', '/tmp/.ICE-unix']) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o1777);
  }
  mkdirSync(runtimeFolder, { recursive: true });
  chmodSync(runtimeFolder, 0o700);
  chownSync(runtimeFolder, account.uid, account.gid);
  const { PATH = '/usr/sbin:/usr/bin:/sbin:/bin' } = process.env;
  spawn('cron', ['-f'], { env: { PATH, LANG: 'C.UTF-8' }, stdio: 'ignore' }).on('error', () => {});
  (process as { initgroups?(user: string, group: number): void }).initgroups?.(account.name, account.gid);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
}
