/** Programs that the desktop runs by itself, by the name of their first argument: no act of the agent's. */
const names = new Set([
  'Xvfb',
  'tini',
  'openbox',
  'tint2',
  'dbus-daemon',
  'dbus-launch',
  'at-spi-bus-launcher',
  'at-spi2-registryd',
  'xfce4-notifyd',
  'gvfsd',
  'gvfsd-fuse',
  'gvfsd-metadata',
  'gvfsd-trash',
  'dconf-service',
  'xfconfd',
  'xsettingsd',
  'cron',
  'glxtest',
  'chrome_crashpad_handler',
  'oosplash',
  'gnome-terminal-server',
]);

/** True for the session's own programs and for the processes that browsers and editors split into. */
export function programIsNoise(argv: readonly string[]): boolean {
  const program = argv[0] ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1).replace(/:$/, '');
  return (
    names.has(name) ||
    argv.some((argument) => argument.startsWith('/usr/lib/session')) ||
    argv.some((argument) => argument.startsWith('--type=') || argument === '-contentproc')
  );
}
