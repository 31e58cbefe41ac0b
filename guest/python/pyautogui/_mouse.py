"""Mouse functions."""

import time

from . import _screen, _x11
from ._rules import PyAutoGUIException, action, at_most, fail_safe_check, package
from ._tween import getPointOnLine, linear

LEFT, MIDDLE, RIGHT, PRIMARY, SECONDARY = "left", "middle", "right", "primary", "secondary"
_BUTTONS = {LEFT: 1, MIDDLE: 2, RIGHT: 3, PRIMARY: 1, SECONDARY: 3}
_BUTTONS.update({number: number for number in range(1, 8)})
# Steps of a drag without duration, so that programs recognise it as movement.
_DRAG_STEPS = 8
# Limits of one call. An action is stopped after 90 seconds.
MOST_NOTCHES = 10_000
MOST_CLICKS = 1_000
MOST_SECONDS = 90


def _button(button):
    number = _BUTTONS.get(button.lower() if isinstance(button, str) else button)
    if number is None:
        raise PyAutoGUIException(
            "button argument must be one of 'left', 'middle', 'right', 'primary', 'secondary', 1 to 7, not %r" % (button,)
        )
    return number


def _point(x, y):
    """Converts `x` and `y` to a screen position: numbers, a pair as `x`, or None for the pointer's position."""
    if isinstance(x, str):
        _screen.no_images()
    if hasattr(x, "__len__"):
        if len(x) == 2:
            if y is not None:
                raise PyAutoGUIException("when passing a pair of numbers as x, y must be left out")
            x, y = x
        elif len(x) == 4:
            x, y = x[0] + x[2] / 2, x[1] + x[3] / 2
        else:
            raise PyAutoGUIException("the sequence passed as x must hold two or four numbers, not %d" % len(x))
    here = _screen.pointer() if x is None or y is None else None
    point = _screen.to_screen(0 if x is None else x, 0 if y is None else y)
    return here.x if x is None else point[0], here.y if y is None else point[1]


def _offset(x, y):
    if hasattr(x, "__len__") and not isinstance(x, str):
        x, y = x
    return _screen.length_to_screen(x or 0, y or 0)


def _jump(x, y):
    limit = 32767
    connection = _x11.connection()
    connection.fake(_x11.MOTION, 0, max(-limit, min(limit, int(x))), max(-limit, min(limit, int(y))))
    connection.sync()


def _glide(x, y, duration, tween):
    root = package()
    if duration is None or duration <= root.MINIMUM_DURATION:
        return _jump(x, y)
    at_most(MOST_SECONDS, duration, "duration", "seconds")
    start = _screen.pointer()
    steps = max(abs(x - start.x), abs(y - start.y))
    pause = duration / steps if steps else duration
    if pause < root.MINIMUM_SLEEP:
        steps = max(1, int(duration / root.MINIMUM_SLEEP))
        pause = duration / steps
    for step in range(1, steps + 1):
        time.sleep(pause)
        _jump(*(round(part) for part in getPointOnLine(start.x, start.y, x, y, tween(step / steps))))
        if step < steps:
            fail_safe_check()
    return _jump(x, y)


def _press(number):
    _x11.connection().fake(_x11.BUTTON_PRESS, number)


def _release(number):
    _x11.connection().fake(_x11.BUTTON_RELEASE, number)


def _click(number, clicks, interval):
    connection = _x11.connection()
    at_most(MOST_CLICKS, clicks, "click", "clicks")
    for index in range(int(clicks)):
        if index:
            fail_safe_check()
        _press(number)
        _release(number)
        connection.sync()
        time.sleep(max(0, interval))


def _move_if_given(x, y, duration, tween):
    if x is not None or y is not None:
        _glide(*_point(x, y), duration, tween)


@action
def moveTo(x=None, y=None, duration=0.0, tween=linear, logScreenshot=False, _pause=True):
    _glide(*_point(x, y), duration, tween)


@action
def moveRel(xOffset=None, yOffset=None, duration=0.0, tween=linear, logScreenshot=False, _pause=True):
    dx, dy = _offset(xOffset, yOffset)
    here = _screen.pointer()
    _glide(here.x + dx, here.y + dy, duration, tween)


move = moveRel


def _drag(x, y, duration, tween, button, mouseDownUp):
    number = _button(button)
    start = _screen.pointer()
    if mouseDownUp:
        _press(number)
        _x11.connection().sync()
    if duration is None or duration <= package().MINIMUM_DURATION:
        for step in range(1, _DRAG_STEPS):
            _jump(*getPointOnLine(start.x, start.y, x, y, step / _DRAG_STEPS))
    _glide(x, y, duration, tween)
    if mouseDownUp:
        _release(number)
        _x11.connection().sync()


@action
def dragTo(
    x=None, y=None, duration=0.0, tween=linear, button=PRIMARY, logScreenshot=None, _pause=True, mouseDownUp=True
):
    _drag(*_point(x, y), duration, tween, button, mouseDownUp)


@action
def dragRel(
    xOffset=0, yOffset=0, duration=0.0, tween=linear, button=PRIMARY, logScreenshot=None, _pause=True, mouseDownUp=True
):
    dx, dy = _offset(xOffset, yOffset)
    if dx == 0 and dy == 0:
        return
    here = _screen.pointer()
    _drag(here.x + dx, here.y + dy, duration, tween, button, mouseDownUp)


drag = dragRel


@action
def mouseDown(x=None, y=None, button=PRIMARY, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    number = _button(button)
    _move_if_given(x, y, duration, tween)
    _press(number)
    _x11.connection().sync()


@action
def mouseUp(x=None, y=None, button=PRIMARY, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    number = _button(button)
    _move_if_given(x, y, duration, tween)
    _release(number)
    _x11.connection().sync()


@action
def click(
    x=None, y=None, clicks=1, interval=0.0, button=PRIMARY, duration=0.0, tween=linear, logScreenshot=None, _pause=True
):
    number = _button(button)
    _move_if_given(x, y, duration, tween)
    _click(number, clicks, interval)


@action
def leftClick(x=None, y=None, interval=0.0, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    _move_if_given(x, y, duration, tween)
    _click(1, 1, interval)


@action
def rightClick(x=None, y=None, interval=0.0, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    _move_if_given(x, y, duration, tween)
    _click(3, 1, interval)


@action
def middleClick(x=None, y=None, interval=0.0, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    _move_if_given(x, y, duration, tween)
    _click(2, 1, interval)


@action
def doubleClick(x=None, y=None, interval=0.0, button=LEFT, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    number = _button(button)
    _move_if_given(x, y, duration, tween)
    _click(number, 2, interval)


@action
def tripleClick(x=None, y=None, interval=0.0, button=LEFT, duration=0.0, tween=linear, logScreenshot=None, _pause=True):
    number = _button(button)
    _move_if_given(x, y, duration, tween)
    _click(number, 3, interval)


def _wheel(clicks, x, y, forward, back):
    at_most(MOST_NOTCHES, clicks, "scroll", "notches")
    _move_if_given(x, y, 0, linear)
    number = forward if clicks >= 0 else back
    for _ in range(abs(int(clicks))):
        _press(number)
        _release(number)
    _x11.connection().sync()


@action
def scroll(clicks, x=None, y=None, logScreenshot=None, _pause=True):
    """Scrolls up for positive `clicks`, down for negative."""
    _wheel(clicks, x, y, 4, 5)


vscroll = scroll


@action
def hscroll(clicks, x=None, y=None, logScreenshot=None, _pause=True):
    """Scrolls right for positive `clicks`, left for negative."""
    _wheel(clicks, x, y, 7, 6)
