import { createAccessibility } from '../accessibility/accessibility.ts';
import { connect } from '../display/connection.ts';
import { openWindows } from '../display/windows.ts';
import type { Surroundings } from '../server/run-command.ts';
import type { Processes } from './processes.ts';
import { openScreen, type RunningDesktop, runningDesktop } from './running-desktop.ts';

/** The desktop that somebody else started and that we were started in: its display, its buses, its panel. */
export function attachDesktop(
  processes: Processes,
  around: Surroundings,
  size: { width: number; height: number },
): RunningDesktop {
  const { DISPLAY: display = ':0', DBUS_SESSION_BUS_ADDRESS: sessionBusAddress = '' } = around.environment;
  // Applications that start from now on show their trees; those that run already do where the desktop had this on.
  processes.start(['gsettings', 'set', 'org.gnome.desktop.interface', 'toolkit-accessibility', 'true'], {
    mayEnd: true,
  });
  const connection = connect(display);
  const accessibility = createAccessibility({ sessionBusAddress, windows: async () => openWindows(await connection) });
  const warm = accessibility.warmUp();
  warm.catch(() => {}); // health asks again
  const screen = connection.then((x) => openScreen(x, accessibility, processes, around));
  return runningDesktop({ screen, accessibility, warm, size });
}
