"""Presses keys and types text over XTEST, including characters that the keyboard layout lacks."""

import time

from . import _x11
from ._keys import keysym

SHIFT = 0xFFE1
# A key may be remapped only after programs have read its last event. The active window is given REMAP_LIMIT seconds to
# confirm this. If it doesn't, remapping waits REMAP_WAIT more seconds.
REMAP_WAIT = 0.25
REMAP_LIMIT = 10
NEXT_SPARE = "_KEYBOARD_NEXT_SPARE"


class Keyboard:
    """The keyboard map of one connection, and spare keys that can be remapped."""

    def __init__(self, connection):
        self._x = connection
        self._where = {}
        self._spare = []
        self._shift = None
        self._load()

    def _load(self):
        first = self._x.first_keycode
        modifiers = self._x.modifier_keycodes()
        # A key with the same character in both columns was remapped earlier by this module.
        for index, row in enumerate(self._x.keyboard_map()):
            code = first + index
            filled = [symbol for symbol in row if symbol]
            ours = len(filled) >= 2 and len(set(filled)) == 1 and row[0] == row[1] and _is_carried(row[0])
            if code > first and code not in modifiers and (not filled or ours):
                self._spare.append(code)
            for level in (0, 1):
                if level < len(row) and row[level]:
                    self._where.setdefault(row[level], (code, level == 1))
        self._shift = self._where.get(SHIFT, (50, False))[0]

    def find(self, name):
        """Returns `(keycode, needs shift)` for a key name or character, or None if there is no such key."""
        symbol = keysym(name)
        if symbol is None:
            return None
        if symbol not in self._where and len(name) == 1:
            self.provide(name)
        return self._where.get(symbol)

    def provide(self, text):
        """Maps spare keys to missing characters of `text`. Returns the length of the prefix that can be typed."""
        wanted, reach = [], len(text)
        for position, character in enumerate(text):
            symbol = keysym(character)
            if symbol is None or symbol in wanted:
                continue
            if symbol in self._where:
                continue
            if len(wanted) == len(self._spare):
                reach = position
                break
            wanted.append(symbol)
        if wanted:
            self._assign(wanted, set(keysym(character) for character in text[:reach]))
        return reach

    def _assign(self, symbols, keep):
        count = len(self._spare)
        start = (self._x.root_property(NEXT_SPARE) or 0) % count
        kept = {self._where[symbol][0] for symbol in keep if symbol in self._where}
        order = [self._spare[(start + i) % count] for i in range(count)]
        free = [code for code in order if code not in kept] + [code for code in order if code in kept]
        chosen = free[: len(symbols)]
        carried = {where for where, _ in self._where.values()}
        if carried.intersection(chosen):
            if not self._x.await_active_window(REMAP_LIMIT):
                time.sleep(REMAP_WAIT)
        for code, symbol in zip(chosen, symbols):
            for old in [known for known, (where, _) in self._where.items() if where == code]:
                del self._where[old]
            self._x.change_keyboard_map(code, [symbol, symbol])
            self._where[symbol] = (code, False)
        self._x.set_root_property(NEXT_SPARE, (self._spare.index(chosen[-1]) + 1) % count)
        self._x.sync()

    def down(self, name):
        """Presses a key without releasing it. Ignores unknown keys and characters, like pyautogui."""
        found = self.find(name)
        if found is None:
            return
        code, shifted = found
        if shifted:
            self._x.fake(_x11.KEY_PRESS, self._shift)
        self._x.fake(_x11.KEY_PRESS, code)
        if shifted:
            self._x.fake(_x11.KEY_RELEASE, self._shift)

    def up(self, name):
        found = self.find(name)
        if found is not None:
            self._x.fake(_x11.KEY_RELEASE, found[0])

    def tap(self, name):
        """Presses and releases a key, with shift if the character requires it."""
        found = self.find(name)
        if found is None:
            return
        code, shifted = found
        if shifted:
            self._x.fake(_x11.KEY_PRESS, self._shift)
        self._x.fake(_x11.KEY_PRESS, code)
        self._x.fake(_x11.KEY_RELEASE, code)
        if shifted:
            self._x.fake(_x11.KEY_RELEASE, self._shift)

    def sync(self):
        self._x.sync()


def _is_carried(symbol):
    return 0xA0 <= symbol <= 0xFF or symbol & 0xFF000000 == 0x01000000


_keyboard = None


def keyboard():
    """Returns the keyboard of this process's connection; a forked child gets a new one."""
    global _keyboard
    connection = _x11.connection()
    if _keyboard is None or _keyboard._x is not connection:
        _keyboard = Keyboard(connection)
    return _keyboard
