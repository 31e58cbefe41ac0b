# put_together UPPER LOWER…: fills $WORK/rootfs with hard links to the lower trees, which are never written to again, and what an overlay
# above them holds: first what it removed, then what it wrote.
put_together() {
  local upper=$1 lower
  cd "$WORK"
  umount --lazy scratch/merged
  for lower in "${@:2}"; do cp -al "$lower/." rootfs/; done
  python3 - "$upper" rootfs << 'PYTHON'
import os, shutil, sys
upper, rootfs = map(os.fsencode, sys.argv[1:])
for folder, _, _ in os.walk(upper):
    below = os.path.join(rootfs, os.path.relpath(folder, upper))
    if folder == upper or not os.path.lexists(below):
        continue
    # A folder in place of a link or a file: nothing may be removed or written through the link.
    if os.path.islink(below) or not os.path.isdir(below):
        os.unlink(below)
    elif "user.overlay.opaque" in os.listxattr(folder):
        shutil.rmtree(below)
PYTHON
  find "$upper" -type c -printf '%P\0' | while IFS= read -r -d '' path; do rm -rf "rootfs/$path" "$upper/$path"; done
  find "$upper" ! -type d -printf '%P\0' | while IFS= read -r -d '' path; do
    if [ -d "rootfs/$path" ] && [ ! -L "rootfs/$path" ]; then rm -rf "rootfs/$path"; fi
  done
  tar -C "$upper" -c . | tar -C rootfs -x -p --same-owner
  # Device nodes can't be made here; the sandbox brings its own.
  rm -rf rootfs/dev rootfs/proc rootfs/sys rootfs/run
  mkdir -p rootfs/dev rootfs/proc rootfs/sys rootfs/run
}

# describe: writes the size of $WORK/rootfs, its number of files and the hash of its contents to $WORK/scratch.
describe() {
  du --summarize --block-size=1 "$WORK/rootfs" | cut -f1 > "$WORK/scratch/bytes"
  find "$WORK/rootfs" | wc -l > "$WORK/scratch/files"
  echo 'phase: 0.9 hashing the image'
  . "$WORK/recipe/contents.sh"
  contents "$WORK/rootfs" "$WORK/recipe/varies.txt" | sha256sum | cut -d' ' -f1 > "$WORK/scratch/contents"
}
