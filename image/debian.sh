# debian TARGET ARCHIVES PACKAGES…: installs Debian with the packages into the folder TARGET, from this machine's mirror, in the versions of
# packages.lock if the mirror has them. ARCHIVES keeps what was downloaded.
debian() {
  local target=$1 archives=$2 settings options=() mirror=() path
  settings=(
    'APT::Install-Recommends "false"' 'Acquire::Languages "none"' 'Acquire::Queue-Mode "access"' 'Dpkg::Use-Pty "false"'
    'APT::Keep-Downloaded-Packages "true"'
  )
  mapfile -t -O "${#settings[@]}" settings < "$WORK/apt-settings"
  for setting in "${settings[@]}"; do options+=("--aptopt=$setting"); done
  # Manuals, translations and help are a third of the unpacking and are never read.
  for path in man doc locale help gnome/help lintian info; do options+=("--dpkgopt=path-exclude=/usr/share/$path/*"); done
  for path in locale/en\* locale/locale.alias; do options+=("--dpkgopt=path-include=/usr/share/$path"); done

  # No sources: mmdebstrap takes Debian's own.
  [ ! -s "$WORK/sources.list" ] || mirror=(-)

  # A pin to a version that is gone leaves apt its own choice.
  mkdir -p "$WORK/scratch/preferences"
  grep -v '^#' "$WORK/recipe/packages.lock" | sed 's/^\([^=]*\)=\(.*\)$/Package: \1\nPin: version \2\nPin-Priority: 1001\n/' \
    > "$WORK/scratch/preferences/locked"

  TMPDIR=$WORK/scratch mmdebstrap --mode=root --variant=minbase --format=directory --verbose \
    --include="$(IFS=,; echo "${*:3}")" \
    "${options[@]}" --dpkgopt=force-unsafe-io \
    --skip=essential/unlink,cleanup/tmp \
    --setup-hook='mkdir -p "$1/var/cache/apt/archives"' \
    --setup-hook='mkdir -p "$1/etc/apt/preferences.d"' \
    --setup-hook="copy-in $WORK/scratch/preferences/locked /etc/apt/preferences.d" \
    --setup-hook="mount --bind $archives \"\$1/var/cache/apt/archives\"" \
    --customize-hook='rm "$1/etc/apt/preferences.d/locked"' \
    --customize-hook='umount "$1/var/cache/apt/archives"' \
    "$SUITE" "$target" "${mirror[@]}" < "$WORK/sources.list"
}
