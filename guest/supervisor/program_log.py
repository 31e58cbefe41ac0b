"""Records every program that a desktop starts, before it starts, and lets root in the desktop run web servers.

The desktop's system call filter reports each execve and execveat (seccomp user notification). Their arguments are
recorded, and the call continues. The filter also reports bind: the mock services occupy ports 80 and 443 on all
addresses, so a server that root starts there listens MOVED_BY higher, and the mock services relay connections to
loopback addresses (guest/internet/own-server.ts).

Runs outside the desktop with the Python of the read-only image, because Node can't receive the file descriptor that the
container runtime passes. The client of the second socket reads the entries as JSON lines. A line `N` from the client is
answered with `{"mark": N}` after all earlier entries. After a line `{"watch": [[PLACE, PATH], …]}`, the log also
records who opens these files of the desktop (opened_files.py).

Usage: program_log.py RUNTIME_SOCKET READER_SOCKET
"""

import ctypes
import fcntl
import json
import os
import re
import select
import socket
import struct
import sys
import time

RECEIVE, SEND, SET_FLAGS = 0xC0502100, 0xC0182101, 0x40082104
CONTINUE = 1
# Wakes this process on the processor of the program that starts, which waits anyway (Linux 6.6 and later).
SYNCHRONOUS_WAKE_UP = 1
# System call numbers by machine.
EXECVEAT = {"x86_64": 322, "aarch64": 281}[os.uname().machine]
BIND = {"x86_64": 49, "aarch64": 200}[os.uname().machine]
PIDFD_GETFD = 438
OPENAT2 = 437
RESOLVE_IN_ROOT = 0x10
O_PATH = 0o10000000
AT_FDCWD = -100
MOST_ARGUMENTS = 512
MOST_PARENTS = 4
LONGEST = 16_384
# On arm64, and in part on x86-64, the kernel ignores tags in the highest byte of a pointer. No address uses this byte.
ADDRESS = (1 << 56) - 1
# Limit for all arguments of a program, in bytes.
MOST_OF_ALL = 65_536
# Bytes of a status file. Before the inner ids, it may list 65,536 groups of the desktop's root. Nearly every one fits in
# the usual length, and a longer buffer takes as long to allocate as the file to read.
USUAL_STATUS, LONGEST_STATUS = 4096, 1 << 20
MOST_WAITING = 32 * 1024 * 1024
# Share of the time for resolving paths, and the seconds that may accumulate. The kernel needs as long for a path with
# forty long symlinks as for a thousand ordinary paths, and all starting programs of the desktop wait meanwhile.
SEARCH_SHARE = 0.1
MOST_SEARCH = 0.25

# guest/internet/own-server.ts has the same values.
PAGE_PORTS, MOVED_BY = (80, 443), 20_000
LOOPBACK_OR_ANY = (b"\x7f", b"\0\0\0\0")
ANY_6, LOOPBACK_6 = bytes(16), bytes(15) + b"\x01"

TGID = re.compile(rb"Tgid:\t(\d+)\n[\s\S]*?\nUid:\t\d+\t(\d+)")
STATUS = re.compile(rb"Name:\t(.*)\n[\s\S]*?\nPPid:\t(\d+)\n[\s\S]*?\nUid:\t(\d+)[\s\S]*?\nNSpid:\t(.*)\n")

libc = ctypes.CDLL(None, use_errno=True)


def text(memory, address):
    """Reads a zero-terminated string of at most LONGEST bytes."""
    found = b""
    address &= ADDRESS
    while len(found) < LONGEST:
        # The next page may not be mapped.
        chunk = os.pread(memory, min(4096 - address % 4096, LONGEST - len(found)), address)
        end = chunk.find(b"\0")
        if end >= 0:
            return found + chunk[:end]
        if not chunk:
            break
        found += chunk
        address += len(chunk)
    return found


def arguments(memory, address):
    """Reads an array of string pointers. Returns the strings and whether they are complete."""
    found, length, is_whole = [], 0, True
    address &= ADDRESS
    while address:
        (pointer,) = struct.unpack("Q", os.pread(memory, 8, address))
        if pointer == 0:
            break
        if len(found) == MOST_ARGUMENTS or length >= MOST_OF_ALL:
            return found, False
        argument = text(memory, pointer)
        is_whole = is_whole and len(argument) < LONGEST and length + len(argument) <= MOST_OF_ALL
        argument = argument[: MOST_OF_ALL - length]
        length += len(argument)
        found.append(argument.decode("utf-8", "replace"))
        address += 8
    return found, is_whole


