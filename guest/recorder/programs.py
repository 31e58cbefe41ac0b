"""Records programs that start in a machine.

Root gets an event of the kernel for each program (proc connector). Without root, /proc is polled, which misses programs
that end within the period.
"""

import os
import socket
import struct
import threading
import time

NETLINK_CONNECTOR, CN_IDX_PROC, PROC_CN_MCAST_LISTEN, PROC_EVENT_EXEC = 11, 1, 1, 2
# Seconds between two polls, and how often a new process is read: it usually executes another program soon.
PERIOD, LOOKS = 0.02, 4
MOST_PROGRAMS, MOST_LINE, MOST_ANCESTORS = 20_000, 65_536, 4


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


def arguments(pid):
    program = read_program(pid)
    return None if program is None else program["argv"]


def ancestors(pid):
    names, at = [], pid
    while len(names) < MOST_ANCESTORS and at > 1:
        try:
            with open(f"/proc/{at}/stat", encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            break
        at = int(text[text.rindex(")") + 2 :].split()[1])
        try:
            with open(f"/proc/{at}/comm", encoding="utf-8", errors="replace") as file:
                names.append(file.read().strip())
        except OSError:
            break
    return names


def pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


class Programs:
    """`way`: connector or polling. `lost`: started, but ended before they could be read."""

    def __init__(self):
        self.seen, self.lost, self.lock = [], 0, threading.Lock()
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
            if len(message) >= 60 and struct.unpack_from("=I", message, 36)[0] == PROC_EVENT_EXEC:
                self.add(struct.unpack_from("=i", message, 56)[0])

    def poll(self):
        known = {pid: (0, arguments(pid)) for pid in pids()}
        while True:
            present = set(pids())
            for pid in sorted(present):
                looks, argv = known.get(pid, (LOOKS, None))
                if looks > 0:
                    program = read_program(pid)
                    # A process that was just forked has its parent's arguments until it executes another program.
                    of_parent = None if program is None else known.get(program["parent"], (0, None))[1]
                    if program is not None and program["argv"] not in (argv, of_parent):
                        self.keep(program)
                        argv = program["argv"]
                    known[pid] = (looks - 1, argv)
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
            self.first_seen.setdefault(program["pid"], program["time"])
            if len(self.seen) >= MOST_PROGRAMS:
                self.lost += 1
                return
            self.seen.append(program)

    def since(self, moment):
        if not self.thread.is_alive():
            raise RuntimeError("programs are no longer recorded")
        with self.lock:
            return {"lost": self.lost, "programs": [entry for entry in self.seen if entry["time"] >= moment]}

    def alive(self):
        present = pids()
        self.first_seen = {pid: self.first_seen.get(pid, time.time() * 1000) for pid in present}
        programs = [read_program(pid) for pid in present if pid != os.getpid()]
        return [{**program, "time": self.first_seen[program["pid"]]} for program in programs if program is not None]


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
