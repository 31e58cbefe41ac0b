"""Keyboard and mouse control with pyautogui's API, based directly on XTEST.

Differences from the original: FAILSAFE is off by default; `write` types any Unicode text; unsupported functions (message
boxes, locating images, window objects) raise an error.
"""

import time as _time

from . import _rules
from ._keys import KEY_NAMES
from ._mouse import (
    LEFT, MIDDLE, PRIMARY, RIGHT, SECONDARY, click, doubleClick, drag, dragRel, dragTo, hscroll, leftClick, middleClick,
    mouseDown, mouseUp, move, moveRel, moveTo, rightClick, scroll, tripleClick, vscroll,
)
from ._rules import FailSafeException, ImageNotFoundException, PyAutoGUIException
from ._rules import fail_safe_check as failSafeCheck
from ._screen import (
    Point, Size, center, locate, locateAll, locateAllOnScreen, locateCenterOnScreen, locateOnScreen, locateOnWindow,
    onScreen, pixel, pixelMatchesColor, position, resolution, screenshot, size,
)
from ._tween import (
    easeInBack, easeInBounce, easeInCirc, easeInCubic, easeInElastic, easeInExpo, easeInOutBack, easeInOutBounce,
    easeInOutCirc, easeInOutCubic, easeInOutElastic, easeInOutExpo, easeInOutQuad, easeInOutQuart, easeInOutQuint,
    easeInOutSine, easeInQuad, easeInQuart, easeInQuint, easeInSine, easeOutBack, easeOutBounce, easeOutCirc,
    easeOutCubic, easeOutElastic, easeOutExpo, easeOutQuad, easeOutQuart, easeOutQuint, easeOutSine, getPointOnLine,
    linear,
)
from ._typing import KEYBOARD_KEYS, hold, hotkey, isShiftCharacter, isValidKey, keyDown, keyUp, press, typewrite, write

__version__ = "0.9.54"

PAUSE = _rules.DEFAULT_PAUSE
FAILSAFE = False
FAILSAFE_POINTS = [(0, 0)]
MINIMUM_DURATION = 0.1
MINIMUM_SLEEP = 0.05
DARWIN_CATCH_UP_TIME = 0.01
LOG_SCREENSHOTS = False
LOG_SCREENSHOTS_LIMIT = 10
G_LOG_SCREENSHOTS_FILENAMES = []
QWERTY, QWERTZ = "qwerty", "qwertz"


def sleep(seconds):
    _time.sleep(seconds)


def countdown(seconds):
    """Prints a countdown in seconds on one line."""
    for left in range(int(seconds), 0, -1):
        print(left, end=" ", flush=True)
        _time.sleep(1)
    print()


def useImageNotFoundException(value=None):
    """Has no effect, because locating images is not supported."""


def getInfo():
    """Returns platform, version, module, executable, screen size and time, like the original."""
    import datetime
    import platform
    import sys

    return platform.platform(), sys.version, __version__, sys.executable, size(), datetime.datetime.now()


def _missing(name, instead):
    def call(*args, **kwargs):
        raise NotImplementedError("pyautogui.%s() is not available here: %s" % (name, instead))

    call.__name__ = name
    return call


alert = _missing("alert", "print() the text instead")
confirm = _missing("confirm", "nobody is there to answer a message box")
prompt = _missing("prompt", "nobody is there to answer a message box")
password = _missing("password", "nobody is there to answer a message box")
mouseInfo = _missing("mouseInfo", "use position() and pixel()")
displayMousePosition = _missing("displayMousePosition", "use position() and pixel()")
run = _missing("run", "call the functions themselves")
printInfo = lambda dontPrint=False: "\n".join(str(part) for part in getInfo())  # noqa: E731
for _name in (
    "getActiveWindow getActiveWindowTitle getWindowsAt getWindowsWithTitle getAllWindows getAllTitles"
).split():
    globals()[_name] = _missing(_name, "window objects don't exist on Linux; wmctrl lists and activates windows")
del _name
