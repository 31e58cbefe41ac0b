"""Clipboard access with pyperclip's API, through xclip."""

import subprocess
import time


class PyperclipException(RuntimeError):
    pass


def copy(text):
    """Copies a text, or a number as text, to the clipboard."""
    if not isinstance(text, (str, int, float, bool)):
        raise PyperclipException("only str, int, float, and bool values can be copied, not %s" % type(text).__name__)
    # xclip keeps running to serve the text. It must neither keep our streams open nor end with our process group.
    done = subprocess.run(
        ["xclip", "-selection", "clipboard"],
        input=str(text).encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    if done.returncode:
        raise PyperclipException("xclip could not take the text")
    # xclip returns slightly before it owns the clipboard, so an immediate paste would return the old text.
    for _ in range(40):
        if paste() == str(text):
            return
        time.sleep(0.01)


def paste():
    """Returns the text on the clipboard; empty if there is none."""
    done = subprocess.run(["xclip", "-selection", "clipboard", "-o"], capture_output=True, timeout=10)
    return done.stdout.decode("utf-8", "replace")


def is_available():
    return True
