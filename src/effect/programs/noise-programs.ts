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

/** True for the session's own programs and for the processes that browsers and editors split into. `file`: what was really started, where that is known: a program can call itself anything. */
export function programIsNoise(argv: readonly string[], file: string = argv[0] ?? ''): boolean {
  const [first = ''] = file.split(' ');
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/:$/, '');
  const line = argv.join(' ');
  return (
    names.has(name) ||
    first.startsWith('/usr/lib/session') ||
    (/^(?:node|python3?)$/.test(name) && argv.some((argument) => argument.startsWith('/usr/lib/session/'))) ||
    ((/chrom|^code|electron|^node$/.test(name) || first === '/proc/self/exe') && / --type=/.test(line)) ||
    (/thunderbird|firefox/.test(name) && argv.includes('-contentproc')) ||
    probes.some((probe) => probe.test(line))
  );
}
