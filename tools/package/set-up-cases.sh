#!/usr/bin/env bash
# Runs set-up and uninstall on minimal Debian systems: tools/package/set-up-cases.sh ROOTS OUT [CASE…]
#   ROOTS/bookworm, ROOTS/trixie   systems, created with mmdebstrap if they are missing
#   OUT                            a CSV line per case; OUT.d/CASE has output, and packages and files before, between and after
# Each case has its own copy-on-write system in its own namespaces, this checkout mounted read-only, and a placeholder for the desktop image.
# Exits with 1 unless each case exits as expected and leaves what was there before. Needs root, mmdebstrap and a Debian mirror.
set -euo pipefail
project=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.." && pwd)
roots=$(realpath -m "$1") out=$(realpath -m "$2")
shift 2

install='DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends'
# An account as on a server whose users have no ranges of ids.
ann='useradd --create-home --shell /bin/bash ann; sed -i /^ann:/d /etc/subuid /etc/subgid'
# Like Docker's package, which contains runc and conflicts with Debian's.
containerd="mkdir -p /p/DEBIAN /p/usr/bin; printf 'Package: containerd.io\nVersion: 1.7\nArchitecture: all\nMaintainer: x <x@example.org>\nDescription: x\nProvides: runc\nConflicts: runc, containerd\n' > /p/DEBIAN/control"
build='dpkg-deb --build /p /p.deb; dpkg -i /p.deb; rm -r /p /p.deb'
runc() { echo "printf '#!/bin/sh\necho runc version $1; echo spec: 1.0.2\n' > $2; chmod 755 $2"; }

# NAME | releases | account | before | between | exit codes of set-up and uninstall | what the output must say
cases=(
  "bare|bookworm trixie|root|true|true|0 0|"
  "account with sudo|bookworm trixie|ann|$ann; $install sudo; echo 'ann ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/ann|true|0 0|range of ids for desktops of ann"
  "account without sudo|bookworm trixie|ann|$ann|true|3 0|Run this as root"
  "root runs the printed line|bookworm|ann|$ann; printed_line|true|0 3|Run as root: .*host-changes undo"
  "old runc|bookworm trixie|root|$(runc 1.0.0-rc93 /usr/local/bin/runc)|true|0 0|"
  "podman|bookworm trixie|root|$install podman uidmap|true|0 0|"
  "Debian's Docker|bookworm trixie|root|$install docker.io|true|0 0|"
  "Docker's containerd.io|bookworm|root|$containerd; $(runc 1.3.0 /p/usr/bin/runc); $build|true|0 0|"
  "containerd.io without runc|bookworm|root|$containerd; $build|true|3 0|Nothing was changed. It would"
  "read-only home|bookworm|ann|$ann; mount -t tmpfs -o ro tmpfs /home/ann; export OSHARM_CACHE=|true|3 0|no place for the desktop image"
  "podman comes later|bookworm|root|true|$install podman uidmap|0 0|Kept, since other packages need them"
)

for release in bookworm trixie; do
  mkdir -p "$roots"
  [ -d "$roots/$release" ] || mmdebstrap --variant=minbase --include=ca-certificates "$release" "$roots/$release"
done
mkdir -p "$out.d"
echo 'system,case,set-up exits,uninstall exits,packages before,installed by set-up,left after uninstall,files that differ' > "$out"

inside() {
  set -eu
  case_folder=$1 root=$2
  mount -t tmpfs tmpfs "$case_folder/tmpfs"
  mkdir "$case_folder"/tmpfs/{upper,work,root}
  mount -t overlay -o "lowerdir=$root,upperdir=$case_folder/tmpfs/upper,workdir=$case_folder/tmpfs/work" overlay "$case_folder/tmpfs/root"
  cd "$case_folder/tmpfs/root"
  mkdir -p opt/osharm old case
  mount --bind "$project" opt/osharm
  mount --bind "$case_folder" case
  cp /etc/resolv.conf /etc/hosts etc/
  mount -t proc proc proc
  pivot_root . old
  cd /
  export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C HOME=/root OSHARM_CACHE=/var/osharm/cache
  umount -l old
  rmdir old
  mkdir -p "/var/osharm/cache/images/$image"
  cp /case/image.json "/var/osharm/cache/images/$image/"
  mkdir "/var/osharm/cache/images/$image/rootfs"
  : > /var/osharm/cache/.keep
  printed_line() { /opt/osharm/bin/host-changes install iproute2 mmdebstrap runc uidmap; /opt/osharm/bin/host-changes range ann 100000 165535; }
  { apt-get update; eval "$before"; } > /case/preparing 2>&1
  chown -R "$account:" /var/osharm
  state before
  as bin/setup only --yes > /case/output 2>&1 < /dev/null && status=0 || status=$?
  state between
  # The files of a real image belong to the account's range of ids.
  rm -r "/var/osharm/cache/images/$image"
  { eval "$between"; } > /case/preparing-more 2>&1
  as bin/osharm uninstall --yes >> /case/output 2>&1 < /dev/null && undone=0 || undone=$?
  state after
  echo "$status $undone" > /case/exits
}
as() {
  if [ "$account" = root ]; then (cd /opt/osharm && "$@")
  else (cd /opt/osharm && setpriv --reuid "$account" --regid "$account" --init-groups env HOME="/home/$account" "$@"); fi
}
# Lists of apt, logs and caches change without a change of the system.
state() {
  dpkg-query -W -f '${db:Status-Abbrev} ${Package} ${Version}\n' | sort > "/case/packages.$1"
  {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /opt -o -path /case -o -path /var/osharm -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/log -o -path /root -o -path /home \) -prune -o -printf '%p %y %m %U:%G %l\n'
    sha256sum /etc/passwd /etc/group /etc/subuid /etc/subgid
  } | sort > "/case/files.$1"
}

image=$("$project/bin/osharm" setup image list --json | "$project/bin/osharm-node" -e 'console.log(JSON.parse(require("fs").readFileSync(0)).find((image) => image.current).folder)')
faults=0
for row in "${cases[@]}"; do
  IFS='|' read -r -d '' name releases account before between expected says <<< "$row" || true
  says=${says%$'\n'}
  [ $# -eq 0 ] || [[ " $* " == *" ${name// /-} "* ]] || continue
  for release in $releases; do
    folder="$out.d/$release-${name// /-}"
    rm -rf "$folder"
    mkdir -p "$folder/tmpfs"
    cp "$image/image.json" "$folder/"
    export -f inside as state
    project=$project image=$(basename "$image") account=$account before=$before between=$between \
      unshare --mount --pid --fork --kill-child --propagation private bash -c 'inside "$@"' inside "$folder" "$roots/$release" > "$folder/shell" 2>&1 || { echo "$release, $name: not run"; tail -5 "$folder/shell" "$folder/preparing"; faults=1; continue; }
    exits=$(cat "$folder/exits")
    added=$(comm -13 "$folder/packages.before" "$folder/packages.between" | awk '{ print $2 }' | paste -sd ' ')
    left=$(comm -3 "$folder/packages.before" "$folder/packages.after" | awk '{ print $2 }' | sort -u | paste -sd ' ')
    differ=$(comm -3 "$folder/files.before" "$folder/files.after" | wc -l)
    echo "$release,$name,${exits% *},${exits#* },$(wc -l < "$folder/packages.before"),$added,$left,$differ" | tee -a "$out"
    [ "$exits" = "$expected" ] || { echo "  expected exit codes $expected"; tail -5 "$folder/output"; faults=1; }
    [ -z "$says" ] || grep -q "$says" "$folder/output" || { echo "  does not say: $says"; faults=1; }
  done
done
exit $faults
