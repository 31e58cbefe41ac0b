#!/bin/bash
# Layer of Debian packages: packages.txt → rootfs. Packages once downloaded stay in downloads/apt.
. "$(dirname "$0")/enter.sh"
. "$(dirname "$0")/debian.sh"
mapfile -t packages < <(grep -v '^#' "$WORK/recipe/packages.txt" | grep .)
debian "$WORK/rootfs" /mnt/downloads/apt "${packages[@]}"
mkdir -p "$WORK/rootfs/usr/lib/locale"
echo 'en_US.UTF-8 UTF-8' > "$WORK/rootfs/etc/locale.gen"
chroot "$WORK/rootfs" locale-gen
