"""Releases pressed keys, mouse buttons and Caps Lock, including those that other programs pressed."""

from . import _x11
from ._keys import KEYSYMS

CAPS_LOCK = 0xFFE5
BUTTONS = {1: "left button", 2: "middle button", 3: "right button"}
# The first name of a keysym wins: `shift` and `shiftleft` are the same key.
_NAMES = {}
for _name, _symbol in KEYSYMS.items():
    if len(_name) > 1:
        _NAMES.setdefault(_symbol, _name)


def release_all():
    """Releases all keys and buttons, switches Caps Lock off, and returns their names."""
    connection = _x11.connection()
    rows = connection.keyboard_map()
    names = []
    for code in connection.pressed_keycodes():
        row = rows[code - connection.first_keycode] if code >= connection.first_keycode else ()
        names.append(_key_name(code, row))
        connection.fake(_x11.KEY_RELEASE, code)
    mask = connection.pointer_mask()
    for button in range(1, 6):
        if mask & 0x80 << button:
            names.append(BUTTONS.get(button, "button %d" % button))
            connection.fake(_x11.BUTTON_RELEASE, button)
    connection.sync()
    if connection.pointer_mask() & 2:
        code = next((connection.first_keycode + at for at, row in enumerate(rows) if CAPS_LOCK in row), None)
        if code is not None:
            names.append("Caps Lock")
            connection.fake(_x11.KEY_PRESS, code)
            connection.fake(_x11.KEY_RELEASE, code)
            connection.sync()
    return names


def _key_name(code, row):
    symbol = next((symbol for symbol in row if symbol), None)
    if symbol in _NAMES:
        return _NAMES[symbol]
    if symbol is not None and 0x20 < symbol <= 0xFF:
        return chr(symbol)
    return "key %d" % code
