import { spawn } from 'node:child_process';

/** Best effort: without a screen, the printed address is enough. */
export function openBrowser(url: string): void {
  const child = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
