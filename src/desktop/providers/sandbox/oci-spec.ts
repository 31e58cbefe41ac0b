import type { DesktopSpec } from '../../client/desktop.ts';
import { seccompProfile } from './seccomp.ts';

/** Paths in the supervisor's mount namespace; they vanish with it. */
export const sandboxPaths = {
  image: '/run/image',
  session: '/run/session',
  control: '/run/control',
  root: '/run/root',
  layer: '/run/layer',
  network: '/run/network',
  sys: '/run/sys',
  authority: '/run/authority',
  /** Socket of the program log. */
  programs: '/run/programs',
} as const;

/** Folder of osharm's programs inside the desktop, with a name that doesn't mention osharm. */
export const sessionFolder = '/usr/lib/session';

export interface Limits {
  memoryBytes: number;
  /** Processes and threads. */
  pids: number;
  diskBytes: number;
}

/** Limit on descriptors per process: four times as many as the heaviest application opens. */
const descriptors = 4096;

/** Limit on queued signals and POSIX timers per account. Applications use fewer than ten. */
const pendingSignals = 1024;

const idMap = [{ containerID: 0, hostID: 0, size: 65_536 }];
const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/games:/usr/games';

/** Needed by sudo, cron, package tools and debuggers. They apply only to the desktop's namespaces. */
const desktopCapabilities = [
  'CAP_CHOWN',
  'CAP_DAC_OVERRIDE',
  'CAP_DAC_READ_SEARCH',
  'CAP_FOWNER',
  'CAP_FSETID',
  'CAP_KILL',
  'CAP_SETGID',
  'CAP_SETUID',
  'CAP_SETPCAP',
  'CAP_SETFCAP',
  'CAP_SYS_CHROOT',
  'CAP_SYS_PTRACE',
  'CAP_AUDIT_WRITE',
];

const lowPorts = ['CAP_NET_BIND_SERVICE'];

const hiddenPaths = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/sched_debug',
  '/proc/scsi',
  '/proc/interrupts',
  '/proc/kallsyms',
  '/proc/config.gz',
  '/proc/modules',
  '/sys/firmware',
];
const frozenPaths = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger', '/proc/driver'];

function mount(destination: string, type: string, source: string, options: string[]) {
  return { destination, type, source, options };
}

function bind(destination: string, source: string, options: string[]) {
  return mount(destination, 'none', source, ['bind', 'private', ...options]);
}

const deviceMounts = [
  mount('/proc', 'proc', 'proc', ['nosuid', 'noexec', 'nodev']),
  mount('/dev', 'tmpfs', 'tmpfs', ['nosuid', 'noexec', 'strictatime', 'mode=755', 'size=64k']),
  mount('/dev/pts', 'devpts', 'devpts', ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620', 'gid=5']),
];

/** Reading a tree creates short-lived garbage. Several GC threads take 20 % longer than one to collect it. */
const sessionFlags = ['--single-threaded-gc', '--max-semi-space-size=4'];

export function desktopContainer(spec: DesktopSpec, limits: Limits) {
  return {
    ociVersion: '1.0.2',
    hostname: 'desktop',
    root: { path: sandboxPaths.root, readonly: false },
    process: {
      terminal: false,
      user: { uid: 0, gid: 0 },
      args: [
        '/usr/bin/tini',
        '-s',
        '-g',
        '--',
        `${sessionFolder}/node`,
        ...sessionFlags,
        `${sessionFolder}/session.mjs`,
      ],
      env: [path, 'HOME=/home/user', 'LANG=C.UTF-8', `SESSION_WIDTH=${spec.width}`, `SESSION_HEIGHT=${spec.height}`],
      cwd: '/',
      capabilities: { bounding: desktopCapabilities, effective: desktopCapabilities, permitted: desktopCapabilities },
      rlimits: [
        { type: 'RLIMIT_NPROC', hard: limits.pids, soft: limits.pids },
        { type: 'RLIMIT_NOFILE', hard: descriptors, soft: descriptors },
        { type: 'RLIMIT_SIGPENDING', hard: pendingSignals, soft: pendingSignals },
      ],
      noNewPrivileges: false,
      oomScoreAdj: 1000,
    },
    mounts: [
      ...deviceMounts,
      bind('/dev/shm', `${sandboxPaths.layer}/shm`, ['nosuid', 'nodev']),
      bind('/tmp', `${sandboxPaths.layer}/tmp`, ['nosuid', 'nodev']),
      bind('/run', `${sandboxPaths.layer}/run`, ['nosuid', 'nodev']),
      bind('/sys', sandboxPaths.sys, ['ro', 'nosuid', 'nodev', 'noexec']),
    ],
    linux: {
      uidMappings: idMap,
      gidMappings: idMap,
      namespaces: [
        ...['user', 'mount', 'pid', 'ipc', 'uts', 'cgroup'].map((type) => ({ type })),
        { type: 'network', path: sandboxPaths.network },
      ],
      maskedPaths: hiddenPaths,
      readonlyPaths: frozenPaths,
      seccomp: seccompProfile(sandboxPaths.programs),
    },
  };
}

/**
 * The container of the mock services has the desktop's network and no write access. Unless `isHermetic`, it only
 * forwards the harness's connections to the desktop's ports.
 */
export function internetContainer(isHermetic: boolean) {
  return {
    ociVersion: '1.0.2',
    hostname: 'internet',
    root: { path: sandboxPaths.image, readonly: true },
    process: {
      terminal: false,
      user: { uid: 65_534, gid: 65_534 },
      // A small young generation, so that buffers of large bodies are freed soon after they are logged.
      args: [`${sessionFolder}/node`, '--max-semi-space-size=2', `${sessionFolder}/internet.mjs`],
      env: [path, 'HOME=/tmp', 'LANG=C.UTF-8', ...(isHermetic ? [] : ['INTERNET=none'])],
      cwd: '/',
      capabilities: {
        bounding: lowPorts,
        effective: lowPorts,
        permitted: lowPorts,
        inheritable: lowPorts,
        ambient: lowPorts,
      },
      noNewPrivileges: true,
      oomScoreAdj: 500,
    },
    mounts: [
      ...deviceMounts,
      bind(sessionFolder, `${sandboxPaths.session}${sessionFolder}`, ['ro', 'nosuid', 'nodev']),
      bind('/mnt', sandboxPaths.authority, ['ro', 'nosuid', 'nodev', 'noexec']),
    ],
    linux: {
      namespaces: [
        ...['mount', 'pid', 'ipc', 'uts', 'cgroup'].map((type) => ({ type })),
        { type: 'network', path: sandboxPaths.network },
      ],
      maskedPaths: hiddenPaths,
      readonlyPaths: frozenPaths,
      seccomp: seccompProfile(),
    },
  };
}
