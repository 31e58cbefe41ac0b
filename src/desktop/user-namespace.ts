import { type ChildProcess, execFile, type IOType, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { EnvironmentError } from '../errors.ts';
import { type IdRange, idCount, readIdRange } from './id-range.ts';

export interface NamespaceOptions {
  env?: NodeJS.ProcessEnv;
  /** Reached even if the folders above it are closed to the namespace's root. */
  cwd?: string;
  /** Descriptors 0, 1, 2 and up, as for `spawn`; default all ignored. */
  stdio?: (IOType | number)[];
  /**
   * Gives the namespace's root the caller's own files (as id 65536). Only for programs that we trust, and ignored for
   * root of the host, whose files stay out of reach: hand over a folder by `cwd` or a descriptor, or chown it.
   */
  reachOwnFiles?: boolean;
  /** Lines of shell that run as the caller, before there is a namespace (to enter a cgroup). */
  before?: string;
  /** One line that the program can read from `channel` first; keeps secrets out of the list of processes. */
  greeting?: string;
}

export interface NamespacedProgram {
  /** Killing it ends everything in the namespace. */
  process: ChildProcess;
  /** A stream to the program's descriptor `NAMESPACE_CHANNEL`. */
  channel: Duplex;
}

// The first shell: its errors go to the channel until the namespaces are there.
const outer = `
exec {saved}>&2 2>&"$channel"
export saved channel
eval "$before"
unset before
exec setpriv --pdeathsig KILL unshare --user --keep-caps --mount --pid --fork --kill-child bash --norc --noprofile -c "$inner" "$0" "$@"`;

// The second waits for its ids. After the change of ids the death signal is gone: set again.
const inner = `
echo ready >&"$channel"
read -r _ <&"$channel" || exit 125
exec 2>&"$saved" {saved}>&-
unset saved inner
export NAMESPACE_CHANNEL="$channel"
unset channel
exec setpriv --reuid 0 --regid 0 --clear-groups --pdeathsig KILL -- "$0" "$@"`;

/**
 * Starts a program as root of a new user namespace with ids 0 … 65535, in its own mount and pid namespaces (as pid 1;
 * /proc is still the host's). Works as root and, through newuidmap, as an ordinary user. The program is killed, with all
 * that it started, when it ends, when the returned process is killed, or when this process dies.
 *
 * Throws EnvironmentError where the kernel or the account doesn't allow it, with the command that mends it.
 *
 * @example
 * const { process } = await startInUserNamespace(['id', '-u'], { stdio: ['ignore', 'inherit', 'inherit'] }); // prints 0
 */
export async function startInUserNamespace(
  command: string[],
  options: NamespaceOptions = {},
): Promise<NamespacedProgram> {
  const range = await readIdRange();
  const stdio = options.stdio ?? ['ignore', 'ignore', 'ignore'];
  const child = spawn('bash', ['--norc', '--noprofile', '-c', outer, ...command], {
    stdio: [...stdio, 'pipe'],
    env: { ...(options.env ?? process.env), channel: String(stdio.length), inner, before: options.before ?? ':' },
    // Ctrl-C on the terminal is for us; we end the program in order.
    detached: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const channel = child.stdio[stdio.length] as Duplex;
  channel.on('error', () => undefined);
  try {
    await firstLine(child, channel);
    await mapIds(child.pid as number, range, options.reachOwnFiles === true);
    channel.write(`go\n${options.greeting === undefined ? '' : `${options.greeting}\n`}`);
    return { process: child, channel };
  } catch (error) {
    child.kill('SIGKILL');
    channel.destroy();
    throw error;
  }
}

/** Waits for `ready`; anything else is what went wrong. */
function firstLine(child: ChildProcess, channel: Duplex): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (reason: string) =>
      reject(
        new EnvironmentError(`A user namespace could not be made: ${reason.trim() || 'no reason given'}.`, {
          code: 'sandbox-no-user-namespace',
          hint: 'Run: osharm doctor (it names the setting that forbids it and the command that mends it)',
        }),
      );
    const onEnd = () => fail(text);
    child.once('error', (error) => fail(error.message));
    channel.once('end', onEnd);
    channel.on('data', function onData(chunk: Buffer) {
      text += chunk.toString('utf8');
      if (!/^ready\n/m.test(text)) return;
      channel.off('data', onData);
      channel.off('end', onEnd);
      channel.pause();
      resolve();
    });
  });
}

async function mapIds(pid: number, range: IdRange, withOwn: boolean): Promise<void> {
  const uid = process.getuid?.() ?? 0;
  const users = [0, range.firstUser, idCount];
  const groups = [0, range.firstGroup, idCount];
  if (uid === 0) {
    await Promise.all([
      writeFile(`/proc/${pid}/uid_map`, users.join(' ')),
      writeFile(`/proc/${pid}/gid_map`, groups.join(' ')),
    ]);
    return;
  }
  if (withOwn) {
    users.push(idCount, uid, 1);
    groups.push(idCount, process.getgid?.() ?? 0, 1);
  }
  await Promise.all([runMapper('newuidmap', pid, users), runMapper('newgidmap', pid, groups)]);
}

async function runMapper(program: string, pid: number, map: number[]): Promise<void> {
  try {
    await promisify(execFile)(program, [String(pid), ...map.map(String)]);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new EnvironmentError(`${program} ${missing ? 'is not installed' : 'refused the range of ids'}.`, {
      code: missing ? 'sandbox-no-uidmap' : 'sandbox-id-range-refused',
      hint: missing ? 'Run: sudo apt-get install -y uidmap' : 'Run: osharm doctor',
      cause: error,
    });
  }
}
