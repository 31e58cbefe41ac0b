"""Records programs that start in a machine.

Root gets an event of the kernel for each program (proc connector). Without root, /proc is polled, which misses programs
that end within the period.
"""

import marshal
import os
import socket
import struct
import threading
import time
import zlib

NETLINK_CONNECTOR, CN_IDX_PROC, PROC_CN_MCAST_LISTEN = 11, 1, 1
PROC_EVENT_FORK, PROC_EVENT_EXEC = 1, 2
# Seconds between two polls, and how often a new process is read: it usually executes another program soon, but later
# on a busy machine.
PERIOD, LOOKS = 0.02, 50
MOST_PROGRAMS, MOST_BYTES, MOST_LINE, MOST_ANCESTORS = 20_000, 8 * 2**20, 65_536, 4
MOST_LINEAGES, MOST_GENERATIONS = 8_192, 10


def read_program(pid):
    """None for a kernel thread, and for a process that has ended."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            line = file.read(MOST_LINE + 1)
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            status = dict(text.rstrip("\n").split(":\t", 1) for text in file if ":\t" in text)
    except OSError:
        return None
    if not line:
        return None
    words = line[:MOST_LINE].decode("utf-8", "surrogateescape").split("\0")
    argv = words[:-1] if words[-1] == "" else words
    program = {"time": time.time() * 1000, "pid": pid, "parent": int(status.get("PPid", 0))}
    program.update(uid=int(status.get("Uid", "0").split()[0]), argv=argv or [""])
    for field, link in (("file", "exe"), ("folder", "cwd")):
        try:
            program[field] = os.readlink(f"/proc/{pid}/{link}")
        except OSError:
            pass
    if len(line) > MOST_LINE:
        program["truncated"] = True
    return program


def command_line(pid):
    """Not decoded. Empty for a kernel thread, and for a process that has ended."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read(MOST_LINE + 1)
    except OSError:
        return b""


def ancestors(pid):
    names, at = [], pid
    while len(names) < MOST_ANCESTORS and at > 1:
        born = birth(at)
        if born is None:
            break
        at = born[0]
        try:
            with open(f"/proc/{at}/comm", encoding="utf-8", errors="replace") as file:
                names.append(file.read().strip())
        except OSError:
            break
    return names


def pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def birth(pid):
    """The parent of a process, and when it started in ticks since boot; None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return None
    fields = text[text.rindex(")") + 2 :].split()
    return int(fields[1]), int(fields[19])


class Lineages:
    """Identifies a process and its ancestors, also after they have ended and their numbers are used again."""

    def __init__(self):
        self.known, self.forks = {}, 0

    def forked(self, parent, child):
        self.forks += 1
        self.add(child, "%d.f%d" % (child, self.forks), parent)

    def add(self, pid, identity, parent):
        self.known.pop(pid, None)
        self.known[pid] = (identity, *self.of(parent)[: MOST_GENERATIONS - 1])
        if len(self.known) > MOST_LINEAGES:
            del self.known[next(iter(self.known))]

    def of(self, pid):
        """Nearest first, beginning with the process itself."""
        waiting = []
        while pid > 0 and pid not in self.known and len(waiting) < MOST_GENERATIONS:
            born = birth(pid)
            if born is None:
                break
            waiting.append((pid, "%d.%d" % (pid, born[1]), born[0]))
            pid = born[0]
        for process, identity, parent in reversed(waiting):
            known = self.known.get(parent, ()) if parent > 0 else ()
            self.known[process] = (identity, *known[: MOST_GENERATIONS - 1])
        return self.known.get(waiting[0][0] if waiting else pid, ())


class Programs:
    """`way`: connector or polling. `lost`: started, but ended before they could be read.

    `seen`: when they started, and what they are in few bytes.
    """

    def __init__(self):
        self.seen, self.bytes, self.lost, self.lock = [], 0, 0, threading.Lock()
        self.lineages = Lineages()
        self.first_seen = {pid: time.time() * 1000 for pid in pids()}
        self.socket = connector()
        self.way = "polling" if self.socket is None else "connector"
        self.thread = threading.Thread(target=self.poll if self.socket is None else self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        while True:
            try:
                message = self.socket.recv(65_536)
            except OSError:
                # The kernel dropped events because too many were waiting.
                self.lost += 1
                continue
            # nlmsghdr (16), cn_msg (20), then what, cpu, timestamp, pid and tgid of proc_event.
            what = struct.unpack_from("=I", message, 36)[0] if len(message) >= 60 else 0
            if what == PROC_EVENT_EXEC:
                self.add(struct.unpack_from("=i", message, 56)[0])
            elif what == PROC_EVENT_FORK and len(message) >= 68:
                _, parent, child, process = struct.unpack_from("=iiii", message, 52)
                if child == process:
                    with self.lock:
                        self.lineages.forked(parent, child)

    def poll(self):
        known = {pid: (0, command_line(pid)) for pid in pids()}
        while True:
            present = set(pids())
            for pid in sorted(present):
                looks, before = known.get(pid, (LOOKS, b""))
                if looks == LOOKS:
                    # Now, since its parent may end before the next poll.
                    with self.lock:
                        self.lineages.known.pop(pid, None)
                        self.lineages.of(pid)
                if looks > 0:
                    line = command_line(pid)
                    if line not in (b"", before):
                        program = read_program(pid)
                        # A process that was just forked has its parent's arguments until it executes another program.
                        if program is not None and known.get(program["parent"], (0, b""))[1] != line:
                            self.keep(program)
                    known[pid] = (looks - 1, line or before)
            known = {pid: value for pid, value in known.items() if pid in present}
            time.sleep(PERIOD)

    def add(self, pid):
        program = read_program(pid)
        if program is None:
            self.lost += 1
        else:
            self.keep(program)

    def keep(self, program):
        under = ancestors(program["pid"])
        if under:
            program["under"] = under
        with self.lock:
            program["lineage"] = self.lineages.of(program["pid"])
            self.first_seen.setdefault(program["pid"], program["time"])
            packed = zlib.compress(marshal.dumps(program), 1)
            if len(self.seen) >= MOST_PROGRAMS or self.bytes + len(packed) > MOST_BYTES:
                self.lost += 1
                return
            self.bytes += len(packed)
            self.seen.append((program["time"], packed))

    def since(self, moment):
        if not self.thread.is_alive():
            raise RuntimeError("programs are no longer recorded")
        with self.lock:
            packed = [entry for time_seen, entry in self.seen if time_seen >= moment]
            lost = self.lost
        return {"lost": lost, "programs": [marshal.loads(zlib.decompress(entry)) for entry in packed]}

    def alive(self):
        present = pids()
        programs = [read_program(pid) for pid in present if pid != os.getpid()]
        with self.lock:
            self.first_seen = {pid: self.first_seen.get(pid, time.time() * 1000) for pid in present}
            return [
                {**program, "time": self.first_seen[program["pid"]], "lineage": self.lineages.of(program["pid"])}
                for program in programs
                if program is not None
            ]


def connector():
    """A socket that receives an event for each program, or None without the right to it."""
    try:
        listening = socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, NETLINK_CONNECTOR)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        listening.bind((0, CN_IDX_PROC))
        operation = struct.pack("=IIIIHHI", CN_IDX_PROC, 1, 0, 0, 4, 0, PROC_CN_MCAST_LISTEN)
        listening.send(struct.pack("=IHHII", 16 + len(operation), 3, 0, 0, os.getpid()) + operation)
        # The kernel acknowledges. In another namespace than the machine's first one, nothing ever arrives.
        listening.settimeout(1)
        listening.recv(65_536)
        listening.settimeout(None)
        return listening
    except OSError:
        return None
