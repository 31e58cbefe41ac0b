import x11, { type DamageExtension, type FixesExtension, type XClient, type XEvent } from 'x11';

export interface XProperty {
  type: number;
  format: number;
  data: Buffer;
}

export interface XConnection {
  readonly client: XClient;
  readonly root: number;
  /** Changes if the screen of a virtual machine is resized. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly fixes: FixesExtension;
  readonly damage: DamageExtension;
  readonly ended: Promise<void>;
  atom(name: string): Promise<number>;
  property(window: number, name: string): Promise<XProperty | null>;
  /** Resolves after the server has handled all earlier requests. */
  sync(): Promise<void>;
  onEvent(listener: (event: XEvent) => void): () => void;
  close(): void;
}

export function reply<T>(call: (callback: (error: Error | null | undefined, value: T) => unknown) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, value) => {
      if (error) reject(error instanceof Error ? error : new Error(`X error: ${JSON.stringify(error)}`));
      else resolve(value);
      return true; // handled: the library must not raise it again
    });
  });
}

/** Rejects if no server listens on `display` (`:0`). */
export async function connect(display: string): Promise<XConnection> {
  const opened = await reply<import('x11').XDisplay>((done) => {
    // The first error goes to the callback. Later ones, such as for closed windows, must not end the process.
    x11.createClient({ display, shm: false }, done).on('error', () => {});
  });
  const client = opened.client;
  const screen = opened.screen[0];
  if (!screen) throw new Error(`X server ${display} has no screen`);
  const size = { width: screen.pixel_width, height: screen.pixel_height };
  client.on('event', (event) => {
    if (event.name !== 'ConfigureNotify' || event.wid1 !== screen.root) return;
    // Any program can send this event, so query the server.
    client.GetGeometry(screen.root, (error, now) => {
      if (error === null || error === undefined) Object.assign(size, { width: now.width, height: now.height });
    });
  });
  const ended = new Promise<void>((resolve) => client.on('end', () => resolve()));
  const [fixes, damage] = await Promise.all([
    reply<FixesExtension>((done) => client.require('fixes', done)),
    reply<DamageExtension>((done) => client.require('damage', done)),
  ]);

  const atoms = new Map<string, Promise<number>>();
  const atom = (name: string): Promise<number> => {
    let known = atoms.get(name);
    if (!known) {
      known = reply<number>((done) => client.InternAtom(false, name, done));
      atoms.set(name, known);
    }
    return known;
  };

  return {
    client,
    root: screen.root,
    get width() {
      return size.width;
    },
    get height() {
      return size.height;
    },
    depth: screen.root_depth,
    fixes,
    damage,
    ended,
    atom,
    async property(window, name) {
      const id = await atom(name);
      try {
        const found = await reply<XProperty>((done) => client.GetProperty(0, window, id, 0, 0, 0x10000, done));
        return found.type === 0 ? null : found;
      } catch {
        return null;
      }
    },
    async sync() {
      await reply<unknown>((done) => client.GetInputFocus(done));
    },
    onEvent(listener) {
      client.on('event', listener);
      return () => client.removeListener('event', listener);
    },
    close: () => client.terminate(),
  };
}
