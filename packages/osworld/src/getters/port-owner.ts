import type { GetterContext } from 'osharm/evaluators';

/** The image's browsers, where their packages put them. */
const browser = /^\/(?:usr\/lib\/chromium|opt\/google\/chrome|snap\/chromium)[^ ]*\/(?:chromium|chrome)$/;
const forwarder = /^\/usr\/bin\/socat\d?$/;
/** `tcp:localhost:1337`, socat's second address. */
const target = /^tcp4?:(?:localhost|127\.0\.0\.1):(\d+)$/i;

/** Does VLC itself answer at this port? True where the desktop can't say who listens. */
export async function isPlayerAt(port: number, { desktop }: GetterContext): Promise<boolean> {
  if (desktop.processesAlive === undefined) return true;
  const owner = (await desktop.processesAlive()).find(({ listening = [] }) => listening.includes(port));
  return owner?.file === '/usr/bin/vlc';
}

/**
 * Is it the browser that answers at this port, itself or behind a plain forwarder? An agent's own program there could
 * say anything. True where the desktop can't say who listens.
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
