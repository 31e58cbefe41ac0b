import { timeLimits } from '../../../base/record/time-limits.ts';
import type { DesktopSpec } from '../../client/desktop.ts';
import { desktopContainer, internetContainer, type Limits, sandboxPaths } from './oci-spec.ts';
import { layerName } from './scratch-folder.ts';

/** Host folders that a desktop uses, all read-only. */
export interface Sources {
  image: string;
  /** Folder with osharm's programs at `usr/lib/session`, layered below the image. */
  session: string;
  /** Folder with `supervisor.mjs`. */
  control: string;
}

export const notStarted: Readonly<Record<number, string>> = {
  250: 'the log of programs made no socket in time, or ended',
  251: 'its process could not enter its cgroups',
};

/** Heap limit of the supervisor in MB; it applies even without a cgroup. */
const supervisorHeap = 768;

/** Limit on files in the tmpfs: each needs about 1 kB that the size limit doesn't count. */
const inodes = 400_000;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Shell lines that mount the host folders so that the namespace's root can read them, and the tmpfs for changes. */
export function arrangeScript(sources: Sources, limits: Limits, scratch: string | null): string {
  const { image, session, control, layer } = sandboxPaths;
  return [
    'mount -t tmpfs -o mode=0755,size=64m tmpfs /run',
    `mkdir ${image} ${session} ${control} ${layer}`,
    `mount --bind ${quoted(sources.image)} ${image}`,
    `mount --bind ${quoted(sources.session)} ${session}`,
    `mount --bind ${quoted(sources.control)} ${control}`,
    scratch === null
      ? `mount -t tmpfs -o mode=0755,size=${limits.diskBytes},nr_inodes=${inodes} tmpfs ${layer}`
      : `mount --bind ${quoted(`${scratch}/${layerName}`)} ${layer}`,
    `chown "$owner" /run ${layer}`,
  ].join('\n');
}

/**
 * The sandbox's pid 1: sets up mounts and network, starts both containers, and becomes the supervisor. Descriptors: 3
 * and 4 listening sockets of desktop and mock services, 5 the mock services' log, 6 the channel, 7 and 8 the
 * containers' cgroups. A separate shell answers each number on the channel with `{"alive":NUMBER}`.
 */
export function startScript(spec: DesktopSpec, limits: Limits, runtime: string): string {
  const { layer, image, session, root, network, sys, authority, programs } = sandboxPaths;
  const isHermetic = (spec.network ?? 'hermetic') === 'hermetic';
  const containers = { desktop: desktopContainer(spec, limits), internet: internetContainer(isHermetic) };
  const writeBundle = (name: keyof typeof containers) =>
    `printf %s ${quoted(JSON.stringify(containers[name]))} >/run/${name}/config.json`;
  return `set -e
umask 022
exec 9<&0 </dev/null
mount -t proc proc /proc
set -- ${image}/usr/lib/*-linux-gnu/ld-linux-*.so.*
( exec 3<&- 4<&- 5<&- 6<&- 9<&- 8>&- 7>&- "$1" --library-path "\${1%/*}" ${image}/usr/bin/python3 -I -S ${sandboxPaths.control}/program_log.py ${programs} ${programs}.log ) &
mkdir -m 700 ${authority}
mkdir /run/desktop /run/internet /run/runtime ${root} ${sys} ${layer}/upper ${layer}/work ${layer}/run ${layer}/run/lock
mkdir -m 1777 ${layer}/tmp ${layer}/tmp/.X11-unix ${layer}/tmp/.ICE-unix ${layer}/shm
: >${network}
(
unshare --net=${network} sh -c 'mount -t sysfs sysfs ${sys} || mount -t tmpfs -o ro tmpfs ${sys}
exec chroot ${image} ip -batch -' <<EOT
link set lo up
${isHermetic ? 'route add local 198.18.0.0/15 dev lo' : ''}
EOT
) &
network=$!
( umask 077; read -r line <&6; echo "$line" >${authority}/ca; chown -R 65534:65534 ${authority} ) &
mount -t overlay -o lowerdir=${image}:${session},upperdir=${layer}/upper,workdir=${layer}/work,userxattr overlay ${root}
# A folder that comes from the image can't be renamed in an overlay, so that it couldn't be moved to the bin: the home is a copy.
cp -a ${root}/home/user ${root}/home/.copy && rm -rf ${root}/home/user && mv ${root}/home/.copy ${root}/home/user
${writeBundle('desktop')}
${writeBundle('internet')}
wait $network
authority=$!
exited() {
  echo "{\\"exited\\":\\"$1\\",\\"code\\":$2}" >&6
}
run() {
  set +e
  cd /run/$1
  read -r up _ </proc/uptime
  end=$((\${up%.*} + ${timeLimits.start.socket / 1000}))
  while [ ! -S ${programs} ]; do
    read -r up _ </proc/uptime
    [ \${up%.*} -le $end ] || { exited $1 250; exit 1; }
    sleep 0.005
  done
  # No container runs outside of its groups.
  echo 0 >&8 && echo 0 >&7 || { exited $1 251; exit 1; }
  exec 8>&- 7>&-
  ${runtime} --root /run/runtime run --preserve-fds $2 --pid-file /run/$1/pid $1
  exited $1 $?
}
echo '{"phase":"containers"}' >&6
( run desktop 1 4<&- 5<&- 6>&6 9<&- ) &
wait $authority
( ( exec 3<&- 4<&- 5<&- 6<&- 9<&- 8>&- 7>&-; exec "$1" --library-path "\${1%/*}" ${image}/usr/bin/python3 -I -S ${sandboxPaths.control}/packet_log.py ${network} ) |
( exec 3<&4 4<&0 </dev/null >&5 5<&-; run internet 2 9<&- ) ) &
( exec 3<&- 4<&- 5<&- 9<&- 8>&- 7>&- <&6 >&6 6<&-; while read -r number; do echo "{\\"alive\\":$number}"; done ) &
exec 3<&- 4<&- 5<&- <&9 9<&- 8>&- 7>&-
exec ${sandboxPaths.session}/usr/lib/session/node --max-old-space-size=${supervisorHeap} ${sandboxPaths.control}/supervisor.mjs`;
}
