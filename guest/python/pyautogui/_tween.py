"""Easing functions from elapsed time to distance, both as fractions (0..1)."""

import math


def linear(n):
    return n


def _power(exponent):
    def ease_in(n):
        return n**exponent

    def ease_out(n):
        return 1 - (1 - n) ** exponent

    def ease_in_out(n):
        return 0.5 * (2 * n) ** exponent if n < 0.5 else 1 - 0.5 * (2 * (1 - n)) ** exponent

    return ease_in, ease_out, ease_in_out


easeInQuad, easeOutQuad, easeInOutQuad = _power(2)
easeInCubic, easeOutCubic, easeInOutCubic = _power(3)
easeInQuart, easeOutQuart, easeInOutQuart = _power(4)
easeInQuint, easeOutQuint, easeInOutQuint = _power(5)


def _out_of(ease_in):
    return lambda n, *rest, **named: 1 - ease_in(1 - n, *rest, **named)


def _in_out_of(ease_in):
    def ease(n, *rest, **named):
        if n < 0.5:
            return ease_in(2 * n, *rest, **named) / 2
        return 1 - ease_in(2 * (1 - n), *rest, **named) / 2

    return ease


def easeInSine(n):
    return 1 - math.cos(n * math.pi / 2)


def easeInExpo(n):
    return 0 if n == 0 else 2 ** (10 * (n - 1))


def easeInCirc(n):
    return 1 - math.sqrt(1 - n * n)


def easeInBack(n, s=1.70158):
    return n * n * ((s + 1) * n - s)


def easeOutElastic(n, amplitude=1, period=0.3):
    if n in (0, 1):
        return n
    amplitude = max(amplitude, 1)
    shift = period / (2 * math.pi) * math.asin(1 / amplitude)
    return amplitude * 2 ** (-10 * n) * math.sin((n - shift) * 2 * math.pi / period) + 1


def easeInElastic(n, amplitude=1, period=0.3):
    return 1 - easeOutElastic(1 - n, amplitude, period)


def easeOutBounce(n):
    for limit, centre, floor in ((1, 0, 0), (2, 1.5, 0.75), (2.5, 2.25, 0.9375)):
        if n < limit / 2.75:
            return 7.5625 * (n - centre / 2.75) ** 2 + floor
    return 7.5625 * (n - 2.625 / 2.75) ** 2 + 0.984375


def easeInBounce(n):
    return 1 - easeOutBounce(1 - n)


easeOutSine, easeInOutSine = _out_of(easeInSine), _in_out_of(easeInSine)
easeOutExpo, easeInOutExpo = _out_of(easeInExpo), _in_out_of(easeInExpo)
easeOutCirc, easeInOutCirc = _out_of(easeInCirc), _in_out_of(easeInCirc)
easeOutBack, easeInOutBack = _out_of(easeInBack), _in_out_of(easeInBack)
easeInOutElastic, easeInOutBounce = _in_out_of(easeInElastic), _in_out_of(easeInBounce)


def getPointOnLine(x1, y1, x2, y2, n):
    """The point at fraction `n` of the line between two points."""
    return (x2 - x1) * n + x1, (y2 - y1) * n + y1
