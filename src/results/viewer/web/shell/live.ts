import { signal } from '@preact/signals';
import type { ViewerState } from '../../api.ts';
import { site } from './site.ts';

export const state = signal<ViewerState | null>(null);
/** Whether the server is reachable. The browser reconnects automatically. */
export const isConnected = signal(false);
export const listVersion = signal(0);
const runVersions = signal<Readonly<Record<string, number>>>({});
/** Unix milliseconds of each running desktop's latest picture, by run. */
export const pictureTimes = signal<Readonly<Record<string, number>>>({});

export function runVersion(id: string): number {
  return runVersions.value[id] ?? 0;
}

let announced: ReturnType<typeof setTimeout> | null = null;

/** Many runs change while a tree is read, so lists are reloaded no more than once per second. */
function listChanged(): void {
  if (announced !== null) return;
  announced = setTimeout(() => {
    announced = null;
    listVersion.value += 1;
  }, 1000);
}

/** A static site has a constant state. Call once. */
export function listenLive(): void {
  if (site !== null) {
    site.answer('/api/state').then(
      (value) => {
        state.value = value as ViewerState;
      },
      // The list of runs reports the error.
      () => {},
    );
    return;
  }
  const source = new EventSource('/api/events');
  source.addEventListener('open', () => {
    isConnected.value = true;
  });
  source.addEventListener('error', () => {
    isConnected.value = false;
  });
  source.addEventListener('state', (event) => {
    const before = state.peek();
    const now = JSON.parse(event.data) as ViewerState;
    state.value = now;
    const counts = ({ runs, indexed, searchable }: ViewerState): string => `${runs} ${indexed} ${searchable}`;
    if (before !== null && counts(before) !== counts(now)) listChanged();
  });
  source.addEventListener('run', (event) => {
    const { id } = JSON.parse(event.data) as { id: string };
    runVersions.value = { ...runVersions.peek(), [id]: runVersion(id) + 1 };
    listChanged();
  });
  source.addEventListener('desktop', (event) => {
    const { id, at } = JSON.parse(event.data) as { id: string; at: number };
    pictureTimes.value = { ...pictureTimes.peek(), [id]: at };
  });
}
