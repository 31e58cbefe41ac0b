import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAccessibility } from '../accessibility/accessibility.ts';
import { offerPanel } from '../accessibility/panel-application.ts';
import { connect, type XConnection } from '../display/connection.ts';
import { readPanel, readPanelSettings } from '../display/panel.ts';
import { openWindows } from '../display/windows.ts';
import type { Screen } from '../server/context.ts';
import type { Surroundings } from '../server/run-command.ts';
import type { Processes } from './processes.ts';
import { hasWindowManager, openScreen, type RunningDesktop, runningDesktop } from './running-desktop.ts';

const launcher = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];
const background = 0x2c3e50;
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

  const connection = server.then(() => connect(display));
  const accessibility = createAccessibility({
    sessionBusAddress: busAddress,
    windows: async () => openWindows(await connection),
  });
  const warm = bus.then(async () => {
    processes.start([launcher.find(existsSync) ?? 'at-spi-bus-launcher', '--launch-immediately', '--a11y=1']);
    await accessibilityBus(around.environment.XDG_RUNTIME_DIR ?? '');
    await accessibility.warmUp();
  });
  warm.catch(() => {}); // health asks again

  const screen = connection.then(async (x): Promise<Screen> => {
    x.client.ChangeWindowAttributes(x.root, { backgroundPixel: background });
    x.client.ClearArea(x.root, 0, 0, 0, 0, 0);
    const painted = paintBackground();
    // It would read half a megabyte of rules for composed characters at its start and with each key that gets another character, and uses none.
    processes.start(['openbox'], { XCOMPOSEFILE: '/dev/null' });
    const opened = openScreen(x, accessibility, processes, around);
    void startPanel(x);
    // Beside the others; a picture that came later would paint over what a task has set, and change the first observation.
    await painted;
    return opened;
  });

  /** Resolves once the picture of the background is shown, where the image has one. */
  async function paintBackground(): Promise<void> {
    const picture = '/usr/share/backgrounds/default.png';
    if (!existsSync(picture) || !existsSync('/usr/bin/feh')) return;
    const painter = processes.start(['feh', '--no-fehbg', '--bg-fill', picture]);
    await new Promise<void>((resolve) => {
      painter.once('exit', () => resolve());
      painter.once('error', () => resolve());
    });
  }

  async function startPanel(x: XConnection): Promise<void> {
    await windowManager(x);
    // A panel that starts before its window manager maps a second late.
    processes.start(['tint2']);
    await bus;
    void showPanel(x);
    if (existsSync('/usr/bin/xcape')) processes.start(['xcape', '-d', '-e', 'Super_L=Alt_L|F1']);
  }

  /** tint2 read its settings when it started, and so do we. */
  async function showPanel(x: XConnection): Promise<void> {
    const settings = await readPanelSettings(join(around.home, '.config/tint2/tint2rc')).catch(() => null);
    await warm.catch(() => {});
    if (settings !== null) offerPanel({ sessionBusAddress: busAddress, read: () => readPanel(x, settings) });
  }

  return runningDesktop(screen, accessibility, warm, true);
}
