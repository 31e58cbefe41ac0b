"""Runs pieces of Python code, each in a process of its own that is forked from this warm one.

Talks JSON lines over descriptor 3. In: {"id", "code", "timeoutMs", "view"} and {"cancel": id}. Out: {"ready": true} once, then for
each id {"id", "returncode", "output", "error", "timedOut"}. The code sees what `python3 -c` would give it: an empty
`__main__`, argv ["-c"], no input, its own process group. It is done when its process ends; programs that it left running
keep running, and what they still write is read and dropped.
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

# Imported ahead: what code on a desktop imports most.
import base64, collections, datetime, glob, itertools, math, random, re, shutil, socket, string, subprocess, tempfile  # noqa: E401, F401
import pyautogui
import pyautogui._rules
import pyautogui._screen

KEEP = 8 << 20  # bytes kept of each stream
CHANNEL = 3
# What is still in the pipes of an ended process is there at once; a program left running may write for ever.
selector = selectors.DefaultSelector()
jobs = {}
by_pid = {}


class Stream:
    """A pipe's reading end. Its number may be another pipe's once it is closed, so `open` counts and not the number."""

    def __init__(self, descriptor, job):
        self.descriptor, self.job = descriptor, job
        self.kept = bytearray()
        self.open = True


class Job:
    def __init__(self, identity, pid, deadline):
        self.id, self.pid, self.deadline = identity, pid, deadline
        self.streams = {}
        self.timed_out = False
        self.finished = False


def run_in_child(code, names):
    """Runs `code` as `python3 -c` does and returns the exit status. `names` are modules that the code finds imported."""
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


def exit_status(stop):
    if stop.code is None:
        return 0
    if isinstance(stop.code, int):
        return stop.code & 0xFF
    print(stop.code, file=sys.stderr)
    return 1


def report():
    """Prints the traceback without this file's own frames."""
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
    job = Job(request["id"], pid, time.monotonic() + request["timeoutMs"] / 1000)
    for name, descriptor in (("output", out_read), ("error", err_read)):
        os.set_blocking(descriptor, False)
        job.streams[name] = Stream(descriptor, job)
        selector.register(descriptor, selectors.EVENT_READ, (drain, job.streams[name]))
    jobs[job.id] = job
    by_pid[pid] = job


def drain(stream):
    """Reads what a pipe holds, 1 MiB at most: who writes without end must not hold up the others, nor the deadlines.

    Keeps it up to KEEP, and not at all after the job was reported.
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
            return
        if stream.job.finished:
            return
        stream.kept += part[: KEEP - len(stream.kept)]


def reap():
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        job = by_pid.pop(pid, None)
        if job is not None:
            finish(job, os.waitstatus_to_exitcode(status))


def finish(job, returncode):
    reply = {"id": job.id, "returncode": 124 if job.timed_out else returncode, "timedOut": job.timed_out}
    for name, stream in job.streams.items():
        drain(stream)
        reply[name] = stream.kept.decode("utf-8", "replace")
        stream.kept.clear()
    job.finished = True
    del jobs[job.id]
    send(reply)


def stop(job):
    """Ends the code and what runs in its process group; programs in a session of their own live on."""
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
        else:
            start(request)


def main():
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
        nearest = min((job.deadline for job in jobs.values()), default=float("inf"))
        wait = None if nearest == float("inf") else max(0, nearest - time.monotonic())
        for key, _ in selector.select(wait):
            key.data[0](*key.data[1:])
        now = time.monotonic()
        for job in [job for job in jobs.values() if job.deadline <= now]:
            stop(job)


if __name__ == "__main__":
    main()
