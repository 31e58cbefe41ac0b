"""Records who opens certain files of a desktop.

inotify reports which watched file was opened (by inode, whatever its name) but not by which process. fanotify would,
but it requires a privilege on the host that a sandbox doesn't have. So all processes are scanned immediately. `held`:
the process has the file open. `named`: no process has it open, but the arguments of a running program name the file or
a parent folder. Without a match, the entry names no program.
"""

import collections
import ctypes
import os
import select
import struct
import time

IN_OPEN = 0x20
HEADER = struct.Struct("iIII")
OPENAT2, RESOLVE_IN_ROOT, O_PATH = 437, 0x10, 0o10000000
# Limits for the entries of a desktop, the bytes of a command line, and the words and characters kept in an entry.
MOST_NOTES = 10_000
MOST_LINE = 65_536
MOST_WORDS, MOST_LETTERS = 20, 200
# Number of programs that are tracked until they end. If there are more, the oldest are dropped.
MOST_FOLLOWED = 200
# These are scanned before all other processes.
LATEST = 8
# Share of the time that scans may use, because starting programs wait for them. Up to MOST_LOOK seconds accumulate.
LOOK_SHARE, MOST_LOOK = 0.1, 0.5

libc = ctypes.CDLL(None, use_errno=True)
Program = collections.namedtuple("Program", "note descriptor named")


class OpenedFiles:
    def __init__(self):
        self.inotify = libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if self.inotify < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
        self.epoll = select.epoll()
        self.epoll.register(self.inotify, select.EPOLLIN)
        # Readable if `take` has something to return.
        self.descriptor = self.epoll.fileno()
        # `watched` maps a watch to (path in the desktop, device, inode); `paths` maps (device, inode) to the path.
        self.watched = {}
        self.paths = {}
        # Running programs by pid, the latest last.
        self.programs = {}
        self.noted = 0
        self.left, self.since = MOST_LOOK, time.monotonic()

    def watch(self, here, path):
        """Watches a file. `here` is its path in this process, `path` its path in the desktop."""
        stat = os.stat(here)
        watch = libc.inotify_add_watch(self.inotify, os.fsencode(here), IN_OPEN)
        if watch < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch")
        # A file with several names keeps the first one.
        self.watched.setdefault(watch, (path, stat.st_dev, stat.st_ino))
        self.paths.setdefault((stat.st_dev, stat.st_ino), path)

    def started(self, pid, note):
        """Call when a program is about to start."""
        self.forget(pid)
        while len(self.programs) >= MOST_FOLLOWED:
            self.forget(next(iter(self.programs)))
        try:
            descriptor = os.pidfd_open(pid)
        except OSError:
            return
        self.epoll.register(descriptor, select.EPOLLIN)
        with self.looking() as may_look:
            named = named_inodes(pid, note, self.paths) if may_look else ()
        self.programs[pid] = Program(note, descriptor, named)

    def forget(self, pid):
        program = self.programs.pop(pid, None)
        if program:
            self.epoll.unregister(program.descriptor)
            os.close(program.descriptor)

    def take(self):
        """Yields entries for files that were opened since the last call."""
        ended = {descriptor for descriptor, _ in self.epoll.poll(0, MOST_FOLLOWED + 1)}
        try:
            events = os.read(self.inotify, 65_536)
        except BlockingIOError:
            events = b""
        at = 0
        while at < len(events):
            watch, mask, _, length = HEADER.unpack_from(events, at)
            at += HEADER.size + length
            if mask & IN_OPEN and watch in self.watched and self.noted < MOST_NOTES:
                self.noted += 1
                note = self.opened(*self.watched[watch])
                yield {**note, "more": True} if self.noted == MOST_NOTES else note
        # Only now, because these programs may have opened files before they ended.
        for pid in [pid for pid, program in self.programs.items() if program.descriptor in ended]:
            self.forget(pid)

    def opened(self, path, device, inode):
        note = {"opened": path, "time": int(time.time() * 1000)}
        with self.looking() as may_look:
            pid = self.holder(device, inode) if may_look else None
        if pid is not None:
            found = process(pid)
            return {**note, **found, "by": "held"} if found else note
        latest = list(reversed(self.programs.values()))
        program = next((one for one in latest if path in one.named or names(one.note, path)), None)
        if program is None:
            return note
        # If the name is part of a shell's command, the program that the shell runs has opened the file.
        below = next((one for one in latest if one.note["parent"] == program.note["pid"]), program)
        return {**note, **described((program if path in program.named else below).note), "by": "named"}

    def holder(self, device, inode):
        """The process that has this file open, or None. Searches the latest programs first, then all processes."""
        late = list(reversed(self.programs))[:LATEST]
        found = next((pid for pid in late if holds(pid, device, inode)), None)
        if found is not None:
            return found
        every = sorted((int(name) for name in os.listdir("/proc") if name.isdigit()), reverse=True)
        return next((pid for pid in every if pid not in late and holds(pid, device, inode)), None)

    def looking(self):
        return Looking(self)


class Looking:
    """Charges a `with` block to the budget for scans. The value of the block is whether the budget allows a scan."""

    def __init__(self, files):
        self.files = files

    def __enter__(self):
        files, self.begin = self.files, time.monotonic()
        files.left = min(MOST_LOOK, files.left + (self.begin - files.since) * LOOK_SHARE)
        files.since = self.begin
        return files.left > 0

    def __exit__(self, *_):
        self.files.left -= time.monotonic() - self.begin


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
    """Describes a process with its ids in the desktop. None if it is outside the desktop or has ended."""
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
    return described({"pid": int(ids[-1]), "uid": int(status[b"Uid"].split()[0]), "argv": argv})


def described(note):
    return {"pid": note["pid"], "uid": note["uid"], "argv": [word[:MOST_LETTERS] for word in note["argv"][:MOST_WORDS]]}


def named_inodes(pid, note, paths):
    """Paths of the watched files that a program's arguments resolve to in the desktop."""
    named = set()
    try:
        root = os.open(f"/proc/{pid}/root", O_PATH)
    except OSError:
        return named
    try:
        how = struct.pack("QQQ", O_PATH, 0, RESOLVE_IN_ROOT)
        for word in note["argv"][1:MOST_WORDS]:
            place = os.fsencode(os.path.join(note["folder"], word))
            descriptor = libc.syscall(OPENAT2, root, place, how, len(how)) if b"\0" not in place else -1
            if descriptor < 0:
                continue
            stat = os.fstat(descriptor)
            os.close(descriptor)
            if (stat.st_dev, stat.st_ino) in paths:
                named.add(paths[stat.st_dev, stat.st_ino])
    finally:
        os.close(root)
    return named


def names(note, path):
    """Whether a program's arguments name a file or a parent folder, or contain the file's path (`sh -c`)."""
    words = note["argv"][1:]
    if any(path in word for word in words):
        return True
    for word in words:
        place = os.path.normpath(os.path.join(note["folder"], word))
        if place == path or (place != "/" and path.startswith(place + "/")):
            return True
    folder, name = os.path.split(path)
    return folder == note["folder"] and len(name) > 3 and any(name in word for word in words)

