"""The clipboard, with pyperclip's two functions, by way of xclip."""

import subprocess
import time


class PyperclipException(RuntimeError):
    pass


def copy(text):
    """Puts text (or a number, as text) on the clipboard."""
    if not isinstance(text, (str, int, float, bool)):
        raise PyperclipException("only str, int, float, and bool values can be copied, not %s" % type(text).__name__)
    # xclip stays behind to hand the text out: it must not keep our streams open, nor end with our process group.
    done = subprocess.run(
        ["xclip", "-selection", "clipboard"],
        input=str(text).encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    if done.returncode:
        raise PyperclipException("xclip could not take the text")
    # xclip comes back a moment before the clipboard is its own: a paste right after would give what was there.
    for _ in range(40):
        if paste() == str(text):
            return
        time.sleep(0.01)


def paste():
    """The text on the clipboard; empty where there is none."""
    done = subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True, timeout=10)
    return done.stdout.decode("utf-8", "replace")


def is_available():
    return True
