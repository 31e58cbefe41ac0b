"""Runs Python code in forks of this warm process, and starts programs.

The protocol is JSON lines on descriptor 3. Requests: {"id", "code", "timeoutMs", "view"}, {"id", "words", "file",
"environment", "folder", "merge", "timeoutMs"} and {"cancel": id}. Replies: {"ready": true} once, then for each id
{"id", "returncode", "output", "error", "timedOut"}, or {"id", "refused", "ofSystem"} if a program can't be started.

Code runs as under `python3 -c`: an empty `__main__`, argv ["-c"], no input, a separate process group. A job is done
when its process ends. Child processes may outlive it, but their later output is discarded.
"""

import atexit
import gc
import json
import os
import selectors
import signal
import sys
import threading
import time
import traceback
import types

# Preload the modules that agents' code imports most often. Forks inherit them.
import base64, collections, datetime, glob, itertools, math, random, re, shutil, socket, string, subprocess, tempfile  # noqa: E401, F401
import pyautogui
import pyautogui._held
import pyautogui._rules
import pyautogui._screen
import pyautogui._x11

KEEP = 8 << 20  # bytes of each stream
KEEP_OF_PROGRAM = 64 << 20
# Children that outlive a program may keep its pipes open. The program's output arrives within this time.
LINGER = 0.15
CHANNEL = 3
RELEASE_LIMIT = 5
HOME = os.open(".", os.O_PATH)
# Signals to reset in child processes. Python ignores some of them, which child processes would inherit.
TO_DEFAULT = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
selector = selectors.DefaultSelector()
jobs = {}
by_pid = {}


class Stream:
    """The read end of a pipe. Check `open`: after it is closed, the descriptor number may be reused."""

    def __init__(self, descriptor, job):
        self.descriptor, self.job = descriptor, job
        self.kept = bytearray()
        self.open = True


class Job:
    def __init__(self, identity, pid, deadline):
        self.id, self.pid, self.deadline = identity, pid, deadline
        self.streams = {}
        self.keep = KEEP
        self.is_program = False
        self.timed_out = False
        self.finished = False
        # Set when a program has ended: its status, and the time until which to wait for its streams.
        self.returncode = None
        self.lingers_until = float("inf")

    @property
    def is_open(self):
        return any(stream.open for stream in self.streams.values())

    @property
    def next_time(self):
        return min(self.deadline, self.lingers_until)


def run_in_child(code, names):
    """Runs `code` like `python3 -c` and returns the exit status. `names` are modules to provide as imported."""
    main = types.ModuleType("__main__")
    main.__builtins__ = __builtins__
    for name in names:
        setattr(main, name, sys.modules[name])
    sys.modules["__main__"] = main
    sys.argv = ["-c"]
    sys.path[0] = ""
    status = 0
    try:
        exec(compile(code, "<string>", "exec"), main.__dict__)
    except SystemExit as stop:
        status = exit_status(stop)
    except KeyboardInterrupt:
        report()
        status = 130
    except BaseException:
        report()
        status = 1
        release_held()
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
    except BaseException:
        report()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            status = status or 120
    return status


def release_held():
    """Releases keys and buttons that failed code left pressed."""
    try:
        pyautogui._x11.release_held()
    except Exception:
        # The display has ended.
        pass


def exit_status(stop):
    if stop.code is None:
        return 0
    if isinstance(stop.code, int):
        return stop.code & 0xFF
    print(stop.code, file=sys.stderr)
    return 1


def report():
    """Prints the traceback without the frames of this file."""
    kind, error, trace = sys.exc_info()
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    error = error.with_traceback(trace)
    try:
        if isinstance(error, SyntaxError) and trace is None:
            sys.stderr.write("".join(traceback.format_exception_only(kind, error)))
        else:
            sys.excepthook(kind, error, trace)
    except BaseException:
        traceback.print_exception(kind, error, trace)


def start(request):
    out_read, out_write = os.pipe()
    err_read, err_write = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.setpgid(0, 0)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGPIPE, signal.SIG_IGN)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.dup2(out_write, 1)
            os.dup2(err_write, 2)
            os.closerange(3, 1024)
            random.seed()
            gc.enable()
            pyautogui._screen.view = tuple(request["view"]) if request.get("view") else None
            status = run_in_child(request["code"], request["names"])
        finally:
            os._exit(status)
    os.close(out_write)
    os.close(err_write)
    watch(request, pid, {"output": out_read, "error": err_read})


