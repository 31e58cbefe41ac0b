import type { GetterContext } from 'osharm/evaluators';

const browser = /^\/(?:usr\/lib\/chromium|opt\/google\/chrome|snap\/chromium)[^ ]*\/(?:chromium|chrome)$/;
const forwarder = /^\/usr\/bin\/socat\d?$/;
/** socat's second address, such as `tcp:localhost:1337`. */
const target = /^tcp4?:(?:localhost|127\.0\.0\.1):(\d+)$/i;

/** Whether VLC itself listens on the port. True if the desktop can't report listeners. */
export async function isPlayerAt(port: number, { desktop }: GetterContext): Promise<boolean> {
  if (desktop.processesAlive === undefined) return true;
  const owner = (await desktop.processesAlive()).find(({ listening = [] }) => listening.includes(port));
  return owner?.file === '/usr/bin/vlc';
}

/**
 * Whether the browser listens on the port, directly or through socat. Any other program could be faking its answers.
 * True if the desktop can't report listeners.
 */
export async function isBrowserAt(port: number, { desktop }: GetterContext): Promise<boolean> {
  if (desktop.processesAlive === undefined) return true;
  const all = await desktop.processesAlive();
  const ownerOf = (wantedPort: number) => all.find(({ listening = [] }) => listening.includes(wantedPort));
  let owner = ownerOf(port);
  if (owner !== undefined && forwarder.test(owner.file ?? '')) {
    const next = target.exec(owner.argv[2] ?? '')?.[1];
    owner = next === undefined ? undefined : ownerOf(Number(next));
  }
  return browser.test(owner?.file ?? '');
}
