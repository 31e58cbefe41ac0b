import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { GuestHealth, StartReport } from '../../src/desktop/client/protocol.ts';
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

/** Milliseconds for which an answer of the accessibility bus stays valid. */
const answerMs = 1_000;

export interface RunningDesktop {
  screen: Promise<Screen>;
  accessibility: Accessibility;
  state(): Promise<Pick<GuestHealth, 'windowManager' | 'panel' | 'accessibility' | 'display' | 'start'>>;
  ended: Promise<never>;
}

/** Checks for an EWMH window manager: _NET_SUPPORTING_WM_CHECK names a window that names itself. */
export async function hasWindowManager(x: XConnection): Promise<boolean> {
  const window = words(await x.property(x.root, '_NET_SUPPORTING_WM_CHECK'))[0];
  return window !== undefined && words(await x.property(window, '_NET_SUPPORTING_WM_CHECK'))[0] === window;
}

export async function hasPanel(x: XConnection): Promise<boolean> {
  const dock = await x.atom('_NET_WM_WINDOW_TYPE_DOCK');
  const kinds = await Promise.all((await managedWindows(x)).map((id) => x.property(id, '_NET_WM_WINDOW_TYPE')));
  return kinds.some((kind) => words(kind).includes(dock));
}

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

export interface DesktopParts {
  screen: Promise<Screen>;
  accessibility: Accessibility;
  warm: Promise<void>;
  /** Size to report until the screen exists. */
  size: { width: number; height: number };
  /** Absent if this process didn't start the desktop. */
  start?: () => StartReport;
}

/** `state` answers within a time limit even if a part hangs. */
export function runningDesktop({ screen, accessibility, warm, size, start }: DesktopParts): RunningDesktop {
  let answered = Number.NEGATIVE_INFINITY;
  let opened: Screen | null = null;
  screen.then(
    (value) => (opened = value),
    () => {},
  );
  const answers = async (): Promise<boolean> => {
    if (performance.now() - answered < answerMs) return true;
    await warm.catch(() => {});
    await accessibility.warmUp();
    answered = performance.now();
    return true;
  };
  /** Resolves with false if the answer is late. */
  const inTime = (question: Promise<boolean>): Promise<boolean> =>
    Promise.race([
      question.catch(() => false),
      new Promise<false>((resolve) => setTimeout(resolve, timeLimits.start.health.answer, false)),
    ]);
  return {
    screen,
    accessibility,
    ended: screen.then(async ({ x }) => {
      await x.ended;
      throw new Error('the display is gone');
    }),
    async state() {
      const x = opened?.x ?? null;
      const [manager, panel, tree] = await Promise.all([
        x !== null && inTime(hasWindowManager(x)),
        x !== null && (start === undefined || inTime(hasPanel(x))),
        inTime(answers()),
      ]);
      const { width, height } = x ?? size;
      const report = start?.();
      return {
        display: { width, height },
        windowManager: manager,
        panel,
        accessibility: tree,
        start: report,
      };
    },
  };
}
