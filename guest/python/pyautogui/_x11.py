"""A minimal X11 client for input (XTEST, the pointer, the keyboard map, pixels).

It has no dependencies, so that importing it is fast. A process has one connection, opened on first use.
"""

import os
import select
import socket
import struct
import threading
import time

KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION = 2, 3, 4, 5, 6
# Pause after this many events: a million without a pause would block the desktop for minutes.
BURST = 200
# Seconds to wait for the active window to confirm, and to pause if it doesn't.
BURST_LIMIT = 2
BURST_PAUSE = 0.05


class XError(RuntimeError):
    """The X server is unreachable or returned an error."""


class Connection:
    def __init__(self, display=None):
        display = display or os.environ.get("DISPLAY", ":0")
        number = display.rpartition(":")[2].split(".")[0]
        self._lock = threading.RLock()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect("/tmp/.X11-unix/X" + number)
        except OSError as error:
            raise XError("can't reach the display %s: %s" % (display, error)) from error
        self._received = bytearray()
        self._sequence = 0
        self._pending = []
        self._messages = []
        self._burst = 0
        # Release events for the keys and buttons that this connection still holds down.
        self._held = []
        self._atoms = {}
        name, data = _authority(number)
        self._socket.sendall(
            struct.pack("<BxHHHHxx", 0x6C, 11, 0, len(name), len(data)) + _padded(name) + _padded(data)
        )
        head = self._read(8)
        body = self._read(struct.unpack_from("<H", head, 6)[0] * 4)
        if head[0] != 1:
            raise XError("the display refused the connection: %s" % body[: head[1]].decode("latin-1"))
        vendor, formats = struct.unpack_from("<H", body, 16)[0], body[21]
        self.first_keycode, self.last_keycode = body[26], body[27]
        screen = 32 + ((vendor + 3) & ~3) + 8 * formats
        self.root = struct.unpack_from("<I", body, screen)[0]
        self.width, self.height = struct.unpack_from("<HH", body, screen + 20)
        name = b"XTEST"
        found = self.request(98, 0, struct.pack("<Hxx", len(name)) + _padded(name))
        if not found[8]:
            raise XError("the display has no XTEST extension")
        self._xtest = found[9]

    def _read(self, count):
        while len(self._received) < count:
            part = self._socket.recv(1 << 20)
            if not part:
                raise XError("the display went away")
            self._received += part
        taken = bytes(self._received[:count])
        del self._received[:count]
        return taken

    def send(self, opcode, detail, body=b""):
        """Queues a request without a reply."""
        with self._lock:
            self._pending.append(struct.pack("<BBH", opcode, detail, 1 + len(body) // 4) + body)
            self._sequence = (self._sequence + 1) & 0xFFFF

    def request(self, opcode, detail, body=b""):
        """Sends all queued requests and this one, and returns its reply."""
        with self._lock:
            self.send(opcode, detail, body)
            self._socket.sendall(b"".join(self._pending))
            self._pending.clear()
            failure = None
            while True:
                head = self._read(32)
                sequence = struct.unpack_from("<H", head, 2)[0]
                if head[0] == 1:
                    more = struct.unpack_from("<I", head, 4)[0] * 4
                    reply = head + (self._read(more) if more else b"")
                    if sequence == self._sequence:
                        if failure:
                            raise failure
                        return reply
                elif head[0] == 0:
                    failure = XError("X error %d in request %d" % (head[1], head[10]))
                    if sequence == self._sequence:
                        raise failure
                elif head[0] & 0x7F == 33:
                    self._messages.append(head)

    def sync(self):
        """Returns when the server has handled all earlier requests."""
        self.request(43, 0)

    def fake(self, kind, detail, x=0, y=0):
        """Sends an input event (XTEST FakeInput)."""
        self.send(self._xtest, 2, struct.pack("<BBxxII8xhh8x", kind, detail, 0, self.root if kind == MOTION else 0, x, y))
        self._burst += 1
        if kind in (KEY_PRESS, BUTTON_PRESS):
            self._held.append((kind + 1, detail))
        elif (kind, detail) in self._held:
            self._held.remove((kind, detail))
        # Never pause between press and release, because the key would repeat.
        if self._burst >= BURST and kind in (KEY_RELEASE, BUTTON_RELEASE, MOTION):
            self._burst = 0
            self.sync()
            is_wheel = kind == BUTTON_RELEASE and detail > 3
            try:
                is_read = self.await_active_window(BURST_LIMIT)
            except XError:  # the window was closed
                is_read = False
            if is_wheel or not is_read:
                time.sleep(BURST_PAUSE)

    def release_held(self):
        """Releases what was pressed over this connection."""
        for kind, detail in reversed(self._held):
            self.send(self._xtest, 2, struct.pack("<BBxxII8xhh8x", kind, detail, 0, 0, 0, 0))
        self._held.clear()
        self.sync()

    def pointer(self):
        reply = self.request(38, 0, struct.pack("<I", self.root))
        return struct.unpack_from("<hh", reply, 16)

    def pointer_mask(self):
        """Pressed modifiers and buttons as a bit mask: Lock is 2, button 1 is 0x100."""
        reply = self.request(38, 0, struct.pack("<I", self.root))
        return struct.unpack_from("<H", reply, 24)[0]

    def pressed_keycodes(self):
        """Keycodes of all pressed keys."""
        bits = self.request(44, 0)[8:40]
        return [code for code in range(256) if bits[code // 8] >> code % 8 & 1]

    def keyboard_map(self):
        """Lists of keysyms, one for each keycode from `first_keycode` on."""
        count = self.last_keycode - self.first_keycode + 1
        reply = self.request(101, 0, struct.pack("<BBxx", self.first_keycode, count))
        width = reply[1]
        flat = struct.unpack_from("<%dI" % (width * count), reply, 32)
        return [flat[i * width : (i + 1) * width] for i in range(count)]

    def change_keyboard_map(self, keycode, keysyms):
        self.send(100, 1, struct.pack("<BBxx%dI" % len(keysyms), keycode, len(keysyms), *keysyms))

    def modifier_keycodes(self):
        """Keycodes of all modifiers."""
        reply = self.request(119, 0)
        return {code for code in reply[32 : 32 + 8 * reply[1]] if code}

    def words(self, window, name):
        """32-bit values of a window property; empty if it doesn't exist."""
        reply = self.request(20, 0, struct.pack("<IIIII", window, self._atom(name), 0, 0, 256))
        count = struct.unpack_from("<I", reply, 16)[0] if reply[1] == 32 else 0
        return struct.unpack_from("<%dI" % count, reply, 32)

    def root_property(self, name):
        """First value of a root window property, or None."""
        return next(iter(self.words(self.root, name)), None)

    def set_root_property(self, name, value):
        self.send(18, 0, struct.pack("<IIIBxxxII", self.root, self._atom(name), 6, 32, 1, value))

    def _atom(self, name):
        if name not in self._atoms:
            text = name.encode("latin-1")
            reply = self.request(16, 0, struct.pack("<Hxx", len(text)) + _padded(text))
            self._atoms[name] = struct.unpack_from("<I", reply, 8)[0]
        return self._atoms[name]

    def await_active_window(self, seconds):
        """Waits until the active window's program has read all events sent so far, which _NET_WM_PING confirms.

        Returns False if there is no active window, it doesn't support pings, or it doesn't answer in time.
        """
        window = self.root_property("_NET_ACTIVE_WINDOW")
        protocols, ping = self._atom("WM_PROTOCOLS"), self._atom("_NET_WM_PING")
        if not window or ping not in self.words(window, "WM_PROTOCOLS"):
            return False
        serial = 0x7E000000 | (os.getpid() & 0xFFFF) << 8 | len(self._messages) & 0xFF
        self.send(2, 0, struct.pack("<III", self.root, 0x800, 0x80000))  # receive messages to the root window
        message = struct.pack("<BBHII5I", 33, 32, 0, window, protocols, ping, serial, window, 0, 0)
        self.send(25, 0, struct.pack("<II", window, 0) + message)
        self.sync()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for head in self._messages:
                if struct.unpack_from("<I", head, 8)[0] == protocols and struct.unpack_from("<II", head, 12) == (ping, serial):
                    self._messages.clear()
                    return True
            select.select([self._socket], [], [], 0.05)
            self.sync()
        return False

    def pixels(self, x, y, width, height):
        """Pixels of a screen rectangle in BGRX order."""
        return self.request(73, 2, struct.pack("<IhhHHI", self.root, x, y, width, height, 0xFFFFFFFF))[32:]


def _padded(data):
    return data + bytes(-len(data) % 4)


def _authority(number):
    path = os.environ.get("XAUTHORITY") or os.path.expanduser("~/.Xauthority")
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return b"", b""
    position = 0
    while position + 2 <= len(content):
        position += 2
        fields = []
        for _ in range(4):
            (length,) = struct.unpack_from(">H", content, position)
            fields.append(content[position + 2 : position + 2 + length])
            position += 2 + length
        if fields[1] in (b"", number.encode()) and fields[2] == b"MIT-MAGIC-COOKIE-1":
            return fields[2], fields[3]
    return b"", b""


_connection = None
_connection_owner = None


def connection():
    """Returns this process's connection; a forked child gets a new one."""
    global _connection, _connection_owner
    if _connection is None or _connection_owner != os.getpid():
        _connection = Connection()
        _connection_owner = os.getpid()
    return _connection


def release_held():
    """Releases what this process pressed, if it has a connection."""
    if _connection is not None and _connection_owner == os.getpid():
        _connection.release_held()
