import { createAccessibility } from '../accessibility/accessibility.ts';
import { connect } from '../display/connection.ts';
import { openWindows } from '../display/windows.ts';
import type { Surroundings } from '../server/run-command.ts';
import type { Processes } from './processes.ts';
import { openScreen, type RunningDesktop, runningDesktop } from './running-desktop.ts';

/** Attaches to the existing desktop that this process was started in. */
export function attachDesktop(
  processes: Processes,
  around: Surroundings,
  size: { width: number; height: number },
): RunningDesktop {
  const { DISPLAY: display = ':0', DBUS_SESSION_BUS_ADDRESS: sessionBusAddress = '' } = around.environment;
  // Makes new applications expose their trees. Running ones do so only if this was enabled before.
  processes.start(['gsettings', 'set', 'org.gnome.desktop.interface', 'toolkit-accessibility', 'true'], {
    mayEnd: true,
  });
  const connection = connect(display);
  const accessibility = createAccessibility({ sessionBusAddress, windows: async () => openWindows(await connection) });
  const warm = accessibility.warmUp();
  warm.catch(() => {}); // health queries it again
  const screen = connection.then((x) => openScreen(x, accessibility, processes, around));
  return runningDesktop({ screen, accessibility, warm, size });
}
