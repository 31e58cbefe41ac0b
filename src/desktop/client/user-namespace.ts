import { type ChildProcess, execFile, type IOType, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { EnvironmentError } from '../../base/errors.ts';
import { type IdRange, idCount, readIdRange } from './id-range.ts';

export interface NamespaceOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Default: the account's own (`readIdRange`). Root may name another, e.g. that of an image's files. */
  range?: IdRange | undefined;
  /** A second range, inside from `secondFirst` on: files of one range can be given to the other. */
  second?: IdRange | undefined;
  /** Descriptors 0, 1, 2 and up (at most 8 in all), as for `spawn`; default all ignored. */
  stdio?: (IOType | number)[];
  /** Lines of shell that run as the caller, before there is any namespace (to enter a cgroup). */
  before?: string;
  /**
   * Lines of shell that mount what the program needs, in its private mount namespace, with access to the caller's files
   * (the namespace's root has none to those of the host's root: bind them to an open place). `$owner` is the `uid:gid`
   * to chown what the program shall own. As root they run as the host's root, before the user namespace; as an ordinary
   * user inside it, where the caller's own files belong to id 65536.
   */
  arrange?: string;
  /** One line that the program can read from its channel first; keeps secrets out of the list of processes. */
  greeting?: string;
  /** Ends the program as long as it is not there; after that nothing. */
  signal?: AbortSignal | undefined;
}

/** The first id of `second` inside; the one before is the caller's. */
export const secondFirst = idCount + 1;

export interface NamespacedProgram {
  /** Killing it ends everything in the namespace. */
  process: ChildProcess;
  /** A stream to the program's descriptor `$CHANNEL`, the one after the last of `stdio`. */
  channel: Duplex;
}

const mapIntoNamespace =
  'exec setpriv --pdeathsig KILL unshare --user --keep-caps --mount --pid --fork --kill-child sh -c "$inner" "$0" "$@"';

/** The shells' way into the namespaces. Errors go to the channel until they are there; descriptor 9 keeps stderr. */
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
      // Waits for its ids and takes them: mount(8) trusts nobody but 0. The change clears the death signal: set again.
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
 * Starts a program as root of a new user namespace with ids 0 … 65535, in its own mount and pid namespaces (as pid 1;
 * /proc is still the host's). Works as root and, through newuidmap, as an ordinary user. The program is killed, with all
 * that it started, when it ends, when the returned process is killed, or when this process (the thread that called) dies.
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
  const range = options.range ?? (await readIdRange());
  const stdio = options.stdio ?? ['ignore', 'ignore', 'ignore'];
  const { outer, env } = entrance(stdio.length, range, options);
  const child = spawn('sh', ['-c', outer, ...command], {
    stdio: [...stdio, 'pipe'],
    env: { ...(options.env ?? process.env), ...env },
    // Ctrl-C on the terminal is for us; we end the program in order.
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

/** Waits for a word from the shells; anything else is what went wrong. What follows it stays in the channel. */
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
    // A channel that broke closes without an end, and one that is closed says nothing more.
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
  // The caller's own id goes above the range, so that `arrange` reaches the caller's files and no container maps it.
  users.push(idCount, uid, 1, ...alsoUsers);
  groups.push(idCount, process.getgid?.() ?? 0, 1, ...alsoGroups);
  await Promise.all([runMapper('newuidmap', pid, users), runMapper('newgidmap', pid, groups)]);
}

/** Numbers as lines of a map, three a line. */
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
