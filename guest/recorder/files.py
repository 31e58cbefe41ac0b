"""Lists the files of a machine and compares them with an index.

The index is kept per folder and compressed, so that a whole machine fits into a few megabytes. A file counts as changed
if its size, times, inode, mode or owner changed. Programs can set the time of a file's content but not its ctime.
"""

import ctypes
import hashlib
import marshal
import os
import stat
import struct
import time
import zlib

from watches import Watches, libc

AT_SYMLINK_NOFOLLOW, STATX_ALL = 0x100, 0xFFF
STATX = struct.Struct("=IIQIIIHxxQQQQ" + "qIi" * 4 + "IIII")
HASH_LIMIT = 64 * 2**20
KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "symlink"}
UNSEARCHED_SYSTEMS = {
    *("proc", "sysfs", "devtmpfs", "devpts", "cgroup", "cgroup2", "securityfs", "debugfs", "tracefs", "bpf", "pstore"),
    *("efivarfs", "mqueue", "hugetlbfs", "configfs", "fusectl", "autofs", "binfmt_misc", "squashfs", "nsfs", "iso9660"),
    *("nfs", "nfs4", "cifs", "9p", "virtiofs", "fuse.gvfsd-fuse", "fuse.portal", "fuse.snapfuse", "rpc_pipefs"),
}
MOST_ENTRIES, MOST_CHANGES = 600_000, 30_000
HASH_BYTES = 2 * 2**30

buffer = ctypes.create_string_buffer(256)


