import { both, type Payload } from './payload.ts';

/** Seconds after which every program of a storm has ended by itself. */
export const stormSeconds = 10;

/** `count` programs of their own session that repeat `body` until the hard stop. `begin` runs once in each of them. */
const storm = (count: number, begin: string, body: string): string => `
import ctypes, os, signal, socket, struct, threading, time
end = time.time() + ${stormSeconds}
for n in range(${count}):
    try: child = os.fork()
    except OSError: break
    if child == 0:
        try:
            signal.alarm(${stormSeconds + 2})
            os.setsid(); null = os.open('/dev/null', os.O_RDWR)
            for one in range(3): os.dup2(null, one)
            ${begin}
            while time.time() < end:
                ${body}
        finally: os._exit(0)
time.sleep(2)`;

const many = 400;
const tick = '0.0005';

/** Programs that are woken all the time: the kernel's work for them counts for nobody's share of the processors. */
export const stormPayloads: readonly Payload[] = [
  ...both(
    'storm-of-interval-timers',
    storm(
      many,
      `signal.signal(signal.SIGALRM, lambda *_: None); signal.setitimer(signal.ITIMER_REAL, ${tick}, ${tick})`,
      'signal.pause()',
    ),
  ),
  ...both('storm-of-sleeps', storm(many, 'pass', `time.sleep(${tick})`)),
  ...both(
    'storm-of-timer-descriptors',
    storm(
      many,
      `libc = ctypes.CDLL(None); timer = libc.timerfd_create(1, 0); libc.timerfd_settime(timer, 0, struct.pack('4q', 0, 500000, 0, 500000), None)`,
      'os.read(timer, 8)',
    ),
  ),
  ...both('storm-of-waits', storm(many, 'event = threading.Event()', `event.wait(${tick})`)),
  ...both(
    'storm-of-signals',
    storm(
      200,
      'signal.signal(signal.SIGUSR1, lambda *_: None); other = os.fork(); other = other or os.getppid()',
      'os.kill(other, signal.SIGUSR1); time.sleep(0.0001)',
    ),
  ),
  ...both(
    'storm-of-pipes',
    storm(
      200,
      'a, b = os.pipe(); c, d = os.pipe(); first = os.fork()\n            if first: os.write(b, b"x")',
      '(os.read(c, 1), os.write(b, b"x")) if first else (os.read(a, 1), os.write(d, b"x"))',
    ),
  ),
  ...both(
    'storm-of-sockets',
    storm(
      200,
      'a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); first = os.fork()\n            if first: a.send(b"x")',
      '(a.recv(1), a.send(b"x")) if first else (b.recv(1), b.send(b"x"))',
    ),
  ),
  ...both(
    'storm-of-page-faults',
    storm(
      100,
      'import mmap; memory = mmap.mmap(-1, 1 << 20)',
      'memory.madvise(mmap.MADV_DONTNEED); [memory.__setitem__(at, 1) for at in range(0, 1 << 20, 4096)]',
    ),
  ),
  ...both(
    'storm-of-x-requests',
    storm(
      20,
      `import sys; sys.path.insert(0, '/usr/lib/session/python'); from pyautogui import _x11; screen = _x11.Connection()`,
      'screen.pointer()',
    ),
  ),
  ...both(
    'storm-of-notifications',
    storm(
      200,
      `libc = ctypes.CDLL(None); place = '/tmp/n%d' % (n % 4); os.makedirs(place, exist_ok=True); watch = libc.inotify_init1(os.O_NONBLOCK); libc.inotify_add_watch(watch, place.encode(), 0xfff); name = place + '/%d' % n`,
      `open(name, 'w').close(); os.unlink(name)\n                try: os.read(watch, 65536)\n                except OSError: pass`,
    ),
  ),
  ...both(
    'storm-of-futexes',
    storm(
      200,
      'import mmap; words = mmap.mmap(-1, 4096); libc = ctypes.CDLL(None); word = ctypes.addressof(ctypes.c_int.from_buffer(words)); first = os.fork(); wait = struct.pack("qq", 0, 500000)',
      'libc.syscall(202, ctypes.c_void_p(word), 1, 1, None); libc.syscall(202, ctypes.c_void_p(word), 0, 0, wait)',
    ),
  ),
  ...both('storm-of-yields', storm(many, 'pass', 'os.sched_yield()')),
];
