import { spawn } from 'node:child_process';

/** Best effort: on a machine without a screen the address that was printed is enough. */
export function openBrowser(url: string): void {
  const child = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
