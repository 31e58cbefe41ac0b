import { type ChildProcess, execFile, type IOType, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { type IdRange, idCount, readIdRange } from './id-range.ts';

export interface NamespaceOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Defaults to `readIdRange`. */
  range?: IdRange | undefined;
  /** A second range for moving files between ranges. Its ids in the namespace start at `secondFirst`. */
  second?: IdRange | undefined;
  /** At most 8 descriptors, all ignored by default. */
  stdio?: (IOType | number)[];
  /** Shell lines to run as the caller before the namespaces exist, for example to enter a cgroup. */
  before?: string;
  /**
   * Shell lines that create mounts in the program's mount namespace. `$owner` is the `uid:gid` for its files. As root
   * they run before the user namespace is created, otherwise inside it, where the caller's files belong to id 65536.
   * Files of the host's root must be bind-mounted to be readable.
   */
  arrange?: string;
  /** First line on the channel. Use it to keep secrets out of the process list. */
  greeting?: string;
  signal?: AbortSignal | undefined;
}

export const secondFirst = idCount + 1;

export interface NamespacedProgram {
  /** Killing it ends everything in the namespace. */
  process: ChildProcess;
  /** Stream to the program's descriptor `$CHANNEL`, the first one after `stdio`. */
  channel: Duplex;
}

/** The copy of unshare that set-up’s AppArmor profile allows to create user namespaces, on systems that restrict them. */
export const allowedUnshare = '/usr/local/lib/osharm/unshare';

const mapIntoNamespace = `unshare=unshare; [ ! -x ${allowedUnshare} ] || unshare=${allowedUnshare}
exec setpriv --pdeathsig KILL "$unshare" --user --keep-caps --mount --pid --fork --kill-child sh -c "$inner" "$0" "$@"`;

/** Until the program starts, errors go to the channel and descriptor 9 keeps stderr. */
function entrance(
  channel: number,
  range: IdRange,
  options: NamespaceOptions,
): { outer: string; env: NodeJS.ProcessEnv } {
  const isRoot = process.getuid?.() === 0;
  const arrange = `set -e\n${options.arrange ?? ':'}\nset +e`;
  const start = `exec 9>&2 2>&${channel}\n${options.before ?? ':'}`;
  return {
    outer: isRoot ? `${start}\nexec unshare --mount sh -c "$arranged" "$0" "$@"` : `${start}\n${mapIntoNamespace}`,
    env: {
      arranged: `${arrange}\n${mapIntoNamespace}`,
      owner: isRoot ? `${range.firstUser}:${range.firstGroup}` : '0:0',
      // Switch to uid 0 after the ids are mapped, because mount(8) requires it. This clears the parent-death signal,
      // so set it again.
      inner: [
        `echo ready >&${channel}`,
        `read -r _ <&${channel} || exit 125`,
        'exec setpriv --reuid 0 --regid 0 --clear-groups --pdeathsig KILL sh -c "$inside" "$0" "$@"',
      ].join('\n'),
      inside: [
        isRoot ? ':' : arrange,
        `echo arranged >&${channel}`,
        'exec 2>&9 9>&-',
        'unset inner inside arranged owner',
        `export CHANNEL=${channel}`,
        'exec "$0" "$@"',
      ].join('\n'),
    },
  };
}

/**
 * Starts a program as root and pid 1 of new user, mount and pid namespaces with ids 0 … 65535; /proc is still the
 * host's. An ordinary user needs newuidmap. Everything in the namespaces is killed when the program exits, when the
 * returned process is killed, or when the calling thread ends. Throws EnvironmentError with a command that fixes the
 * problem.
 * @example const { process } = await startInUserNamespace(['id', '-u'], { stdio: ['ignore', 'inherit', 'inherit'] });
 * // prints 0
 */
