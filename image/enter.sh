# Sourced by every phase. A phase runs as root of a user namespace, in its own mount and pid namespaces, with the cache
# folder as working directory: the only way to it, since the folders above may be closed to us.
set -euo pipefail
export LC_ALL=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
umask 022
mount --make-rprivate /
mount --no-canonicalize --bind /proc/self/cwd /mnt
mount -t proc proc /proc
cd /mnt
WORK=/mnt/$WORK
export HOME=$WORK/scratch

# furnish: brings devices, processes and places for temporary files into the tree that is the working directory.
furnish() {
  mount --rbind /dev dev
  mount -t proc proc proc
  mount -t tmpfs -o mode=1777 tmpfs tmp
  mount -t tmpfs -o mode=755 tmpfs run
}

# merge UPPER LOWER…: mounts the folders as one at $WORK/scratch/merged, furnished.
merge() {
  local lower
  lower=$(IFS=:; echo "${*:2}")
  mkdir -p "$1" "$WORK/scratch/overlay" "$WORK/scratch/merged"
  mount -t overlay -o "userxattr,lowerdir=$lower,upperdir=$1,workdir=$WORK/scratch/overlay" overlay "$WORK/scratch/merged"
  cd "$WORK/scratch/merged"
  furnish
}