class SearchTime:
    """Budget for resolving the paths of programs."""

    def __init__(self):
        self.left = MOST_SEARCH
        self.since = time.monotonic()

    def is_left(self):
        now = time.monotonic()
        self.left = min(MOST_SEARCH, self.left + (now - self.since) * SEARCH_SHARE)
        self.since = now
        return self.left > 0

    def spend(self, seconds):
        self.left -= seconds


search_time = SearchTime()


def is_there(pid, folder, path):
    """Whether the program exists, because shells try every folder of PATH. True if the time budget is used up."""
    if not search_time.is_left():
        return True
    # CPU time of this thread, because other load must not use up the budget.
    begin = time.thread_time()
    try:
        return resolves(pid, folder, path)
    finally:
        search_time.spend(time.thread_time() - begin)


def resolves(pid, folder, path):
    """Whether a path exists, resolved as the desktop sees it."""
    place = path if path.startswith("/") else os.path.join(folder, path)
    root = os.open(f"/proc/{pid}/root", O_PATH)
    try:
        how = struct.pack("QQQ", O_PATH, 0, RESOLVE_IN_ROOT)
        descriptor = libc.syscall(OPENAT2, root, os.fsencode(place), how, len(how))
        if descriptor < 0:
            return False
        os.close(descriptor)
        return True
    finally:
        os.close(root)


def search_status(pattern, pid):
    """Searches the status file of a process. Returns a match or None."""
    descriptor = os.open(f"/proc/{pid}/status", os.O_RDONLY)
    try:
        found = pattern.search(os.read(descriptor, USUAL_STATUS))
        return found or pattern.search(os.pread(descriptor, LONGEST_STATUS, 0))
    finally:
        os.close(descriptor)


def status_of(pid):
    """Name, parent, uid and pids (outermost namespace first) of a process."""
    found = search_status(STATUS, pid)
    if found is None:
        raise ValueError(pid)
    name, parent, uid, ids = found.groups()
    return name.decode("utf-8", "replace"), int(parent), int(uid), [int(one) for one in ids.split()]


def parents(pid):
    """The parent's pid in the desktop, and the names of the ancestors, nearest first."""
    first, names = 0, []
    while len(names) < MOST_PARENTS:
        try:
            name, above, _, ids = status_of(pid)
        except (OSError, ValueError):
            break
        if len(ids) < 2:
            break  # The parent of the container.
        if not names:
            first = ids[-1]
        names.append(name)
        pid = above
    return first, names


def program(pid, number, args):
    memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
    try:
        is_at = number == EXECVEAT
        at = struct.unpack("i", struct.pack("I", args[0] & 0xFFFFFFFF))[0] if is_at else AT_FDCWD
        path = text(memory, args[1 if is_at else 0]).decode("utf-8", "replace")
        argv, is_whole = arguments(memory, args[2 if is_at else 1])
    finally:
        os.close(memory)
    folder = os.readlink(f"/proc/{pid}/cwd")
    if at != AT_FDCWD and not path.startswith("/"):
        base = os.readlink(f"/proc/{pid}/fd/{at}")
        path = os.path.join(base, path) if path else base
    if path.startswith("/proc/") or is_there(pid, folder, path):
        _, above, uid, ids = status_of(pid)
        parent, names = parents(above)
        noted = {
            "time": int(time.time() * 1000),
            "pid": ids[-1],
            "parent": parent,
            "uid": uid,
            "argv": argv or [path],
            "file": path,
            "folder": folder,
            "under": names,
        }
        return noted if is_whole else {**noted, "truncated": True}
    return None


def page_server(pid, args):
    """Binds root's socket to the moved port if it requests a web port on the desktop's own addresses.

    Returns the error number, or 0 for success. None means that the call continues unchanged.
    """
    if not 16 <= args[2] & 0xFFFFFFFF <= 28:
        return None
    memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
    try:
        address = os.pread(memory, args[2] & 0xFFFFFFFF, args[1] & ADDRESS)
    finally:
        os.close(memory)
    family, port = struct.unpack("=H", address[:2])[0], struct.unpack("!H", address[2:4])[0]
    if port not in PAGE_PORTS:
        return None
    if family == socket.AF_INET and len(address) >= 16:
        is_own = address[4:8].startswith(LOOPBACK_OR_ANY)
    elif family == socket.AF_INET6 and len(address) >= 28:
        is_own = address[8:24] in (ANY_6, LOOPBACK_6)
    else:
        return None
    found = search_status(TGID, pid)
    if not is_own or found is None or int(found[2]) != 0:
        return None
    process = os.pidfd_open(int(found[1]))
    try:
        taken = libc.syscall(PIDFD_GETFD, process, ctypes.c_int(args[0] & 0xFFFFFFFF), 0)
    finally:
        os.close(process)
    if taken < 0:
        return None
    with socket.socket(fileno=taken) as own:
        if own.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE) != socket.SOCK_STREAM or own.family != family:
            return None
        moved = address[:2] + struct.pack("!H", port + MOVED_BY) + address[4:]
        return 0 if libc.bind(taken, moved, len(moved)) == 0 else ctypes.get_errno()