def start_program(request):
    """Starts a program in a new session. Avoids a fork, which would copy this process's page tables."""
    pipes = {}
    try:
        for name in ("output",) if request["merge"] else ("output", "error"):
            pipes[name] = os.pipe()
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, pipes["output"][1], 1),
            (os.POSIX_SPAWN_DUP2, pipes.get("error", pipes["output"])[1], 2),
        ]
        os.chdir(request["folder"])
        pid = os.posix_spawn(
            request["file"],
            request["words"],
            request["environment"],
            file_actions=actions,
            setsid=True,
            setsigmask=(),
            setsigdef=TO_DEFAULT,
        )
    except Exception as error:
        for read, _ in pipes.values():
            os.close(read)
        is_of_system = isinstance(error, OSError)
        reason = f"[Errno {error.errno}] {error.strerror}" if is_of_system else str(error)
        send({"id": request["id"], "refused": reason, "ofSystem": is_of_system})
        return
    finally:
        for _, write in pipes.values():
            os.close(write)
        os.fchdir(HOME)
    job = watch(request, pid, {name: read for name, (read, _) in pipes.items()})
    job.keep = KEEP_OF_PROGRAM
    job.is_program = True


def watch(request, pid, descriptors):
    job = Job(request["id"], pid, time.monotonic() + request["timeoutMs"] / 1000)
    for name, descriptor in descriptors.items():
        os.set_blocking(descriptor, False)
        job.streams[name] = Stream(descriptor, job)
        selector.register(descriptor, selectors.EVENT_READ, (drain, job.streams[name]))
    jobs[job.id] = job
    by_pid[pid] = job
    return job


def drain(stream):
    """Reads at most 1 MiB from a pipe, so that an endless writer delays neither other jobs nor deadlines.

    Discards output beyond the job's limit, and all output after the job has been reported.
    """
    for _ in range(16):
        if not stream.open:
            return
        try:
            part = os.read(stream.descriptor, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        if not part:
            stream.open = False
            selector.unregister(stream.descriptor)
            os.close(stream.descriptor)
            if stream.job.returncode is not None and not stream.job.finished and not stream.job.is_open:
                finish(stream.job)
            return
        if stream.job.finished:
            return
        stream.kept += part[: stream.job.keep - len(stream.kept)]


def reap():
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        job = by_pid.pop(pid, None)
        if job is None:
            continue
        job.deadline = float("inf")
        status = os.waitstatus_to_exitcode(status)
        if job.is_program:
            for stream in job.streams.values():
                drain(stream)
            job.returncode = status
            if job.is_open:
                job.lingers_until = time.monotonic() + LINGER
                continue
        else:
            job.returncode = 124 if job.timed_out else status
            if job.timed_out:
                release_input()
        finish(job)


def release_input():
    """Releases the keys and buttons that the killed code held. Runs in a child, because the display may hang."""
    if os.fork() == 0:
        try:
            os.setpgid(0, 0)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.closerange(3, 1024)
            signal.alarm(RELEASE_LIMIT)
            pyautogui._held.release_all()
        finally:
            os._exit(0)


def finish(job):
    reply = {"id": job.id, "returncode": job.returncode, "timedOut": job.timed_out, "error": ""}
    # `drain` would otherwise finish the job again if a stream ends.
    job.returncode = None
    for name, stream in job.streams.items():
        drain(stream)
        reply[name] = stream.kept.decode("utf-8", "replace")
        stream.kept.clear()
    job.finished = True
    del jobs[job.id]
    send(reply)


def stop(job):
    """Kills the job's process group. Programs in other sessions continue."""
    if job.pid not in by_pid:
        return
    job.timed_out = True
    job.deadline = float("inf")
    for target in (lambda: os.killpg(job.pid, signal.SIGKILL), lambda: os.kill(job.pid, signal.SIGKILL)):
        try:
            target()
        except OSError:
            pass


def send(message):
    left = memoryview(json.dumps(message).encode() + b"\n")
    while left:
        left = left[os.write(CHANNEL, left) :]


def receive(buffer):
    part = os.read(CHANNEL, 1 << 20)
    if not part:
        os._exit(0)
    buffer += part
    while True:
        end = buffer.find(b"\n")
        if end < 0:
            return
        line = bytes(buffer[:end])
        del buffer[: end + 1]
        request = json.loads(line)
        if "cancel" in request:
            if request["cancel"] in jobs:
                stop(jobs[request["cancel"]])
        elif "words" in request:
            start_program(request)
        else:
            start(request)


def main():
    os.set_inheritable(CHANNEL, False)
    pyautogui._rules.deferred = True
    wake_read, wake_write = os.pipe()
    for descriptor in (wake_read, wake_write):
        os.set_blocking(descriptor, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    buffer = bytearray()
    selector.register(CHANNEL, selectors.EVENT_READ, (receive, buffer))
    selector.register(wake_read, selectors.EVENT_READ, (lambda: (os.read(wake_read, 512), reap()),))
    gc.collect()
    gc.disable()
    gc.freeze()
    send({"ready": True})
    while True:
        nearest = min((job.next_time for job in jobs.values()), default=float("inf"))
        wait = None if nearest == float("inf") else max(0, nearest - time.monotonic())
        for key, _ in selector.select(wait):
            key.data[0](*key.data[1:])
        now = time.monotonic()
        for job in [job for job in jobs.values() if job.next_time <= now]:
            if job.lingers_until <= now:
                finish(job)
            else:
                stop(job)


if __name__ == "__main__":
    main()
