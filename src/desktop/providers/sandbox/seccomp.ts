/** System calls that a desktop may not use. docs/decisions/0010-what-the-sandbox-forbids.md explains the list. */

type Operator = 'SCMP_CMP_EQ' | 'SCMP_CMP_GE' | 'SCMP_CMP_MASKED_EQ';

export interface Rule {
  names: string[];
  action: 'SCMP_ACT_ERRNO' | 'SCMP_ACT_NOTIFY';
  errnoRet?: number;
  args?: { index: number; value: number; valueTwo?: number; op: Operator }[] | undefined;
}

const EPERM = 1;
const EINVAL = 22;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;

/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = [0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000];
const newTime = 0x80;
const [cloneFiles, cloneThread] = [0x400, 0x10000];
/** CLOSE_RANGE_UNSHARE */
const closeRangeUnshare = 2;

/** Unix, IPv4, IPv6 and netlink. Other families (vsock, packet, alg …) reach beyond the desktop's namespaces. */
const addressFamilies = [1, 2, 10, 16];
const lastFamily = 16;

const forbidden = [
  // Namespaces and mounts.
  'setns',
  'mount',
  'umount',
  'umount2',
  'pivot_root',
  'move_mount',
  'open_tree',
  'open_tree_attr',
  'fsopen',
  'fsconfig',
  'fsmount',
  'fspick',
  'mount_setattr',
  'statmount',
  'listmount',
  // The kernel itself.
  'init_module',
  'finit_module',
  'delete_module',
  'create_module',
  'get_kernel_syms',
  'query_module',
  'kexec_load',
  'kexec_file_load',
  'reboot',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'syslog',
  'acct',
  '_sysctl',
  'swapon',
  'swapoff',
  'quotactl',
  'quotactl_fd',
  'nfsservctl',
  'uselib',
  'ustat',
  'sysfs',
  'lookup_dcookie',
  'vm86',
  'vm86old',
  // Keys, file handles, clocks, ports, terminals: not isolated by namespaces.
  'add_key',
  'keyctl',
  'request_key',
  'open_by_handle_at',
  'name_to_handle_at',
  'fanotify_init',
  'settimeofday',
  'clock_settime',
  'clock_adjtime',
  'adjtimex',
  'stime',
  'iopl',
  'ioperm',
  'vhangup',
  // Steals another process's descriptor, such as the control server's socket.
  'pidfd_getfd',
  // Memory management of other processes.
  'migrate_pages',
  'move_pages',
  'kcmp',
  'process_madvise',
];

/** With ENOSYS, programs fall back to older system calls, which the filter can inspect. */
const unavailable = ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'];

/** Extended attributes are invisible to scans and to the user. Many file systems lack them, so programs cope. */
const attributes = ['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'];

/**
 * F_SETLEASE and F_SETDELEG: opening a leased file waits up to 45 s for the holder. Only file servers use leases, and
 * EINVAL is a normal result.
 */
const leases = [1024, 1040];

/** DCCP, SCTP and UDP-Lite: unused on desktops and unknown to the packet log. */
const unusedProtocols = [33, 132, 136];

function deny(names: string[], errnoRet: number, args?: Rule['args']): Rule {
  return { names, action: 'SCMP_ACT_ERRNO', errnoRet, args };
}

/** Calls to report: program starts and, for root's web servers, bind(2) to IPv4 (16 bytes) or IPv6 (28) addresses. */
const rules: Rule[] = [
  { names: ['execve', 'execveat'], action: 'SCMP_ACT_NOTIFY' },
  ...[16, 28].map(
    (length): Rule => ({
      names: ['bind'],
      action: 'SCMP_ACT_NOTIFY',
      args: [{ index: 2, value: length, op: 'SCMP_CMP_EQ' }],
    }),
  ),
];

function masked(flag: number) {
  return [{ index: 0, value: flag, valueTwo: flag, op: 'SCMP_CMP_MASKED_EQ' as const }];
}

/** `listener`: socket of the process that receives the calls in `rules`. libseccomp kills 32-bit programs itself. */
export function seccompProfile(listener?: string) {
  const otherFamilies = Array.from({ length: lastFamily }, (_, family) => family).filter(
    (f) => !addressFamilies.includes(f),
  );
  return {
    defaultAction: 'SCMP_ACT_ALLOW',
    architectures: [process.arch === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64'],
    listenerPath: listener,
    syscalls: [
      ...(listener === undefined ? [] : rules),
      deny(forbidden, EPERM),
      deny(unavailable, ENOSYS),
      ...namespaceFlags.map((flag) => deny(['unshare'], EPERM, masked(flag))),
      // The lowest byte of clone's flags is a signal, so 0x80 is not a namespace flag there.
      ...namespaceFlags.filter((flag) => flag !== newTime).map((flag) => deny(['clone'], EPERM, masked(flag))),
      // All threads of a process must share one descriptor table, so that the count of open files is complete.
      deny(['unshare'], EPERM, masked(cloneFiles)),
      deny(['clone'], EPERM, [
        { index: 0, value: cloneThread | cloneFiles, valueTwo: cloneThread, op: 'SCMP_CMP_MASKED_EQ' },
      ]),
      deny(['close_range'], ENOSYS, [
        { index: 2, value: closeRangeUnshare, valueTwo: closeRangeUnshare, op: 'SCMP_CMP_MASKED_EQ' },
      ]),
      // `GE` also matches values with bits above the 32 that the kernel reads.
      deny(['socket', 'socketpair'], EAFNOSUPPORT, [{ index: 0, value: lastFamily + 1, op: 'SCMP_CMP_GE' }]),
      ...otherFamilies.map((family) =>
        deny(['socket', 'socketpair'], EAFNOSUPPORT, [{ index: 0, value: family, op: 'SCMP_CMP_EQ' }]),
      ),
      deny(attributes, EOPNOTSUPP),
      // The kernel reads only 32 bits of each argument.
      ...unusedProtocols.map((protocol) =>
        deny(['socket'], EPROTONOSUPPORT, [
          { index: 2, value: 0xffffffff, valueTwo: protocol, op: 'SCMP_CMP_MASKED_EQ' },
        ]),
      ),
      ...leases.map((command) =>
        deny(['fcntl'], EINVAL, [{ index: 1, value: 0xffffffff, valueTwo: command, op: 'SCMP_CMP_MASKED_EQ' }]),
      ),
      // TIOCSTI and TIOCLINUX inject input into a terminal.
      ...[0x5412, 0x541c].map((request) =>
        deny(['ioctl'], EPERM, [{ index: 1, value: 0xffffffff, valueTwo: request, op: 'SCMP_CMP_MASKED_EQ' }]),
      ),
    ],
  };
}