export async function startInUserNamespace(
  command: string[],
  options: NamespaceOptions = {},
): Promise<NamespacedProgram> {
  const range = options.range ?? (await readIdRange());
  const stdio = options.stdio ?? ['ignore', 'ignore', 'ignore'];
  const { outer, env } = entrance(stdio.length, range, options);
  const child = spawn('sh', ['-c', outer, ...command], {
    stdio: [...stdio, 'pipe'],
    env: { ...(options.env ?? process.env), ...env },
    // Ctrl-C must not reach the program, because osharm shuts it down itself.
    detached: true,
    cwd: options.cwd,
  });
  const channel = child.stdio[stdio.length] as Duplex;
  channel.on('error', () => undefined);
  const { signal } = options;
  const giveUp = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    signal?.throwIfAborted();
    await expectLine(child, channel, 'ready');
    await mapIds(child.pid as number, range, options.second);
    signal?.throwIfAborted();
    channel.write('go\n');
    await expectLine(child, channel, 'arranged');
    if (options.greeting !== undefined) channel.write(`${options.greeting}\n`);
    return { process: child, channel };
  } catch (error) {
    child.kill('SIGKILL');
    channel.destroy();
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Waits for the line `word`. Before it, all output is an error message; after it, output stays in the channel. */
function expectLine(child: ChildProcess, channel: Duplex, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (reason: string) =>
      reject(
        new EnvironmentError(`A user namespace could not be created: ${reason.trim() || 'no reason given'}.`, {
          code: 'sandbox-no-user-namespace',
          hint: 'Run: osharm doctor (it names the setting that forbids it and the command that fixes it)',
        }),
      );
    const onError = (error: Error) => fail(error.message);
    // A broken channel closes without an `end` event, and a closed channel emits nothing more.
    const onClose = () => fail(text);
    const onReadable = () => {
      for (let chunk: Buffer | null = channel.read(); chunk !== null; chunk = channel.read())
        text += chunk.toString('utf8');
      const found = new RegExp(`^${word}\n`, 'm').exec(text);
      if (found === null) return;
      child.off('error', onError);
      channel.off('end', onClose);
      channel.off('close', onClose);
      channel.off('readable', onReadable);
      const rest = text.slice(found.index + word.length + 1);
      if (rest !== '') channel.unshift(Buffer.from(rest));
      resolve();
    };
    child.once('error', onError);
    channel.once('end', onClose);
    channel.once('close', onClose);
    channel.on('readable', onReadable);
    if (channel.destroyed || channel.readableEnded) onClose();
  });
}

async function mapIds(pid: number, range: IdRange, second: IdRange | undefined): Promise<void> {
  const uid = process.getuid?.() ?? 0;
  const users = [0, range.firstUser, idCount];
  const groups = [0, range.firstGroup, idCount];
  const alsoUsers = second === undefined ? [] : [secondFirst, second.firstUser, idCount];
  const alsoGroups = second === undefined ? [] : [secondFirst, second.firstGroup, idCount];
  if (uid === 0) {
    try {
      await Promise.all([
        writeFile(`/proc/${pid}/uid_map`, asMap([...users, ...alsoUsers])),
        writeFile(`/proc/${pid}/gid_map`, asMap([...groups, ...alsoGroups])),
      ]);
    } catch (cause) {
      const ids = `${range.firstUser} to ${range.firstUser + idCount - 1}`;
      throw new EnvironmentError(
        `The kernel refused the ids ${ids} for a user namespace: ${(cause as Error).message}.`,
        {
          code: 'sandbox-id-range-refused',
          hint: 'This root runs in a container that lacks these ids: start it with --privileged, or run osharm outside it.',
          cause,
        },
      );
    }
    return;
  }
  // Maps the caller's id above the range, so that `arrange` can reach the caller's files but no container maps it.
  users.push(idCount, uid, 1, ...alsoUsers);
  groups.push(idCount, process.getgid?.() ?? 0, 1, ...alsoGroups);
  await Promise.all([runMapper('newuidmap', pid, users), runMapper('newgidmap', pid, groups)]);
}

const asMap = (numbers: readonly number[]): string =>
  numbers.map((value, index) => (index % 3 === 2 ? `${value}\n` : `${value} `)).join('');

async function runMapper(program: string, pid: number, map: number[]): Promise<void> {
  try {
    await promisify(execFile)(program, [String(pid), ...map.map(String)]);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new EnvironmentError(`${program} ${missing ? 'is not installed' : 'refused the range of ids'}.`, {
      code: missing ? 'sandbox-no-uidmap' : 'sandbox-id-range-refused',
      hint: missing ? 'Run: sudo apt-get install -y --no-remove uidmap' : 'Run: osharm doctor',
      cause: error,
    });
  }
}
