"""What every call does around its work: the fail-safe corner before, the pause after.

`PAUSE` and `FAILSAFE` are read from the package at each call, since code sets them there.
"""

import functools
import sys
import time

DEFAULT_PAUSE = 0.1
# True in the interpreter that is kept warm: an untouched PAUSE is then waited for before the next call instead of after
# this one. Calls keep their distance (menus get time to open) and the last call of an action returns at once.
deferred = False
_next_call = 0.0


class PyAutoGUIException(Exception):
    """Something that this module can't do."""


def at_most(limit, amount, call, unit):
    """Refuses what would keep the desktop busy for longer than an action may take. Takes any number."""
    if not abs(float(amount)) <= limit:
        raise PyAutoGUIException("%s: %r is too much; one call does at most %d %s" % (call, amount, limit, unit))
    return amount


class FailSafeException(PyAutoGUIException):
    """The pointer is in a corner while FAILSAFE is on."""


class ImageNotFoundException(PyAutoGUIException):
    """Kept for code that catches it: images aren't searched for here."""


def package():
    return sys.modules[__package__]


def fail_safe_check():
    root = package()
    if root.FAILSAFE and tuple(root.position()) in root.FAILSAFE_POINTS:
        raise FailSafeException(
            "The pointer is in a corner of the screen. To turn this check off, set pyautogui.FAILSAFE to False."
        )


def _wait_for_turn():
    global _next_call
    left = _next_call - time.monotonic()
    if left > 0:
        time.sleep(left)
    _next_call = 0.0


def _pause(wanted):
    global _next_call
    seconds = package().PAUSE
    if not wanted or not seconds or seconds < 0:
        return
    if deferred and seconds == DEFAULT_PAUSE:
        _next_call = time.monotonic() + seconds
    else:
        time.sleep(seconds)


def action(function):
    """Marks a public call that sends input."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        _wait_for_turn()
        fail_safe_check()
        result = function(*args, **kwargs)
        _pause(kwargs.get("_pause", True))
        return result

    return call
