import { posix } from 'node:path';

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
  ...['udisks2', 'mtp', 'gphoto2', 'goa', 'afc'].map((kind) => `gvfs-${kind}-volume-monitor`),
  'dconf-service',
  'xfconfd',
  'xsettingsd',
  'cron',
  'glxtest',
  'chrome_crashpad_handler',
  'oosplash',
  'gnome-terminal-server',
]);

/** Words of a command, and letters of each, that are looked at: nothing that runs by itself has more, and an agent's may have megabytes. */
const limits = { words: 300, letters: 20_000 };

const system = /^\/(?:usr|bin|sbin|lib|lib64|opt)\//;
/** What nobody but the editor's own Node runs. */
const editor = '/opt/code-server/';

/** VS Code looks for open ports in all files of all processes: thousands of paths in one command. */
const looksAtProcesses = ([program, ...words]: readonly string[]): boolean =>
  program === 'ls' && words.every((word) => word === '-l' || /^\/proc\/\d{1,7}\/(?:cwd|fd\/\d{1,7})$/.test(word));

/**
 * What VS Code asks the system for, again and again: open ports, the processes below a terminal. Whole lines: nothing
 * can hang behind them.
 */
const probes = [
  /^(?:\/bin\/sh -c )?ls -l \/proc\/[\d[][\w[\]*/ -]*(?: \| grep socket:)?$/,
  /^grep (?:socket:|root)$/,
  /^(?:\/bin\/sh -c )?ps -F -A -l(?: \| grep root)?$/,
  /^\/bin\/sh -c "?\/opt\/code-server\/[\w./-]+\/cpuUsage\.sh"?(?: \d+)*$/,
  /^\/bin\/ps -ax -o [\w=,+]+$/,
];

/**
 * True for the session's own programs and for the processes that browsers and editors split into. `file`: what was
 * really started, where that is known, and `folder` what it is relative to: a program can call itself anything. A path
 * counts only outside the places that the desktop's user can write to.
 */
export function programIsNoise(argv: readonly string[], file?: string, folder?: string): boolean {
  // Some write all their arguments into the first.
  const named = file ?? argv[0]?.split(' ')[0] ?? '';
  const first = folder === undefined && !named.startsWith('/') ? named : posix.resolve(folder ?? '/', named);
  if (first.includes('/') && first !== '/proc/self/exe' && !system.test(first)) return false;
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/:$/, '');
  const isLong = argv.length > limits.words || argv.some((word) => word.length > limits.letters);
  const line = isLong ? '' : argv.join(' ');
  // What an interpreter runs is its first argument that is no option.
  const script = argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '';
  return (
    names.has(name) ||
    first.startsWith('/usr/lib/session') ||
    (/^(?:node|python3?(?:\.\d+)?)$/.test(name) && script.startsWith('/usr/lib/session/')) ||
    (name === 'node' && script.startsWith(editor) && / --type=/.test(line)) ||
    ((/chrom|^code|electron/.test(name) || first === '/proc/self/exe') && / --type=/.test(line)) ||
    (/thunderbird|firefox/.test(name) && argv.includes('-contentproc')) ||
    probes.some((probe) => probe.test(line)) ||
    (isLong && name === 'ls' && looksAtProcesses(argv))
  );
}
