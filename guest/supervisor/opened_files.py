"""Notes who opens certain files of a desktop.

The kernel says which of the watched files was opened (inotify, by inode: whatever name it was opened by), and not by whom:
to say that it needs a privilege on the machine that a sandbox has not. So the processes are looked at right away. `held`: this
one has the file open. `named`: nobody has it open any more, and a program that has just started names it in its arguments, or
a folder above it. Neither: nothing is said of the program.
"""

import ctypes
import os
import struct
import time

IN_OPEN = 0x20
HEADER = struct.Struct("iIII")
# Notes of one desktop, bytes of a command line, and words and letters of it that a note keeps.
MOST_NOTES = 10_000
MOST_LINE = 65_536
MOST_WORDS, MOST_LETTERS = 20, 200
# Seconds for which a program counts as just started.
JUST_STARTED = 2
# The part of the time that may go into looking at processes: programs that start wait meanwhile. And what it may save up.
LOOK_SHARE, MOST_LOOK = 0.1, 0.5

libc = ctypes.CDLL(None, use_errno=True)


class OpenedFiles:
    def __init__(self):
        self.descriptor = libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if self.descriptor < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
        # By watch: the path inside, and the file's device and inode.
        self.watched = {}
        self.noted = 0
        self.left, self.since = MOST_LOOK, time.monotonic()

    def watch(self, here, path):
        """Watches the file that `here` leads to, which the desktop calls `path`."""
        stat = os.stat(here)
        watch = libc.inotify_add_watch(self.descriptor, os.fsencode(here), IN_OPEN)
        if watch < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch")
        self.watched[watch] = (path, stat.st_dev, stat.st_ino)

    def take(self, started):
        """Notes of what was opened since the last call. `started`: programs of late, latest last: (time, pid, note)."""
        try:
            events = os.read(self.descriptor, 65_536)
        except BlockingIOError:
            return
        at = 0
        while at < len(events):
            watch, mask, _, length = HEADER.unpack_from(events, at)
            at += HEADER.size + length
            if mask & IN_OPEN and watch in self.watched and self.noted < MOST_NOTES:
                self.noted += 1
                note = self.opened(self.watched[watch], started)
                yield {**note, "more": True} if self.noted == MOST_NOTES else note

    def opened(self, watched, started):
        path, device, inode = watched
        note = {"opened": path, "time": int(time.time() * 1000)}
        now = time.monotonic()
        self.left = min(MOST_LOOK, self.left + (now - self.since) * LOOK_SHARE)
        self.since = now
        pid = holder(device, inode, started) if self.left > 0 else None
        self.left -= time.monotonic() - now
        if pid is not None:
            found = process(pid)
            return {**note, **found, "by": "held"} if found else note
        named = next((note for when, _, note in reversed(started) if now - when < JUST_STARTED and names(note, path)), None)
        return {**note, **described(named["pid"], named["uid"], named["argv"]), "by": "named"} if named else note


def holder(device, inode, started):
    """The process that has this file open: of those that started last, then of all, the latest first. None: there is none."""
    late = [pid for _, pid, _ in reversed(started)][:8]
    for pid in late:
        if holds(pid, device, inode):
            return pid
    every = sorted((int(name) for name in os.listdir("/proc") if name.isdigit()), reverse=True)
    return next((pid for pid in every if pid not in late and holds(pid, device, inode)), None)


def holds(pid, device, inode):
    try:
        folder = os.open(f"/proc/{pid}/fd", os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        for name in os.listdir(folder):
            try:
                stat = os.stat(name, dir_fd=folder)
            except OSError:
                continue
            if stat.st_ino == inode and stat.st_dev == device:
                return True
    except OSError:
        pass
    finally:
        os.close(folder)
    return False


def process(pid):
    """Who that is, with the ids that it has inside. None for a process outside of the desktop, and one that has ended."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            line = file.read(MOST_LINE)
        with open(f"/proc/{pid}/status", "rb") as file:
            status = dict(part.split(b":\t", 1) for part in file.read().splitlines() if b":\t" in part)
    except OSError:
        return None
    ids = status.get(b"NSpid", b"").split()
    if len(ids) < 2:
        return None
    argv = [word.decode("utf-8", "replace") for word in line.rstrip(b"\0").split(b"\0")]
    return described(int(ids[-1]), int(status[b"Uid"].split()[0]), argv)


def described(pid, uid, argv):
    return {"pid": pid, "uid": uid, "argv": [word[:MOST_LETTERS] for word in argv[:MOST_WORDS]]}


def names(note, path):
    """Whether a program's arguments name a file, in a text too (`sh -c`), or a folder above it."""
    words = note["argv"][1:]
    if any(path in word for word in words):
        return True
    for word in words:
        place = os.path.normpath(os.path.join(note["folder"], word))
        if place == path or (place != "/" and path.startswith(place + "/")):
            return True
    folder, name = os.path.split(path)
    return folder == note["folder"] and len(name) > 3 and any(name in word for word in words)

