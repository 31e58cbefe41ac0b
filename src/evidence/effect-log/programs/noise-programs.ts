import { posix } from 'node:path';

/** Programs of the desktop session, by the name of their first argument. */
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
  'tracker-extract-3',
  'tracker-miner-fs-3',
  'xfconfd',
  'xsettingsd',
  'cron',
  'glxtest',
  'chrome_crashpad_handler',
  'oosplash',
  'gnome-terminal-server',
]);

/** Longer commands are not examined. Background programs stay below, but an agent's command may be megabytes long. */
const limits = { words: 300, letters: 20_000 };

const system = /^\/(?:usr|bin|sbin|lib|lib64|opt)\//;
/** Run only by the editor's Node. */
const editor = '/opt/code-server/';

/** True for VS Code's scan for open ports, which lists the files of all processes in one command. */
const looksAtProcesses = ([program, ...words]: readonly string[]): boolean =>
  program === 'ls' && words.every((word) => word === '-l' || /^\/proc\/\d{1,7}\/(?:cwd|fd\/\d{1,7})$/.test(word));

/** VS Code's regular probes for open ports and child processes. Whole lines, so that nothing can be appended. */
const probes = [
  /^(?:\/bin\/sh -c )?ls -l \/proc\/[\d[][\w[\]*/ -]*(?: \| grep socket:)?$/,
  /^grep (?:socket:|root)$/,
  /^(?:\/bin\/sh -c )?ps -F -A -l(?: \| grep root)?$/,
  /^\/bin\/sh -c "?\/opt\/code-server\/[\w./-]+\/cpuUsage\.sh"?(?: \d+)*$/,
  /^\/bin\/ps -ax -o [\w=,+]+$/,
];

/**
 * `file` is the executed file, relative to `folder`, and overrides `argv[0]`, which can be forged. A program outside of
 * system folders is never noise.
 */
export function programIsNoise(argv: readonly string[], file?: string, folder?: string): boolean {
  // Some programs overwrite `argv[0]` with all their arguments.
  const named = file ?? argv[0]?.split(' ')[0] ?? '';
  const first = folder === undefined && !named.startsWith('/') ? named : posix.resolve(folder ?? '/', named);
  if (first.includes('/') && first !== '/proc/self/exe' && !system.test(first)) return false;
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/:$/, '');
  const isLong = argv.length > limits.words || argv.some((word) => word.length > limits.letters);
  const line = isLong ? '' : argv.join(' ');
  // An interpreter's script is its first argument that is not an option.
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
