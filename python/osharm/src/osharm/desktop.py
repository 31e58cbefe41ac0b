"""Use a desktop from Python.

``Desktop.connect(url)`` connects to ``osharm desktop serve`` or to any desktop that runs osharm's control server.
"""

import json
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, List, Optional, Union

__all__ = ["Desktop", "DesktopError", "Ran"]


class DesktopError(RuntimeError):
    """The desktop did not respond, or returned an error. ``status`` is the HTTP status; None without a response."""

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Ran:
    """The result of a command or of Python code."""

    returncode: int
    output: str
    error: str


class Desktop:
    """A desktop. It keeps running when this program exits; ``reset`` replaces it with a fresh one."""

    def __init__(self, url: str, width: int, height: int) -> None:
        self.url = url
        self.width = width
        self.height = height

    @classmethod
    def connect(cls, url: str) -> "Desktop":
        """Connects to an address such as ``http://127.0.0.1:5000``. Raises DesktopError if no desktop responds."""
        base = url.rstrip("/")
        health = json.loads(_ask("GET", base + "/v2/health"))
        return cls(base, health["display"]["width"], health["display"]["height"])

    def screenshot(self) -> bytes:
        """The screen as a PNG."""
        return _ask("GET", self.url + "/screenshot")

    def tree(self) -> str:
        """The accessibility tree as XML."""
        return str(json.loads(_ask("GET", self.url + "/accessibility"))["AT"])

    def settle(self) -> None:
        """Waits until the screen stops changing, for up to 5 seconds."""
        self._post("/v2/settle", {})

    def execute(self, code: str) -> Ran:
        """Runs Python code on the desktop, with ``pyautogui`` and ``time`` imported. The result contains any error."""
        return _ran(self._post("/v2/python", {"code": code}))

    def click(self, x: int, y: int, button: str = "left", clicks: int = 1) -> Ran:
        return self.execute(f"pyautogui.click({int(x)}, {int(y)}, button={button!r}, clicks={int(clicks)})")

    def write(self, text: str) -> Ran:
        """Types text."""
        return self.execute(f"pyautogui.write({text!r})")

    def press(self, *keys: str) -> Ran:
        """Presses keys together: ``press("ctrl", "s")``."""
        return self.execute(f"pyautogui.hotkey(*{list(keys)!r})")

    def run(self, command: Union[str, List[str]]) -> Ran:
        """Runs a command on the desktop and waits for it. A string is run by the shell, a list is run directly."""
        return _ran(self._post("/execute", {"command": command, "shell": isinstance(command, str)}))

    def read_file(self, path: str) -> bytes:
        body, kind = _form({"file_path": path})
        return _ask("POST", self.url + "/file", body, kind)

    def write_file(self, path: str, content: bytes) -> None:
        body, kind = _form({"file_path": path}, content)
        _ask("POST", self.url + "/setup/upload", body, kind)

    def reset(self) -> None:
        """Replaces the desktop with a fresh one. Only for desktops that ``osharm desktop serve`` started."""
        _ask("POST", self.url + "/v2/reset", b"")

    def _post(self, path: str, message: Any) -> Any:
        return json.loads(_ask("POST", self.url + path, json.dumps(message).encode(), "application/json"))


def _ran(answer: Any) -> Ran:
    return Ran(answer["returncode"], answer["output"], answer["error"])


# Desktops are local, so requests must bypass any proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _ask(method: str, url: str, body: Optional[bytes] = None, kind: Optional[str] = None) -> bytes:
    headers = {} if kind is None else {"Content-Type": kind}
    request = urllib.request.Request(url, data=body, headers=headers, method=method)
    try:
        with _opener.open(request, timeout=300) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        said = error.read(2000).decode("utf-8", "replace").strip()
        raise DesktopError(f"{method} {url}: {error.code} {said}", error.code) from error
    except OSError as error:
        raise DesktopError(f"{method} {url}: {error}") from error


def _form(fields: "dict[str, str]", content: Optional[bytes] = None) -> "tuple[bytes, str]":
    """Encodes a multipart form, with or without a file."""
    edge = uuid.uuid4().hex
    parts = [f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode() for name, text in fields.items()]
    if content is not None:
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file_data"; filename="file"\r\n\r\n'
        parts.append(head.encode() + content + b"\r\n")
    parts.append(f"--{edge}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={edge}"
