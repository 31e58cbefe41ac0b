import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccessibility } from '../accessibility/accessibility.ts';
import { offerPanel } from '../accessibility/panel-application.ts';
import { connect, type XConnection } from '../display/connection.ts';
import { readPanel, readPanelSettings } from '../display/panel.ts';
import { openWindows } from '../display/windows.ts';
import type { Screen } from '../server/context.ts';
import type { PythonWorker } from '../server/python-worker.ts';
import type { Surroundings } from '../server/run-command.ts';
import type { Processes } from './processes.ts';
import { hasPanel, hasWindowManager, openScreen, type RunningDesktop, runningDesktop } from './running-desktop.ts';
import { StartParts } from './start-part.ts';

const launcher = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];
const picture = '/usr/share/backgrounds/default.png';
const background = 0x2c3e50;
const pollMs = 4;

async function until(isTrue: () => boolean | Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await isTrue())) {
    await sleep(pollMs);
    signal.throwIfAborted();
  }
}

/** Waits for all properties that panels read at startup. */
async function windowManager(x: XConnection, saw: (last: string) => void, signal: AbortSignal): Promise<void> {
  saw('no window manager has announced itself');
  await until(() => hasWindowManager(x), signal);
  for (const name of ['_NET_NUMBER_OF_DESKTOPS', '_NET_DESKTOP_NAMES', '_NET_CLIENT_LIST', '_NET_WORKAREA']) {
    saw(`${name} is not set`);
    await until(async () => (await x.property(x.root, name)) !== null, signal);
  }
}

/** Starts the display and all programs on it, in parallel where possible. */
export function startDesktop(
  processes: Processes,
  around: Surroundings,
  { size, python }: { size: { width: number; height: number }; python: PythonWorker },
): RunningDesktop {
  const display = around.environment.DISPLAY ?? ':0';
  const busAddress = around.environment.DBUS_SESSION_BUS_ADDRESS ?? '';
  const parts = new StartParts();
  const atOnce = Promise.resolve();

  const bus = parts.bringUp({
    part: 'bus',
    after: atOnce,
    begin: () =>
      processes.start(
        [
          'dbus-daemon',
          '--session',
          '--nofork',
          '--nopidfile',
          '--nosyslog',
          `--address=${busAddress}`,
          '--print-address=3',
        ],
        { announces: true },
      ),
    ready: (program) => program?.announced ?? atOnce,
  });

  const connected = Promise.withResolvers<XConnection>();
  connected.promise.catch(() => {}); // `screen` reports it
  const accessibility = createAccessibility({
    sessionBusAddress: busAddress,
    windows: async () => openWindows(await connected.promise),
  });
  const screen = parts.bringUp({
    part: 'display',
    after: atOnce,
    begin: () =>
      processes.start(
        [
          'Xvfb',
          display,
          '-screen',
          '0',
          `${size.width}x${size.height}x24`,
          '-dpi',
          '96',
          '-displayfd',
          '3',
          '-nolisten',
          'tcp',
          '-nolisten',
          'local',
          '-noreset',
          // GLX would load a shader compiler (55 MB) for indirect OpenGL. Programs bundle Mesa or run without it.
          '-extension',
          'GLX',
        ],
        { announces: true },
      ),
    async ready(program, saw, signal): Promise<Screen> {
      saw('the X server has not said that it is ready');
      await program?.announced;
      saw('the X server does not answer');
      const x = await connect(display);
      signal.throwIfAborted();
      x.client.ChangeWindowAttributes(x.root, { backgroundPixel: background });
      x.client.ClearArea(x.root, 0, 0, 0, 0, 0);
      const opened = await openScreen(x, accessibility, processes, around);
      signal.throwIfAborted();
      connected.resolve(x);
      return opened;
    },
  });
  screen.catch(connected.reject);

  const managed = parts.bringUp({
    part: 'windowManager',
    after: screen,
    // Otherwise Openbox reads half a megabyte of compose rules at startup and after every change of the keyboard map.
    begin: () => processes.start(['openbox'], { environment: { XCOMPOSEFILE: '/dev/null' } }),
    ready: async (_, saw, signal) => windowManager(await connected.promise, saw, signal),
  });

  const warm = parts.bringUp({
    part: 'accessibility',
    after: bus,
    begin: () =>
      // Exits with 0 if the session bus has started another launcher, which is fine.
      processes.start([launcher.find(existsSync) ?? 'at-spi-bus-launcher', '--launch-immediately', '--a11y=1'], {
        mayEnd: true,
      }),
    async ready(_, saw, signal) {
      const folder = join(around.environment.XDG_RUNTIME_DIR ?? '', 'at-spi');
      // Querying the bus before it exists would start a second launcher.
      saw('the accessibility bus has no socket');
      await until(() => existsSync(folder) && readdirSync(folder).length > 0, signal);
      saw('the accessibility bus does not answer');
      await accessibility.warmUp();
    },
  });

  const input = parts.bringUp({
    part: 'input',
    after: atOnce,
    begin() {
      python.restartUnlessReady();
      return null;
    },
    async ready(_, saw, signal) {
      saw('the Python interpreter has not said that it is ready');
      await until(() => python.isReady(), signal);
    },
  });

  const panel = parts.bringUp({
    part: 'panel',
    // A panel that starts before the window manager is mapped a second late.
    after: managed,
    begin: () => processes.start(['tint2']),
    async ready(_, saw, signal) {
      saw('no panel has a window');
      const x = await connected.promise;
      await until(() => hasPanel(x), signal);
    },
  });
  void panel.then(() => showPanel()).catch(() => {}); // its report has the error
  void Promise.all([managed, bus])
    .then(
      () =>
        existsSync('/usr/bin/xcape') && processes.start(['xcape', '-d', '-e', 'Super_L=Alt_L|F1'], { mayEnd: true }),
    )
    .catch(() => {});

  const painted = parts.bringUp({
    part: 'background',
    after: screen,
    begin: () =>
      existsSync(picture) && existsSync('/usr/bin/feh')
        ? processes.start(['feh', '--no-fehbg', '--bg-fill', picture], { mayEnd: true })
        : null,
    async ready(program, saw) {
      saw('feh has not painted the wallpaper');
      await program?.ended;
    },
  });

  /** Reads the settings file that the running tint2 uses, to describe its launchers. */
  async function showPanel(): Promise<void> {
    const settings = await readPanelSettings(join(around.home, '.config/tint2/tint2rc')).catch(() => null);
    await warm;
    const x = await connected.promise;
    if (settings !== null) offerPanel({ sessionBusAddress: busAddress, read: () => readPanel(x, settings) });
  }

  // The start report contains the failures. The harness decides whether to use the desktop.
  for (const part of [bus, screen, managed, warm, input, panel, painted]) part.catch(() => {});
  void Promise.allSettled([screen, managed, warm, input, panel, painted]).then(() => parts.over());
  return runningDesktop({
    screen,
    accessibility,
    warm,
    size,
    start: () => ({ parts: parts.report(), exits: processes.exits() }),
  });
}