def state_of(folder, name):
    """A tuple: kind, size, mode, uid, gid, mtime, ctime (nanoseconds), identity, target, hash; None if it is gone."""
    if libc.statx(folder, os.fsencode(name), AT_SYMLINK_NOFOLLOW, STATX_ALL, buffer) != 0:
        return None
    fields = STATX.unpack_from(buffer)
    uid, gid, mode, inode, size = fields[4], fields[5], fields[6], fields[7], fields[8]
    birth, ctime, mtime = (fields[at] * 10**9 + fields[at + 1] for at in (14, 17, 20))
    kind = KINDS.get(stat.S_IFMT(mode), "other")
    target = None
    if kind == "symlink":
        try:
            target = os.readlink(name, dir_fd=folder)
        except OSError:
            target = ""
    identity = "%x.%x.%x.%x" % (fields[25], fields[26], inode, birth // 10**6)
    content = size if kind in ("file", "symlink") else 0
    return (kind, content, stat.S_IMODE(mode), uid, gid, mtime, ctime, identity, target, None)


def path_state(path):
    try:
        folder = os.open(os.path.dirname(path) or "/", os.O_PATH)
    except OSError:
        return None
    try:
        return state_of(folder, os.path.basename(path) or ".")
    finally:
        os.close(folder)


def described(state):
    kind, size, mode, uid, gid, mtime, ctime, identity, target, content_hash = state
    fields = {"type": kind, "size": size, "hash": content_hash, "mode": mode, "uid": uid, "gid": gid}
    fields.update(mtimeMs=mtime / 1e6, ctimeMs=ctime / 1e6, identity=identity)
    if target is not None:
        fields["target"] = target
    return fields


def hash_of(path, size):
    """None for a file that is too large, gone or unreadable."""
    if size > HASH_LIMIT:
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    digest, total = hashlib.sha256(), 0
    with open(descriptor, "rb", buffering=0) as file:
        try:
            while total <= HASH_LIMIT:
                piece = file.read(1 << 20)
                if not piece:
                    return digest.hexdigest()
                digest.update(piece)
                total += len(piece)
        except OSError:
            pass
    return None


def unsearched_mounts():
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
        mounts = [line.split(" ") for line in lines]
    found = {words[4].replace("\\040", " ") for words in mounts if words[words.index("-") + 1] in UNSEARCHED_SYSTEMS}
    return found | {"/proc", "/sys", "/run", "/snap", "/lost+found"}


class Budget:
    """`left`: bytes to hash. `unsearched`: entries that were not compared because the time was over."""

    def __init__(self, seconds, hash_seconds):
        now = time.monotonic()
        self.until, self.hash_until = now + seconds, now + hash_seconds
        self.left, self.entries, self.unsearched = HASH_BYTES, 0, 0

    def affords_hash(self, size):
        if size > self.left or time.monotonic() > self.hash_until:
            return False
        self.left -= size
        return True


def listing(path, budget):
    """Empty if it is not a folder."""
    found = Listing()
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except (FileNotFoundError, NotADirectoryError):
        return found
    except OSError:
        found.is_whole = False
        return found
    try:
        for name in os.listdir(folder):
            budget.entries += 1
            if budget.entries > MOST_ENTRIES or time.monotonic() > budget.until:
                found.is_whole, found.is_cut = False, True
                break
            state = state_of(folder, name)
            if state is not None:
                found[name] = state
        return found
    finally:
        os.close(folder)


class Listing(dict):
    """Name → state. `is_whole` is false if the folder could not be read to its end; `is_cut` if the budget was why."""

    is_whole, is_cut = True, False


class ComparedFolder:
    """`changes`: by path. `inner`: path and identity of each folder in it. `unsearched`: 1 if it is not whole."""

    __slots__ = ("changes", "inner", "unsearched")

    def __init__(self, changes, inner, unsearched):
        self.changes, self.inner, self.unsearched = changes, inner, unsearched


class Files:
    """`places` are compared at every scan, and their files are hashed; `/` only at the last one, if `is_all`.

    `unindexed`: folders that the index has in part or not at all. What is new in them is not known.
    """

    def __init__(self, places, is_all):
        self.places, self.is_all = places, is_all
        self.index, self.unindexed, self.hashes = {}, set(), {}
        self.skipped, self.watches, self.compared_folders = unsearched_mounts(), Watches(), {}

    def make_index(self, seconds):
        budget = Budget(seconds, seconds / 2)
        near = tuple(place + "/" for place in self.places)
        self.index, self.unindexed, self.compared_folders = {}, set(), {}
        for top in [*self.places, *(["/"] if self.is_all else [])]:
            folders = [top]
            while folders:
                path = folders.pop()
                if path in self.index or path in self.skipped:
                    continue
                states = listing(path, budget)
                if not states.is_whole:
                    self.unindexed.add(path)
                for name, state in states.items():
                    here = os.path.join(path, name)
                    if state[0] == "directory":
                        folders.append(here)
                    elif state[0] == "file" and here.startswith(near) and budget.affords_hash(state[1]):
                        states[name] = state[:9] + (hash_of(here, state[1]),)
                self.index[path] = zlib.compress(marshal.dumps(dict(states)), 1)

    def hash(self, path, state, budget):
        known = self.hashes.get(state[7])
        if known is not None and known[0] == state[:8]:
            return known[1]
        if not budget.affords_hash(state[1]):
            return None
        content_hash = hash_of(path, state[1])
        self.hashes[state[7]] = (state[:8], content_hash)
        return content_hash

    def before(self, path):
        packed = self.index.get(path)
        return {} if packed is None else marshal.loads(zlib.decompress(packed))

    def changes(self, is_last, seconds):
        """All differences from the index. `is_last`: of the whole machine, and with small files read again."""
        budget = Budget(seconds, seconds * 0.7)
        known, self.compared_folders = self.compared_folders, {}
        self.watches.update()
        if len(self.hashes) > MOST_CHANGES:
            self.hashes.clear()
        found, visited = {}, set()
        for top in [*self.places, *(["/"] if is_last and self.is_all else [])]:
            state = path_state(top)
            folders = [(top, state and state[7])]
            while folders:
                path, identity = folders.pop()
                if path in visited or path in self.skipped:
                    continue
                visited.add(path)
                folder = known.get(path) if not is_last and self.watches.is_clean(path, identity) else None
                if folder is None:
                    if not is_last:
                        self.watches.watch(path, identity)
                    folder = self.compared_folder(path, is_last, budget)
                    if folder.unsearched > 0:
                        self.watches.clean.pop(path, None)
                if not is_last:
                    self.compared_folders[path] = folder
                budget.unsearched += folder.unsearched
                folders.extend(folder.inner)
                found.update(folder.changes)
        nearest = sorted(found, key=lambda path: path.count("/"))
        for path in nearest[MOST_CHANGES:]:
            del found[path]
            budget.unsearched += 1
        if budget.unsearched > 0:
            root = described(path_state("/"))
            found["/"] = {"kind": "modified", "path": "/", "before": root}
            found["/"]["after"] = {**root, "unsearched": budget.unsearched}
        return [found[path] for path in sorted(found)]

    def compared_folder(self, path, is_last, budget):
        before, after = self.before(path), listing(path, budget)
        is_readable = after.is_whole or after.is_cut
        if path in self.unindexed:
            return ComparedFolder({}, (), int(is_readable))
        if not before and not is_readable:
            return ComparedFolder({}, (), 0)
        changes, inner = {}, []
        for name in {**before, **after} if after.is_whole else after:
            here = os.path.join(path, name)
            old, new = before.get(name), after.get(name)
            if "directory" in ((old or "-")[0], (new or "-")[0]):
                inner.append((here, new and new[7]))
            change = self.compared(here, old, new, is_last, budget)
            if change is not None:
                changes[here] = change
        return ComparedFolder(changes, tuple(inner), int(not after.is_whole))

    def compared(self, path, old, new, is_last, budget):
        if new is not None and new[0] == "file":
            is_same = old is not None and old[:8] == new[:8]
            is_read_again = is_last and old is not None and old[9] is not None and new[1] <= 65_536
            if is_same and not is_read_again:
                return None
            if is_read_again:
                self.hashes.pop(new[7], None)
            new = new[:9] + (self.hash(path, new, budget),)
        if old == new:
            return None
        if old is None or new is None:
            kind = "created" if old is None else "deleted"
        elif (old[0], old[8]) != (new[0], new[8]) or (new[0] != "directory" and is_other_content(old, new)):
            kind = "modified"
        elif old[2:5] != new[2:5] or (new[0] == "file" and old[5:7] != new[5:7]):
            kind = "metadata"
        else:
            return None
        states = {"before": old and described(old), "after": new and described(new)}
        return {"kind": kind, "path": path, **states}


def is_other_content(old, new):
    if old[1] != new[1]:
        return True
    if new[0] != "file":
        return False
    return old[5] != new[5] if old[9] is None or new[9] is None else old[9] != new[9]
