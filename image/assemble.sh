#!/bin/bash
# The image: both layers with the desktop's configuration on top.
. "$(dirname "$0")/enter.sh"
. "$(dirname "$0")/put-together.sh"
upper=$WORK/scratch/upper
merge "$upper" "/mnt/$CODE/rootfs" "/mnt/$PACKAGES/rootfs"
tar -C "$WORK/recipe/root" --owner=0 --group=0 -c . | tar -x --no-same-owner
mkdir -p usr/local/share/ca-certificates run/recipe
cp "$WORK/ca/ca.crt" usr/local/share/ca-certificates/network-root.crt
cp -r "$WORK/recipe/home" "$WORK/recipe/configure.sh" run/recipe/
chroot . /bin/bash /run/recipe/configure.sh
chroot . dpkg-query -W -f '${Package}\t${Version}\n' > "$WORK/scratch/versions"

echo 'phase: 0.7 putting the image together'
put_together "$upper" "/mnt/$PACKAGES/rootfs" "/mnt/$CODE/rootfs"
describe
