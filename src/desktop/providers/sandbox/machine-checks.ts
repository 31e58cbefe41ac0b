import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { freemem, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { OsharmError } from '../../../base/errors.ts';
import { fallback, isSystemError, rethrowUnless } from '../../../base/expected-errors.ts';
import { cacheFolder } from '../../client/cache-folder.ts';
import { checkImageRange, type IdRange, readIdRange } from '../../client/id-range.ts';
import { allowedUnshare, startInUserNamespace } from '../../client/user-namespace.ts';
import { findImage } from '../../image/find-image.ts';
import { ownerOf } from '../../image/image.ts';
import { needsMove } from '../../image/move-range.ts';
import { imageArchitecture } from '../../image/recipe.ts';
import { probeCgroups } from './cgroup.ts';

export interface MachineCheck {
  name: string;
  /** `missing`: no sandbox can run. `weak`: sandboxes run with restrictions. */
  state: 'fine' | 'weak' | 'missing';
  detail: string;
  /** Command or step that fixes the problem. */
  remedy?: string | undefined;
  code: string;
}

const gigabyte = 2 ** 30;

export async function checkMachine(runtime: string): Promise<MachineCheck[]> {
  const findings = [checkSystem(), await checkRuntime(runtime)];
  const settings = await checkSettings();
  findings.push(...settings);
  const range = await checkRange(findings);
  if (range !== null && settings.every((setting) => setting.state === 'fine'))
    findings.push(await checkNamespaces(range));
  findings.push(await checkLimits(), await checkImage(), ...(await checkRoom()));
  return findings;
}

function checkSystem(): MachineCheck {
  const isRight = process.platform === 'linux' && imageArchitecture !== null;
  const detail = `${process.platform} on ${process.arch}`;
  const base = { name: 'system', detail, code: 'sandbox-wrong-system' };
  return isRight
    ? { ...base, state: 'fine' }
    : { ...base, state: 'missing', remedy: 'Use Linux on x86-64 or arm64, or another provider.' };
}

async function checkRuntime(runtime: string): Promise<MachineCheck> {
  const base = { name: 'OCI runtime', code: 'sandbox-no-runtime' };
  try {
    const { stdout } = await promisify(execFile)(runtime, ['--version'], { env: { PATH: systemPath() } });
    const detail = stdout.split('\n')[0] ?? '';
    // Runtimes print the version of the OCI specification that they implement; container engines don't.
    if (/^spec: /m.test(stdout)) return { ...base, state: 'fine', detail };
    return {
      ...base,
      state: 'missing',
      detail: `${runtime} is no OCI runtime (${detail})`,
      remedy: 'Use runc or crun.',
    };
  } catch (error) {
    rethrowUnless(error, isSystemError);
    const remedy =
      runtime === 'runc'
        ? 'Run: sudo apt-get install -y --no-remove runc (beside Docker CE: put its runc on the PATH, or set OSHARM_RUNTIME)'
        : `Install ${runtime}, or use runc.`;
    return { ...base, state: 'missing', detail: `${runtime} is not installed`, remedy };
  }
}

function systemPath(): string {
  return `${process.env.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`;
}

async function checkSettings(): Promise<MachineCheck[]> {
  const isRoot = userInfo().uid === 0;
  const switches: { key: string; isBad: (value: number) => boolean; good?: string; forRoot: boolean }[] = [
    { key: 'user.max_user_namespaces', isBad: (value: number) => value === 0, good: '63000', forRoot: true },
    { key: 'kernel.unprivileged_userns_clone', isBad: (value: number) => value === 0, good: '1', forRoot: false },
    {
      key: 'kernel.apparmor_restrict_unprivileged_userns',
      isBad: (value: number) => value === 1 && !existsSync(allowedUnshare),
      forRoot: false,
    },
  ];
  const findings: MachineCheck[] = [];
  for (const { key, isBad, good, forRoot } of switches) {
    const value = await readFile(`/proc/sys/${key.replaceAll('.', '/')}`, 'utf8').catch(fallback(null, isSystemError));
    if (value === null || (isRoot && !forRoot)) continue;
    const base = { name: key, detail: value.trim(), code: 'sandbox-no-user-namespace' };
    if (isBad(Number(value)))
      findings.push({
        ...base,
        state: 'missing',
        remedy:
          good === undefined
            ? 'Run: osharm setup (it adds an AppArmor profile of its own)'
            : `Run: sudo sysctl -w ${key}=${good}`,
      });
    else findings.push({ ...base, state: 'fine' });
  }
  return findings;
}

async function checkRange(findings: MachineCheck[]): Promise<IdRange | null> {
  const base = { name: 'id range', code: 'sandbox-no-id-range' };
  try {
    const range = await readIdRange();
    findings.push({ ...base, state: 'fine', detail: `${range.firstUser} and up` });
    return range;
  } catch (error) {
    const { message, hint } = error as OsharmError;
    findings.push({ ...base, state: 'missing', detail: message, remedy: hint });
    return null;
  }
}

/** Performs the steps of a sandbox's start. Prints the name of each step to identify one that fails. */
const probe = `
step() { echo "$1"; shift; "$@" 2>&1 || exit 1; }
step 'mount a tmpfs' mount -t tmpfs tmpfs /run
step 'mount /proc' mount -t proc proc /proc
mkdir /run/lower /run/upper /run/work /run/merged
step 'mount an overlay' mount -t overlay -o lowerdir=/run/lower,upperdir=/run/upper,workdir=/run/work,userxattr overlay /run/merged
step 'make a network namespace' unshare --net true
step 'make a nested user namespace' unshare --user true
echo fine`;

async function checkNamespaces(range: IdRange): Promise<MachineCheck> {
  const base = { name: 'namespaces and mounts', code: 'sandbox-no-user-namespace' };
  try {
    const { process: child } = await startInUserNamespace(['sh', '-c', probe], {
      range,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [output] = await Promise.all([child.stdout === null ? '' : text(child.stdout), once(child, 'exit')]);
    const lines = output.trim().split('\n');
    if (lines.at(-1) === 'fine')
      return { ...base, state: 'fine', detail: 'user, mount, pid and network namespaces, overlay' };
    const detail = `can't ${lines.join(': ')}`;
    const remedy =
      'Inside a container: start it with --privileged, or at least with an unmasked /proc and user namespaces allowed.';
    return { ...base, state: 'missing', detail, remedy };
  } catch (error) {
    const { message, hint, code } = error as OsharmError;
    return { name: base.name, code: code ?? base.code, state: 'missing', detail: message, ...namespaceRemedy(hint) };
  }
}

function namespaceRemedy(hint: string | undefined): { remedy: string } {
  const isCircular = hint === undefined || hint.includes('osharm doctor');
  const general =
    'Run as root or with user namespaces allowed (in a container: --privileged, or --security-opt seccomp=unconfined).';
  return { remedy: isCircular ? general : hint };
}

async function checkLimits(): Promise<MachineCheck> {
  const { limits, sharesProcessors } = await probeCgroups();
  const base = { name: 'limits', code: 'sandbox-limits' };
  if (limits.memory && limits.pids && sharesProcessors)
    return { ...base, state: 'fine', detail: 'memory, tasks and shares of the processors by cgroup' };
  const memory = limits.memory ? 'memory by cgroup' : 'memory by a watchdog (checks every 250 ms)';
  const pids = limits.pids ? 'tasks by cgroup' : 'tasks by RLIMIT_NPROC';
  return {
    ...base,
    state: 'weak',
    detail: `${memory}, ${pids}, ${sharesProcessors ? 'shares of the processors by cgroup' : 'no shares of the processors'}`,
    remedy: 'Run as root, or have a cgroup delegated to this account.',
  };
}

async function checkImage(): Promise<MachineCheck> {
  const base = { name: 'desktop image', code: 'image-missing' };
  const image = await findImage(() => undefined);
  if (image === null)
    return { ...base, state: 'missing', detail: 'not built yet', remedy: 'Run: osharm setup image build' };
  const range = await ownerOf(image.rootfs);
  try {
    await checkImageRange({ id: image.id, range });
  } catch (error) {
    const { message, hint, code } = error as OsharmError;
    if (!(await needsMove(cacheFolder(), image)))
      return { ...base, state: 'missing', code, detail: message, remedy: hint };
    return {
      ...base,
      state: 'weak',
      code,
      detail: message,
      remedy: 'The next run moves them to other ids, in seconds; to do it now: osharm setup image build',
    };
  }
  return { ...base, state: 'fine', detail: `${image.id} of ${image.record.created}, ids from ${range.firstUser}` };
}

async function checkRoom(): Promise<MachineCheck[]> {
  const cache = await statfs(cacheFolder()).catch((error) => {
    rethrowUnless(error, isSystemError);
    return statfs('/');
  });
  const disk = (cache.bavail * cache.bsize) / gigabyte;
  const available = Number(
    /^MemAvailable:\s+(\d+)/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1] ?? freemem() / 1024,
  );
  const memory = available / 2 ** 20;
  return [
    {
      name: 'disk',
      code: 'sandbox-disk',
      detail: `${disk.toFixed(1)} GB free for the cache`,
      state: disk < 7 ? 'weak' : 'fine',
      remedy: disk < 7 ? 'Free 7 GB, or set OSHARM_CACHE to a folder on another disk.' : undefined,
    },
    {
      name: 'memory',
      code: 'sandbox-memory',
      detail: `${memory.toFixed(1)} GB available`,
      state: memory < 2 ? 'weak' : 'fine',
      remedy: memory < 2 ? 'Run fewer desktops at once (--parallel 1).' : undefined,
    },
  ];
}
