import type { GuestHealth } from '../../src/desktop/client/protocol.ts';
import type { Accessibility } from '../accessibility/accessibility.ts';
import { createActivity } from '../display/activity.ts';
import { createClipboard } from '../display/clipboard.ts';
import type { XConnection } from '../display/connection.ts';
import { createJournal } from '../display/journal.ts';
import { createPing } from '../display/ping.ts';
import { createScreenshots } from '../display/screenshot.ts';
import { createSettler } from '../display/settle.ts';
import { managedWindows, words } from '../display/windows.ts';
import type { Screen } from '../server/context.ts';
import { createRecording } from '../server/recording.ts';
import type { Surroundings } from '../server/run-command.ts';
import type { Processes } from './processes.ts';

/** How long an answer of the accessibility bus counts, in milliseconds. */
const answerMs = 1_000;

export interface RunningDesktop {
  screen: Promise<Screen>;
  accessibility: Accessibility;
  /** Everything that `GuestHealth` asks about the desktop's own parts. */
  state(): Promise<Pick<GuestHealth, 'windowManager' | 'panel' | 'accessibility' | 'display'>>;
  /** Rejects once the display is gone. */
  ended: Promise<never>;
}

/** Whether a window manager that keeps EWMH runs: _NET_SUPPORTING_WM_CHECK names a window that names itself. */
export async function hasWindowManager(x: XConnection): Promise<boolean> {
  const window = words(await x.property(x.root, '_NET_SUPPORTING_WM_CHECK'))[0];
  return window !== undefined && words(await x.property(window, '_NET_SUPPORTING_WM_CHECK'))[0] === window;
}

async function hasPanel(x: XConnection): Promise<boolean> {
  const dock = await x.atom('_NET_WM_WINDOW_TYPE_DOCK');
  const kinds = await Promise.all((await managedWindows(x)).map((id) => x.property(id, '_NET_WM_WINDOW_TYPE')));
  return kinds.some((kind) => words(kind).includes(dock));
}

/** Everything that is looked at and typed into on a display. */
export async function openScreen(
  x: XConnection,
  accessibility: Accessibility,
  processes: Processes,
  around: Surroundings,
): Promise<Screen> {
  const [journal, ping] = await Promise.all([createJournal(x), createPing(x)]);
  const activity = createActivity(() => new Set([process.pid, ...processes.pids()]));
  return {
    x,
    screenshot: createScreenshots(x),
    journal,
    clipboard: createClipboard(x),
    settler: createSettler({ x, journal, activity, ping, lastAccessibilityEvent: accessibility.lastEventAt }),
    recording: createRecording(around, x),
  };
}

/** `warm` resolves once the accessibility bus has answered for the first time; `needsPanel`: whether there is one to wait for. */
export function runningDesktop(
  screen: Promise<Screen>,
  accessibility: Accessibility,
  warm: Promise<void>,
  needsPanel: boolean,
): RunningDesktop {
  let answered = Number.NEGATIVE_INFINITY;
  return {
    screen,
    accessibility,
    ended: screen.then(async ({ x }) => {
      await x.ended;
      throw new Error('the display is gone');
    }),
    async state() {
      const { x } = await screen;
      const late = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));
      const answers = async () => {
        if (performance.now() - answered < answerMs) return true;
        await warm.catch(() => {});
        await accessibility.warmUp();
        answered = performance.now();
        return true;
      };
      const [manager, panel, tree] = await Promise.all([
        hasWindowManager(x),
        needsPanel ? hasPanel(x) : true,
        Promise.race([answers().catch(() => false), late(2_000)]),
      ]);
      return {
        display: { width: x.width, height: x.height },
        windowManager: manager,
        panel,
        accessibility: tree,
      };
    },
  };
}
