"""Knows which folders have not changed since they were last listed, from the kernel's events (inotify).

There is no event for a file that is written through a mapping, or by a name in another folder. The last scan lists
every folder and finds them.
"""

import ctypes
import os
import struct

IN_NONBLOCK, IN_CLOEXEC = 0o4000, 0o2000000
# Modified, attributes, moved from and to, created, deleted, deleted and moved itself.
CHANGES = 0x2 | 0x4 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800
IN_Q_OVERFLOW, IN_IGNORED, IN_UNMOUNT = 0x4000, 0x8000, 0x2000
IN_ONLYDIR, IN_DONT_FOLLOW = 0x1000000, 0x2000000
EVENT = struct.Struct("iIII")

libc = ctypes.CDLL(None, use_errno=True)


def mounts():
    with open("/proc/self/mountinfo", "rb") as file:
        return file.read()


class Watches:
    """`clean`: path of an unchanged folder → its identity."""

    def __init__(self):
        self.descriptor = libc.inotify_init1(IN_NONBLOCK | IN_CLOEXEC)
        self.clean, self.paths, self.numbers, self.mounts = {}, {}, {}, mounts()

    def update(self):
        """Reads the events since the last call."""
        mounts_now = mounts()
        is_lost = mounts_now != self.mounts
        self.mounts = mounts_now
        while self.descriptor >= 0:
            try:
                events = os.read(self.descriptor, 1 << 18)
            except BlockingIOError:
                break
            at = 0
            while at < len(events):
                number, mask, _, length = EVENT.unpack_from(events, at)
                at += EVENT.size + length
                is_lost = is_lost or mask & IN_Q_OVERFLOW > 0
                path = self.paths.get(number)
                if path is not None:
                    # The times of the folder changed too, which are in the listing of its parent.
                    self.clean.pop(path, None)
                    self.clean.pop(os.path.dirname(path), None)
                    if mask & (IN_IGNORED | IN_UNMOUNT):
                        del self.paths[number]
                        self.numbers.pop(path, None)
        if is_lost:
            self.clean.clear()

    def watch(self, path, identity):
        """Call before the folder is listed. It counts as unchanged from now on."""
        if self.descriptor < 0:
            return
        flags = CHANGES | IN_ONLYDIR | IN_DONT_FOLLOW
        number = libc.inotify_add_watch(self.descriptor, os.fsencode(path), flags)
        before = self.paths.get(number)
        if before not in (None, path):
            # The folder was moved.
            self.clean.pop(before, None)
            self.numbers.pop(before, None)
        if number < 0:
            self.clean.pop(path, None)
            return
        old = self.numbers.get(path, number)
        if old != number and self.paths.get(old) == path:
            del self.paths[old]
            libc.inotify_rm_watch(self.descriptor, old)
        self.paths[number], self.numbers[path], self.clean[path] = path, number, identity

    def is_clean(self, path, identity):
        return identity is not None and self.clean.get(path) == identity
