"""Toy door of the programming course: opens nothing. Exercise 4 is a code that works for every name."""

ALLOWED = {"amadi": "7731", "beran": "4402"}


def is_allowed(name, code):
    """True for a known name with its own code."""
    return ALLOWED.get(name) == code
