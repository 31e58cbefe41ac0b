"""Gives files of one range of ids to another, in place.

move-owner.py scan TREE…                    prints the files whose rights chown clears, as JSON
move-owner.py move FROM TO COUNT TREE…      reads that list, changes the owners, then sets these rights again

Runs as root of a user namespace that has both ranges and nothing else. A move that broke off is repeated whole.
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
    try:
        return os.getxattr(path, CAPABILITY, follow_symlinks=False)
    except OSError:
        return None


def scan(trees):
    found = []
    for path in (path for tree in trees for path in below(tree)):
        mode = os.lstat(path).st_mode
        if not stat.S_ISREG(mode):
            continue
        value = capability(path)
        if mode & 0o6000 or value is not None:
            # Revision 2, which the kernel completes with the root of this namespace.
            magic, *sets = struct.unpack("<5I", value[:20]) if value else (None,)
            plain = struct.pack("<5I", 0x02000000 | magic & 1, *sets).hex() if value else None
            found.append({"path": path, "mode": stat.S_IMODE(mode), "capability": plain})
    json.dump(found, sys.stdout)


def move(first, to, count, trees):
    def moved(number):
        return number - first + to if first <= number < first + count else number

    special = json.load(sys.stdin)
    for path in (path for tree in trees for path in below(tree)):
        info = os.lstat(path)
        owner = moved(info.st_uid), moved(info.st_gid)
        if owner != (info.st_uid, info.st_gid):
            os.chown(path, *owner, follow_symlinks=False)
    for entry in special:
        os.chmod(entry["path"], entry["mode"])
        if entry["capability"]:
            os.setxattr(entry["path"], CAPABILITY, bytes.fromhex(entry["capability"]), follow_symlinks=False)


command, *words = sys.argv[1:]
if command == "scan":
    scan(words)
else:
    move(*map(int, words[:3]), words[3:])
