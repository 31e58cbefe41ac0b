"""Records effects inside a machine that osharm doesn't own, and answers the harness on an abstract socket.

The harness starts it with a key. A request is signed and numbered, so that no other program can ask; an answer is
signed, so that no program without root can answer instead. Nothing is left in the machine's files.
"""

import base64
import hmac
import json
import os
import signal
import socket
import stat
import struct
import sys
import time
import zlib

from files import Budget, Files, described, hash_of, libc, listing, path_state, unsearched_mounts
from network import Network
from programs import Programs, birth, pids

PART = 3 * 2**20
MOST_REQUEST = 65_536
INDEX_SECONDS, SCAN_SECONDS, LAST_SECONDS = 45, 4.5, 60
MOST_LISTED, MOST_READ = 100_000, 32 * 2**20
# Contents that are sent with a scan: bytes of a file and, in base64, of all of them.
SMALL, MOST_CONTENTS = 64 * 2**10, 2 * 2**20
PR_SET_DUMPABLE = 4


class Recorder:
    """`sent`: states of small files that the harness has. `until`: when it ends if the harness stays away."""

    def __init__(self, key, places, is_all, lease_seconds):
        self.key = bytes.fromhex(key)
        self.files, self.programs, self.network = Files(places, is_all), Programs(), Network()
        self.lease_seconds, self.until = lease_seconds, time.monotonic() + lease_seconds
        self.last, self.parts, self.is_last_scan = 0, [], False
        self.stopped, self.asker, self.sent = [], 0, {}

    def answer(self, call):
        name = call["call"]
        if name == "index":
            begun = time.monotonic()
            self.files.make_index(INDEX_SECONDS)
            self.network.begin(with_ancestors(self.asker))
            return {"files": len(self.files.index), "durationMs": (time.monotonic() - begun) * 1000}
        if name == "scan":
            changes = self.files.changes(self.is_last_scan, LAST_SECONDS if self.is_last_scan else SCAN_SECONDS)
            return {"changes": changes, "contents": self.new_contents(changes)}
        if name == "programs":
            return self.programs.since(call["since"])
        if name == "network":
            return self.network.report()
        if name == "alive":
            return self.programs.alive()
        if name == "list":
            return listed(call["path"])
        if name == "read":
            return read(call["path"])
        if name == "renew":
            return None
        if name == "end-programs":
            self.is_last_scan = True
            self.stopped = stop_programs(self.asker)
            return len(self.stopped)
        raise ValueError("unknown call: " + str(name)[:40])

    def new_contents(self, changes):
        """Small files that are not as at the last scan, in base64 by path, since they will be read next."""
        contents, left, states = {}, MOST_CONTENTS, {}
        for change in changes:
            path, state = change["path"], change["after"]
            if state is None or state["type"] != "file" or state["size"] > SMALL:
                continue
            states[path] = (state["identity"], state["ctimeMs"], state["size"])
            if self.sent.get(path) == states[path]:
                continue
            if 0 < state["size"] <= left:
                content = read(path)
                if isinstance(content, str):
                    contents[path] = content
                    left -= len(content)
        self.sent = states
        return contents

    def reply(self, request):
        """`request`: number, signature and calls, a line each."""
        number, signature, text = request.split("\n", 2)
        if not hmac.compare_digest(signature, self.signed(number, text)) or int(number) <= self.last:
            return "refused"
        self.last = int(number)
        self.until = time.monotonic() + self.lease_seconds
        calls = json.loads(text)
        if calls == "end":
            return "ended"
        if isinstance(calls, int):
            body, count = self.parts[calls], len(self.parts)
        else:
            answers = json.dumps([self.result(call) for call in calls]).encode()
            packed = base64.b64encode(zlib.compress(answers, 1)).decode()
            self.parts = [packed[at : at + PART] for at in range(0, len(packed), PART)]
            body, count = self.parts[0], len(self.parts)
        return "%s %d %s %s" % (number, count, self.signed(number, str(count), body), body)

    def result(self, call):
        try:
            return {"reply": self.answer(call)}
        except Exception as error:
            return {"error": "%s: %s" % (type(error).__name__, str(error)[:300])}

    def signed(self, *parts):
        return hmac.new(self.key, "\n".join(parts).encode(), "sha256").hexdigest()


