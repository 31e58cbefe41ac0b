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

/** What VS Code asks the system for, again and again: open ports, the processes below a terminal. */
const probes = [
  /^(?:\/bin\/sh -c )?ls -l \/proc\/[[\d]/,
  /^grep (?:socket:|root)$/,
  /^(?:\/bin\/sh -c )?ps -F -A -l(?: \| grep root)?$/,
  /^\/bin\/sh -c .*\/cpuUsage\.sh/,
  /^\/bin\/ps -ax -o /,
];

/** True for the session's own programs and for the processes that browsers and editors split into. */
export function programIsNoise(argv: readonly string[]): boolean {
  const program = argv[0] ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1).replace(/:$/, '');
  return (
    names.has(name) ||
    argv.some((argument) => argument.startsWith('/usr/lib/session')) ||
    probes.some((probe) => probe.test(argv.join(' '))) ||
    argv.some((argument) => argument.startsWith('--type=') || argument === '-contentproc')
  );
}
