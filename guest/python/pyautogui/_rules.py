"""The fail-safe check before each call and the pause after it.

`PAUSE` and `FAILSAFE` are read from the package at each call, because code sets them there.
"""

import functools
import sys
import time

DEFAULT_PAUSE = 0.1
# True in the warm interpreter, which moves the default pause from after a call to before the next one. Menus still have
# time to open between calls, but the last call of an action returns immediately.
deferred = False
_next_call = 0.0


class PyAutoGUIException(Exception):
    """Base class of this module's errors."""


def at_most(limit, amount, call, unit):
    """Raises an error if `amount` would keep the desktop busy for longer than an action may take."""
    if not abs(float(amount)) <= limit:
        raise PyAutoGUIException("%s: %r is too much; one call does at most %d %s" % (call, amount, limit, unit))
    return amount


class FailSafeException(PyAutoGUIException):
    """The pointer is in a fail-safe corner."""


class ImageNotFoundException(PyAutoGUIException):
    """Never raised; exists for code that catches it."""


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
    """Decorator for public functions that send input."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        _wait_for_turn()
        fail_safe_check()
        result = function(*args, **kwargs)
        _pause(kwargs.get("_pause", True))
        return result

    return call
