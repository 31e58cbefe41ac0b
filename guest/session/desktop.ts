import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GuestHealth } from '../../src/desktop/protocol.ts';
import { type Accessibility, createAccessibility } from '../accessibility/accessibility.ts';
import { createActivity } from '../display/activity.ts';
import { createClipboard } from '../display/clipboard.ts';
import { connect, type XConnection } from '../display/connection.ts';
import { createJournal } from '../display/journal.ts';
import { createPing } from '../display/ping.ts';
import { createScreenshots } from '../display/screenshot.ts';
import { createSettler } from '../display/settle.ts';
import { managedWindows, words } from '../display/windows.ts';
import type { Screen } from '../server/context.ts';
import { createRecording } from '../server/recording.ts';
import type { Surroundings } from '../server/run-command.ts';
import type { Processes } from './processes.ts';

const launcher = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];
const background = 0x2c3e50;
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

async function hasWindowManager(x: XConnection): Promise<boolean> {
  const window = words(await x.property(x.root, '_NET_SUPPORTING_WM_CHECK'))[0];
  return window !== undefined && words(await x.property(window, '_NET_SUPPORTING_WM_CHECK'))[0] === window;
}

async function hasPanel(x: XConnection): Promise<boolean> {
  const dock = await x.atom('_NET_WM_WINDOW_TYPE_DOCK');
  const kinds = await Promise.all((await managedWindows(x)).map((id) => x.property(id, '_NET_WM_WINDOW_TYPE')));
  return kinds.some((kind) => words(kind).includes(dock));
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 4));

/** Resolves once the window manager has set everything that panels read when they start. */
async function windowManager(x: XConnection): Promise<void> {
  const isSet = async (name: string) => (await x.property(x.root, name)) !== null;
  while (!(await hasWindowManager(x))) await soon();
  for (const name of ['_NET_NUMBER_OF_DESKTOPS', '_NET_DESKTOP_NAMES', '_NET_CLIENT_LIST', '_NET_WORKAREA']) {
    while (!(await isSet(name))) await soon();
  }
}

/** Resolves once the launcher has made the accessibility bus: asking before would have a second one started. */
async function accessibilityBus(runtimeFolder: string): Promise<void> {
  const folder = join(runtimeFolder, 'at-spi');
  for (const start = Date.now(); Date.now() - start < 5_000; await soon()) {
    if (existsSync(folder) && readdirSync(folder).length > 0) return;
  }
}

/** Starts the display and everything on it, as much at once as can be. */
export function startDesktop(
  processes: Processes,
  around: Surroundings,
  size: { width: number; height: number },
): RunningDesktop {
  const display = around.environment.DISPLAY ?? ':0';
  const busAddress = around.environment.DBUS_SESSION_BUS_ADDRESS ?? '';
  const server = processes.startAndWait([
    ...['Xvfb', display, '-screen', '0', `${size.width}x${size.height}x24`, '-dpi', '96', '-displayfd', '3'],
    ...['-nolisten', 'tcp', '-nolisten', 'local', '-noreset'],
  ]);
  const bus = processes.startAndWait([
    ...['dbus-daemon', '--session', '--nofork', '--nopidfile', '--nosyslog'],
    ...[`--address=${busAddress}`, '--print-address=3'],
  ]);

  const accessibility = createAccessibility({ sessionBusAddress: busAddress });
  const warm = bus.then(async () => {
    processes.start([launcher.find(existsSync) ?? 'at-spi-bus-launcher', '--launch-immediately', '--a11y=1']);
    await accessibilityBus(around.environment.XDG_RUNTIME_DIR ?? '');
    await accessibility.warmUp();
  });
  warm.catch(() => {}); // health asks again

  const screen = server.then(async (): Promise<Screen> => {
    const x = await connect(display);
    x.client.ChangeWindowAttributes(x.root, { backgroundPixel: background });
    x.client.ClearArea(x.root, 0, 0, 0, 0, 0);
    processes.start(['openbox']);
    const [journal, ping] = await Promise.all([createJournal(x), createPing(x)]);
    void startPanel(x);
    const activity = createActivity(() => new Set([process.pid, ...processes.pids()]));
    return {
      x,
      screenshot: createScreenshots(x),
      journal,
      clipboard: createClipboard(x),
      settler: createSettler({ x, journal, activity, ping, lastAccessibilityEvent: accessibility.lastEventAt }),
      recording: createRecording(around, size),
    };
  });

  async function startPanel(x: XConnection): Promise<void> {
    await windowManager(x);
    // A panel that starts before its window manager maps a second late.
    processes.start(['tint2']);
    await bus;
    if (existsSync('/usr/bin/xcape')) processes.start(['xcape', '-d', '-e', 'Super_L=Alt_L|F1']);
    const wallpaper = '/usr/share/backgrounds/default.png';
    if (existsSync(wallpaper) && existsSync('/usr/bin/feh')) {
      processes.start(['feh', '--no-fehbg', '--bg-fill', wallpaper]);
    }
  }

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
        hasPanel(x),
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
