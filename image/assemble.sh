#!/bin/bash
# The image: both layers (hard links, they are never written to again) with the desktop's configuration on top.
. "$(dirname "$0")/enter.sh"
upper=$WORK/scratch/upper
merge "$upper" "/mnt/$CODE/rootfs" "/mnt/$PACKAGES/rootfs"
tar -C "$WORK/recipe/root" --owner=0 --group=0 -c . | tar -x --no-same-owner
mkdir -p usr/local/share/ca-certificates run/recipe
cp "$WORK/ca/ca.crt" usr/local/share/ca-certificates/network-root.crt
cp -r "$WORK/recipe/home" "$WORK/recipe/configure.sh" run/recipe/
chroot . /bin/bash /run/recipe/configure.sh
chroot . dpkg-query -W -f '${Package}\t${Version}\n' > "$WORK/scratch/versions"

echo 'phase: 0.7 putting the image together'
cd "$WORK"
umount --lazy scratch/merged
cp -al "/mnt/$PACKAGES/rootfs/." rootfs/
cp -al "/mnt/$CODE/rootfs/." rootfs/
# What the configuration removed, then what it wrote.
find "$upper" -type c -printf '%P\0' | while IFS= read -r -d '' path; do rm -rf "rootfs/$path" "$upper/$path"; done
find "$upper" ! -type d -printf '%P\0' | while IFS= read -r -d '' path; do
  if [ -d "rootfs/$path" ] && [ ! -L "rootfs/$path" ]; then rm -rf "rootfs/$path"; fi
done
tar -C "$upper" -c . | tar -C rootfs -x -p --same-owner
# Device nodes can't be made here; the sandbox brings its own.
rm -rf rootfs/dev rootfs/proc rootfs/sys rootfs/run
mkdir -p rootfs/dev rootfs/proc rootfs/sys rootfs/run
du --summarize --block-size=1 rootfs | cut -f1 > scratch/bytes
find rootfs | wc -l > scratch/files

echo 'phase: 0.9 hashing the image'
. "$WORK/recipe/contents.sh"
contents rootfs "$WORK/recipe/varies.txt" | sha256sum | cut -d' ' -f1 > scratch/contents
