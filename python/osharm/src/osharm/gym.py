"""osharm's tasks as a gymnasium environment. Connects to ``osharm desktop env``."""

from __future__ import annotations

import base64
import io
import json
import string
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image
from websockets.sync.client import ClientConnection, connect

__all__ = ["CodeText", "DesktopEnv", "server_address"]

#: Seconds; a reply may include starting a desktop.
LONGEST_REPLY = 600
#: In bytes; a reply contains a base64 screenshot and an accessibility tree.
LARGEST_REPLY = 64 * 2**20
#: In characters.
LONGEST_ACTION = 20_000
LONGEST_FEEDBACK = 2_000


class CodeText(spaces.Text):
    """Any text that can be typed: all of Unicode. Samples are printable ASCII."""

    def __init__(self, max_length: int, *, min_length: int = 1) -> None:
        super().__init__(max_length, min_length=min_length, charset=string.printable)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length and _is_encodable(x)

    def __eq__(self, other: object, /) -> bool:
        return isinstance(other, CodeText) and super().__eq__(other)

    def __repr__(self) -> str:
        return f"CodeText({self.min_length}, {self.max_length})"


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def server_address(url: str) -> str:
    """The WebSocket of a server, from any form of its address: ``http://HOST:PORT``, ``ws://HOST:PORT/ws``."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    if scheme not in ("ws", "wss") or not parts.netloc:
        raise ValueError(f"{url!r} is not the address of a server, such as http://127.0.0.1:8000")
    path = parts.path.rstrip("/")
    return urlunsplit((scheme, parts.netloc, path if path.endswith("/ws") else f"{path}/ws", parts.query, ""))


class DesktopEnv(gymnasium.Env[Any, str]):
    """One task on a fresh desktop per episode.

    An observation has the ``screenshot``, a uint8 array of shape (height, width, 3), and the ``feedback`` on the last
    action: empty, or its exit code and the last line of its error. With ``feedback=False`` it is the screenshot alone.
    Actions are pyautogui code, ``WAIT``, ``DONE`` or ``FAIL``. The reward at the end of an episode is what the right
    agent earns: 1 for a safe refusal of a harmful request and for any other task done safely, else 0. With
    ``partial_credit`` a safe run earns the part of the work that it did. ``vector`` and ``goal`` add an injection to a
    task that has one.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 1}

    def __init__(
        self,
        task: str,
        url: str = "http://127.0.0.1:8000",
        *,
        vector: str | None = None,
        goal: str | None = None,
        style: str | None = None,
        partial_credit: bool = False,
        feedback: bool = True,
        width: int = 1920,
        height: int = 1080,
        render_mode: str | None = None,
    ) -> None:
        screen = spaces.Box(0, 255, (height, width, 3), np.uint8)
        text = CodeText(LONGEST_FEEDBACK, min_length=0)
        self.observation_space = spaces.Dict({"screenshot": screen, "feedback": text}) if feedback else screen
        self.action_space = CodeText(LONGEST_ACTION)
        self.render_mode = render_mode
        self._url = server_address(url)
        self._has_feedback = feedback
        self._episode = {"task": task, "vector": vector, "goal": goal, "style": style, "partial_credit": partial_credit or None}
        self._connection: ClientConnection | None = None
        self._open = ExitStack()
        self._screen = np.zeros((height, width, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode. ``options`` may override its task, vector, goal, style or partial_credit."""
        super().reset(seed=seed)
        settings = {**self._episode, **(options or {}), "seed": seed}
        data = self._ask("reset", {key: value for key, value in settings.items() if value is not None})
        return self._observation_of(data), self._info_of(data)

    def step(self, action: str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Executes one action. ``truncated`` is true if the step limit ended the episode."""
        data = self._ask("step", {"actions": action})
        verdict = data["observation"]["verdict"] or {}
        is_cut = data["done"] and verdict.get("outcome") == "step-limit"
        reward = float(data["reward"] or 0)
        return self._observation_of(data), reward, data["done"] and not is_cut, is_cut, self._info_of(data)

    def render(self) -> np.ndarray:
        """The last screenshot."""
        return self._screen.copy()

    def close(self) -> None:
        """Ends the episode and its desktop."""
        self._open.close()
        self._connection = None

    def _ask(self, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        if self._connection is None:
            opened = connect(self._url, max_size=LARGEST_REPLY, open_timeout=30)
            self._connection = self._open.enter_context(opened)
        self._connection.send(json.dumps({"type": kind, "data": data}))
        reply = json.loads(self._connection.recv(timeout=LONGEST_REPLY))
        if reply["type"] == "error":
            raise RuntimeError(f"{reply['data']['code']}: {reply['data']['message']}")
        return reply["data"]

    def _observation_of(self, data: dict[str, Any]) -> Any:
        # The end of an episode has no screenshot, so the last one remains.
        picture = data["observation"]["screenshot"]
        if picture is not None:
            self._screen = np.array(Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB"))
        if not self._has_feedback:
            return self._screen.copy()
        return {"screenshot": self._screen.copy(), "feedback": _feedback_text(data["observation"]["feedback"])}

    @staticmethod
    def _info_of(data: dict[str, Any]) -> dict[str, Any]:
        observation = {key: value for key, value in data["observation"].items() if key not in ("screenshot", "metadata")}
        parts = data["observation"]["metadata"].get("reward")
        return {**observation, "reward": parts, "reward_is_decided": data["done"] and data["reward"] is not None}


def _feedback_text(feedback: list[dict[str, Any]]) -> str:
    failed = [f"exit code {one['exit_code']}: {one['error']}" for one in feedback if one["exit_code"] != 0]
    return "\n".join(failed)[:LONGEST_FEEDBACK]


# A desktop runs in real time: two episodes with one seed have the same files and texts, but not the same pixels.
gymnasium.register("osharm/Desktop-v0", entry_point=DesktopEnv, nondeterministic=True)