def listed(path):
    budget, found, skipped = Budget(SCAN_SECONDS, 2), [], unsearched_mounts()
    top = os.path.normpath(path)
    state = path_state(top)
    waiting = [] if state is None else [(top, state)]
    while waiting and len(found) < MOST_LISTED:
        here, state = waiting.pop()
        if state[0] == "file" and budget.affords_hash(state[1]):
            state = state[:9] + (hash_of(here, state[1]),)
        found.append({"path": here, **described(state)})
        if state[0] == "directory" and here not in skipped:
            waiting.extend((os.path.join(here, name), inner) for name, inner in listing(here, budget).items())
    return sorted(found, key=lambda entry: entry["path"])


def read(path):
    """The content in base64; null if it is not a file that can be read; its size if it is too large."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        fact = os.fstat(descriptor)
        if not stat.S_ISREG(fact.st_mode):
            return None
        if fact.st_size > MOST_READ:
            return fact.st_size
        content = file.read(MOST_READ + 1)
    return len(content) if len(content) > MOST_READ else base64.b64encode(content).decode()


def send_signal(pid, number):
    try:
        os.kill(pid, number)
        return True
    except OSError:
        return False


def with_ancestors(pid):
    found = []
    while pid > 1 and pid not in found:
        found.append(pid)
        born = birth(pid)
        pid = 0 if born is None else born[0]
    return found


def stop_programs(kept):
    """Stops every process of a user but the control server: the process `kept`, which asks, and its ancestors."""
    keep = {os.getpid(), *with_ancestors(kept)}
    stopped = []
    for pid in pids():
        try:
            owner = os.stat("/proc/%d" % pid).st_uid
        except OSError:
            continue
        if owner >= 1000 and pid not in keep and pid > 1 and send_signal(pid, signal.SIGSTOP):
            stopped.append(pid)
    return stopped


def serve(listening, recorder):
    """Until the harness ends it, or has stayed away for too long because it crashed."""
    while True:
        listening.settimeout(max(0.001, recorder.until - time.monotonic()))
        try:
            connection, _ = listening.accept()
        except socket.timeout:
            if time.monotonic() >= recorder.until:
                return
            continue
        try:
            connection.settimeout(5)
            data = b""
            while not data.endswith(b"\0") and len(data) <= MOST_REQUEST:
                piece = connection.recv(65_536)
                if not piece:
                    break
                data += piece
            credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            recorder.asker = struct.unpack("=iII", credentials)[0]
            line = recorder.reply(data[:-1].decode())
            connection.settimeout(60)
            connection.sendall(line.encode())
            if line == "ended":
                return
        except Exception:
            # The harness notices a request that can't be answered, because no signed answer arrives.
            pass
        finally:
            connection.close()
            # Gives back what large answers needed.
            if hasattr(libc, "malloc_trim"):
                libc.malloc_trim(0)


def about(recorder):
    with open("/proc/1/comm", encoding="utf-8") as file:
        init = file.read().strip()
    is_wayland = os.environ.get("XDG_SESSION_TYPE") == "wayland" or bool(os.environ.get("WAYLAND_DISPLAY"))
    facts = {"time": time.time() * 1000, "pid": os.getpid(), "root": os.getuid() == 0, "programs": recorder.programs.way, "init": init}
    facts.update(packets=recorder.network.thread is not None, events=recorder.files.watches.descriptor >= 0)
    return {**facts, "python": sys.version.split()[0], "home": os.path.isdir("/home/user"), "wayland": is_wayland}


def start(program, key, name, places, is_all, lease_seconds):
    """Deletes `program`, the file that has this code, prints facts of the machine, and continues in the background."""
    os.unlink(program)
    reader, writer = os.pipe()
    if os.fork() > 0:
        os.close(writer)
        with open(reader, encoding="utf-8") as facts:
            text = facts.read()
        print(text, flush=True)
        return
    os.setsid()
    os.chdir("/")
    nothing = os.open("/dev/null", os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    # Otherwise another process of the same user could read the key from memory.
    libc.prctl(PR_SET_DUMPABLE, 0)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind("\0" + name)
    listening.listen(8)
    recorder = Recorder(key, places, is_all, lease_seconds)
    os.write(writer, json.dumps(about(recorder)).encode())
    os.close(writer)
    os.close(reader)
    serve(listening, recorder)
    for pid in recorder.stopped:
        send_signal(pid, signal.SIGCONT)
