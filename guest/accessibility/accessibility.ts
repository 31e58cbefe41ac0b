import type { OpenWindow } from '../display/windows.ts';
import { openAccessibilityBus } from './accessibility-bus.ts';
import type { DBusConnection } from './dbus/connection.ts';
import { DesktopReader, type TreeReport } from './desktop-reader.ts';
import { shownParts } from './shown-parts.ts';
import { terminalTextOf } from './terminal-text.ts';
import { treeXml } from './tree-xml.ts';

export interface ReadTree {
  xml: string;
  report: TreeReport;
}

export interface Accessibility {
  /**
   * Applications that don't respond appear with their last known content and are listed in `report.silent`. Calls that
   * wait for the current reading to end share the next one. Rejects with DBusError if the bus is unavailable, or with
   * the signal's reason.
   */
  tree(signal?: AbortSignal | undefined): Promise<ReadTree>;
  /** Text of the focused terminal in the active window; null unless there is exactly one. */
  terminalText(signal?: AbortSignal | undefined): Promise<string | null>;
  /** Unix milliseconds of the last accessibility event; 0 before the first. */
  lastEventAt(): number;
  /** Connects, so that applications fill their caches and the first tree is fast. */
  warmUp(): Promise<void>;
  close(): void;
}

/** Connects on first use. `windows` supplies the window positions of programs that can't report them. */
export function createAccessibility(
  options: { sessionBusAddress?: string; busAddress?: string; windows?: () => Promise<readonly OpenWindow[]> } = {},
): Accessibility {
  let lastEvent = 0;
  let isClosed = false;
  let connecting: Promise<DesktopReader> | null = null;
  let running: Promise<ReadTree> | null = null;
  let next: { promise: Promise<ReadTree>; waiting: number; abort: AbortController } | null = null;

  const connect = (): Promise<DesktopReader> => {
    if (isClosed) return Promise.reject(new Error('accessibility is closed'));
    connecting ??= open().catch((cause) => {
      connecting = null;
      throw cause;
    });
    return connecting;
  };

  const open = async (): Promise<DesktopReader> => {
    let reader: DesktopReader | null = null;
    const bus: DBusConnection = await openAccessibilityBus({
      ...options,
      onEvent: (signal) => {
        lastEvent = Date.now();
        reader?.sawEvent(signal);
      },
      onClose: () => {
        reader?.close();
        connecting = null;
      },
    });
    reader = new DesktopReader(bus);
    if (isClosed) reader.close();
    return reader;
  };

  const read = async (signal: AbortSignal): Promise<ReadTree> => {
    const reader = await connect();
    const tree = await reader.read({ signal });
    const isWithoutPlaces = tree.applications.some(({ toolkit }) => !toolkit.tellsScreen);
    const windows = isWithoutPlaces ? ((await options.windows?.()) ?? []) : [];
    const xml = treeXml(
      tree.applications.map(({ root, pid, toolkit, ageMs }) => {
        const openWindows = windows.filter((window) => window.pid !== null && window.pid === pid);
        return { root, shown: toolkit.tellsScreen ? null : shownParts(root, openWindows), ageMs };
      }),
    );
    return { xml, report: tree.report };
  };

  const enqueue = (): NonNullable<typeof next> => {
    const before = running;
    const abort = new AbortController();
    const promise = (async () => {
      await before?.catch(() => {});
      next = null;
      const reading = read(abort.signal);
      running = reading;
      try {
        return await reading;
      } finally {
        if (running === reading) running = null;
      }
    })();
    promise.catch(() => {});
    return { promise, waiting: 0, abort };
  };

  const tree = (signal?: AbortSignal | undefined): Promise<ReadTree> => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    next ??= enqueue();
    const entry = next;
    entry.waiting += 1;
    if (!signal) return entry.promise;
    return new Promise((resolve, reject) => {
      const aborted = (): void => {
        entry.waiting -= 1;
        if (entry.waiting === 0) entry.abort.abort(signal.reason);
        reject(signal.reason);
      };
      signal.addEventListener('abort', aborted, { once: true });
      entry.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
    });
  };

  return {
    tree,
    terminalText: async (signal) => terminalTextOf(await connect(), signal),
    lastEventAt: () => lastEvent,
    warmUp: async () => (await connect()).connectApplications(),
    close: () => {
      isClosed = true;
      void connecting?.then(
        (reader) => reader.close(),
        () => {},
      );
    },
  };
}
