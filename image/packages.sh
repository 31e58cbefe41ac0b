#!/bin/bash
# Layer of Debian packages: packages.txt → rootfs. Packages once downloaded stay in downloads/apt.
. "$(dirname "$0")/enter.sh"
recipe=$WORK/recipe
export TMPDIR=$WORK/scratch

settings=(
  'APT::Install-Recommends "false"' 'Acquire::Languages "none"' 'Acquire::Queue-Mode "access"' 'Dpkg::Use-Pty "false"'
  'APT::Keep-Downloaded-Packages "true"'
)
mapfile -t -O "${#settings[@]}" settings < "$WORK/apt-settings"
options=()
for setting in "${settings[@]}"; do options+=("--aptopt=$setting"); done
# Manuals, translations and help are a third of the unpacking and are never read.
for path in man doc locale help gnome/help lintian info; do options+=("--dpkgopt=path-exclude=/usr/share/$path/*"); done
for path in locale/en\* locale/locale.alias; do options+=("--dpkgopt=path-include=/usr/share/$path"); done

# No sources: mmdebstrap takes Debian's own.
mirror=()
[ ! -s "$WORK/sources.list" ] || mirror=(-)

# The versions of packages.lock, where the mirror has them: a pin to one that is gone leaves apt its own choice.
mkdir -p "$WORK/scratch/preferences"
grep -v '^#' "$recipe/packages.lock" | sed 's/^\([^=]*\)=\(.*\)$/Package: \1\nPin: version \2\nPin-Priority: 1001\n/' \
  > "$WORK/scratch/preferences/locked"

mmdebstrap --mode=root --variant=minbase --format=directory --verbose \
  --include="$(grep -v '^#' "$recipe/packages.txt" | grep . | paste -sd,)" \
  "${options[@]}" --dpkgopt=force-unsafe-io \
  --skip=essential/unlink,cleanup/tmp \
  --setup-hook='mkdir -p "$1/var/cache/apt/archives"' \
  --setup-hook='mkdir -p "$1/etc/apt/preferences.d"' \
  --setup-hook="copy-in $WORK/scratch/preferences/locked /etc/apt/preferences.d" \
  --setup-hook='mount --bind /mnt/downloads/apt "$1/var/cache/apt/archives"' \
  --customize-hook='rm "$1/etc/apt/preferences.d/locked"' \
  --customize-hook='umount "$1/var/cache/apt/archives"' \
  "$SUITE" "$WORK/rootfs" "${mirror[@]}" < "$WORK/sources.list"
mkdir -p "$WORK/rootfs/usr/lib/locale"
echo 'en_US.UTF-8 UTF-8' > "$WORK/rootfs/etc/locale.gen"
chroot "$WORK/rootfs" locale-gen