class Notes:
    """Entries that have not been sent yet. Adding one never blocks, because the program that starts would wait too."""

    def __init__(self):
        self.waiting = bytearray()
        self.lost = 0
        self.last = None

    def add(self, entry):
        if len(self.waiting) > MOST_WAITING:
            self.lost, self.last = self.lost + 1, entry
            return
        if self.lost:
            entry, self.lost = {**entry, "lost": self.lost}, 0
        self.waiting += json.dumps(entry).encode() + b"\n"

    def mark(self, number):
        if self.lost:
            # There may be no later entry to report the number of lost ones, so the last lost entry is sent with it.
            self.waiting += json.dumps({**self.last, "lost": self.lost - 1}).encode() + b"\n"
            self.lost = 0
        self.waiting += json.dumps({"mark": number}).encode() + b"\n"


def answer(filter_descriptor, notes, opened):
    call = bytearray(80)
    try:
        fcntl.ioctl(filter_descriptor, RECEIVE, call)
    except OSError:
        return  # The caller was killed.
    identity, pid, _, number, _, _, *args = struct.unpack("QIIiIQ6Q", call)
    error = found = None
    try:
        if number == BIND:
            error = page_server(pid, args)
        else:
            found = program(pid, number, args)
            if found and opened:
                opened.started(pid, found)
    except Exception:
        # The caller was killed or passed invalid arguments. The call must be answered after any error.
        pass
    end = (-error, 0) if error is not None else (0, CONTINUE)
    try:
        fcntl.ioctl(filter_descriptor, SEND, struct.pack("QqiI", identity, 0, *end))
    except OSError:
        pass
    if found:
        notes.add(found)


def opened_files():
    sys.dont_write_bytecode = True
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    from opened_files import OpenedFiles

    return OpenedFiles()


def listening(path):
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # Rename after listening, so that the socket accepts connections as soon as it is visible.
    server.bind(path + ".new")
    server.listen()
    os.rename(path + ".new", path)
    return server


def main():
    server = listening(sys.argv[2])
    runtime, _ = listening(sys.argv[1]).accept()
    _, descriptors, _, _ = socket.recv_fds(runtime, 65_536, 1)
    runtime.close()
    (filter_descriptor,) = descriptors
    try:
        fcntl.ioctl(filter_descriptor, SET_FLAGS, SYNCHRONOUS_WAKE_UP)
    except OSError:
        pass  # An older kernel.

    notes = Notes()
    opened = None
    reader = None
    asked = bytearray()
    poll = select.poll()
    poll.register(filter_descriptor, select.POLLIN)
    poll.register(server, select.POLLIN)
    while True:
        if reader:
            poll.modify(reader, select.POLLIN | (select.POLLOUT if notes.waiting else 0))
        for descriptor, events in poll.poll():
            # Before the next program starts, while the process that opened a file still exists.
            for note in opened.take() if opened else ():
                notes.add(note)
            if descriptor == filter_descriptor:
                if events & select.POLLIN:
                    answer(filter_descriptor, notes, opened)
                else:
                    poll.unregister(filter_descriptor)  # The desktop has no processes left.
            elif opened and descriptor == opened.descriptor:
                pass
            elif descriptor == server.fileno():
                if reader is None:
                    reader, _ = server.accept()
                    reader.setblocking(False)
                    poll.register(reader, select.POLLIN)
                    poll.unregister(server)
            else:
                if events & select.POLLIN:
                    chunk = reader.recv(4096)
                    if not chunk:
                        return
                    asked += chunk
                    while b"\n" in asked:
                        line, _, rest = asked.partition(b"\n")
                        asked = bytearray(rest)
                        request = json.loads(line)
                        if isinstance(request, int):
                            notes.mark(request)
                            continue
                        try:
                            if opened is None:
                                opened = opened_files()
                                poll.register(opened.descriptor, select.POLLIN)
                            for here, path in request["watch"]:
                                opened.watch(here, path)
                        except OSError as error:
                            notes.add({"unwatched": str(error)})
                if events & select.POLLOUT and notes.waiting:
                    del notes.waiting[: reader.send(notes.waiting)]


main()
