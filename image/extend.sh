#!/bin/bash
# An image with additions: the base image with what apt and each addition wrote on top.
. "$(dirname "$0")/enter.sh"
. "$(dirname "$0")/put-together.sh"
upper=$WORK/scratch/upper
merge "$upper" "/mnt/$BASE"
# The network's names and Debian's sources are there for the build alone.
mkdir -p run/build
cat "$WORK/sources.list" > run/build/sources.list
cat "$WORK/apt-settings" > run/build/apt.conf
for name in resolv.conf hosts; do cat "/etc/$name" > "run/build/$name"; mount --bind "run/build/$name" "etc/$name"; done
mount --bind run/build/sources.list etc/apt/sources.list
mount --bind /mnt/downloads/apt var/cache/apt/archives
# Packages must not start their services.
printf '#!/bin/sh\nexit 101\n' > usr/sbin/policy-rc.d
chmod 755 usr/sbin/policy-rc.d
export DEBIAN_FRONTEND=noninteractive APT_CONFIG=/run/build/apt.conf
inside() { chroot . env HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@" < /dev/null; }
options=(-o APT::Install-Recommends=false -o APT::Keep-Downloaded-Packages=true -o Dpkg::Use-Pty=false)
for path in man doc help gnome/help lintian info; do options+=(-o "Dpkg::Options::=--path-exclude=/usr/share/$path/*"); done

part=0
for addition in "$WORK"/additions/*; do
  name=$(cat "$addition/name")
  files=$addition/files
  if [ -e "$files/packages.txt" ]; then
    echo "phase: 0.1 $name: installing packages"
    mapfile -t packages < <(grep -v '^#' "$files/packages.txt" | grep .)
    [ -e run/build/updated ] || inside apt-get -qq update
    touch run/build/updated
    inside apt-get -qq install -y "${options[@]}" "${packages[@]}"
  fi
  if [ -d "$files/root" ]; then tar -C "$files/root" --owner=0 --group=0 -c . | tar -x --no-same-owner; fi
  if [ -e "$files/setup.sh" ]; then
    echo "phase: 0.4 $name: running setup.sh"
    mkdir -p "run/addition-$part"
    mount --bind "$files" "run/addition-$part"
    inside bash -euo pipefail -c 'cd "$1" && . ./setup.sh' setup.sh "/run/addition-$part"
  fi
  part=$((part + 1))
done
echo 'phase: 0.6 filling caches'
inside update-desktop-database -q
inside fc-cache --force > /dev/null
inside dpkg-query -W -f '${Package}\t${Version}\n' > "$WORK/scratch/versions"
rm -rf usr/sbin/policy-rc.d var/cache/apt/*.bin var/lib/apt/lists/* var/log/*.log var/log/apt var/tmp/* root/.cache

echo 'phase: 0.7 putting the image together'
put_together "$upper" "/mnt/$BASE"
describe
