"""Keyboard functions."""

import contextlib
import time

from ._keyboard import keyboard
from ._keys import KEY_NAMES, keysym
from ._rules import action, at_most, fail_safe_check


# Limits of one call.
MOST_PRESSES = 10_000
MOST_CHARACTERS = 100_000


def isValidKey(key):
    """True if `key` is a key name or a character that can be typed."""
    return keysym(_name(key)) is not None


def isShiftCharacter(character):
    return character.isupper() or character in set('~!@#$%^&*()_+{}|:"<>?')


def _name(key):
    return key.lower() if len(key) > 1 else key


def _names(keys):
    return [_name(keys)] if isinstance(keys, str) else [_name(key) for key in keys]


@action
def keyDown(key, logScreenshot=None, _pause=True):
    keys = keyboard()
    keys.down(_name(key))
    keys.sync()


@action
def keyUp(key, logScreenshot=None, _pause=True):
    keys = keyboard()
    keys.up(_name(key))
    keys.sync()


@action
def press(keys, presses=1, interval=0.0, logScreenshot=None, _pause=True):
    """Presses a key, or each key of a list, `presses` times. Ignores unknown names, like pyautogui."""
    _press(_names(keys), presses, interval)


def _press(names, presses, interval):
    at_most(MOST_PRESSES, presses, "press", "presses")
    board = keyboard()
    for _ in range(int(presses)):
        for name in names:
            fail_safe_check()
            board.tap(name)
        if interval > 0:
            board.sync()
            time.sleep(interval)
    board.sync()


@contextlib.contextmanager
def hold(keys, logScreenshot=None, _pause=True):
    """Holds one or more keys during a `with` block."""
    names = _names(keys)
    board = keyboard()
    for name in names:
        board.down(name)
    board.sync()
    try:
        yield
    finally:
        for name in names:
            board.up(name)
        board.sync()


@action
def hotkey(*args, logScreenshot=None, interval=0.0, _pause=True):
    """Presses keys in order and releases them in reverse. Accepts names or a single list of names."""
    if len(args) == 1 and not isinstance(args[0], str):
        args = tuple(args[0])
    names = _names(args)
    board = keyboard()
    for name in names:
        board.down(name)
        if interval > 0:
            board.sync()
            time.sleep(interval)
    for name in reversed(names):
        board.up(name)
        if interval > 0:
            board.sync()
            time.sleep(interval)
    board.sync()


@action
def write(message, interval=0.0, logScreenshot=None, _pause=True):
    """Types a Unicode string, or presses each key of a list."""
    if not isinstance(message, str):
        for key in message:
            _press([_name(key)], 1, interval)
        return
    at_most(MOST_CHARACTERS, len(message), "write", "characters")
    board = keyboard()
    rest = message.replace("\r\n", "\n")
    while rest:
        reach = board.provide(rest)
        for character in rest[:reach]:
            board.tap(character)
            if interval > 0:
                board.sync()
                time.sleep(interval)
                fail_safe_check()
        board.sync()
        rest = rest[reach:]


typewrite = write
KEYBOARD_KEYS = KEY_NAMES
