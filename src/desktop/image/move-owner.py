"""Moves files from one id range to another.

move-owner.py scan TREE…                       prints the files whose permissions chown would clear, as JSON
move-owner.py move FROM TO COUNT TREE…         reads that list, changes the owners in place, restores the permissions
move-owner.py copy FROM TO COUNT FOLDER TREE…  creates FOLDER/TREE… with owners in the other range; keeps hard links

Runs as root of a user namespace that maps only these two ranges. An interrupted move is repeated from the start.
"""
import json
import os
import stat
import struct
import sys

CAPABILITY = "security.capability"


def below(path):
    yield path
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from below(entry.path)
            else:
                yield entry.path


def capability(path):
    """The file capability in revision 2, to which the kernel adds the namespace's root; None if the file has none."""
    try:
        value = os.getxattr(path, CAPABILITY, follow_symlinks=False)
    except OSError:
        return None
    magic, *sets = struct.unpack("<5I", value[:20])
    return struct.pack("<5I", 0x02000000 | magic & 1, *sets)


def allow(path, mode, value):
    os.chmod(path, mode)
    if value is not None:
        os.setxattr(path, CAPABILITY, value, follow_symlinks=False)


def scan(trees):
    found = []
    for path in (path for tree in trees for path in below(tree)):
        mode = os.lstat(path).st_mode
        value = capability(path) if stat.S_ISREG(mode) else None
        if stat.S_ISREG(mode) and (mode & 0o6000 or value is not None):
            found.append({"path": path, "mode": stat.S_IMODE(mode), "capability": value and value.hex()})
    json.dump(found, sys.stdout)


def owners(first, to, count):
    def moved(number):
        return number - first + to if first <= number < first + count else number

    return lambda info: (moved(info.st_uid), moved(info.st_gid))


def move(owner_of, trees):
    special = json.load(sys.stdin)
    for path in (path for tree in trees for path in below(tree)):
        info = os.lstat(path)
        owner = owner_of(info)
        if owner != (info.st_uid, info.st_gid):
            os.chown(path, *owner, follow_symlinks=False)
    for entry in special:
        allow(entry["path"], entry["mode"], entry["capability"] and bytes.fromhex(entry["capability"]))


def copy_content(path, target):
    with open(path, "rb", 0) as source, open(target, "xb", 0) as made:
        # Shares blocks on file systems that support it.
        while os.copy_file_range(source.fileno(), made.fileno(), 2**30):
            pass


def copy(owner_of, folder, trees):
    copied = {}
    folders = []
    for path in (path for tree in trees for path in below(tree)):
        info = os.lstat(path)
        target = os.path.join(folder, path)
        times = (info.st_atime_ns, info.st_mtime_ns)
        if stat.S_ISDIR(info.st_mode):
            if path not in trees:
                os.mkdir(target)
            folders.append((target, times))
        elif info.st_ino in copied:
            os.link(copied[info.st_ino], target, follow_symlinks=False)
            continue
        elif stat.S_ISLNK(info.st_mode):
            os.symlink(os.readlink(path), target)
        elif stat.S_ISREG(info.st_mode):
            copy_content(path, target)
        else:
            raise ValueError(f"{path} is neither a file nor a folder nor a link")
        if info.st_nlink > 1 and not stat.S_ISDIR(info.st_mode):
            copied[info.st_ino] = target
        os.chown(target, *owner_of(info), follow_symlinks=False)
        if not stat.S_ISLNK(info.st_mode):
            allow(target, stat.S_IMODE(info.st_mode), capability(path) if stat.S_ISREG(info.st_mode) else None)
        os.utime(target, ns=times, follow_symlinks=False)
    for target, times in reversed(folders):
        os.utime(target, ns=times)


command, *words = sys.argv[1:]
if command == "scan":
    scan(words)
elif command == "move":
    move(owners(*map(int, words[:3])), words[3:])
else:
    copy(owners(*map(int, words[:3])), words[3], words[4:])
