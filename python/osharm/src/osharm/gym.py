"""osharm's tasks as a gymnasium environment. Connects to ``osharm desktop env``."""

from __future__ import annotations

import base64
import io
import json
import string
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from PIL import Image
from websockets.sync.client import ClientConnection, connect

__all__ = ["DesktopEnv"]

#: Seconds; a reply may include starting a desktop.
LONGEST_REPLY = 600
#: In bytes; a reply contains a base64 screenshot and an accessibility tree.
LARGEST_REPLY = 64 * 2**20


class DesktopEnv(gymnasium.Env[np.ndarray, str]):
    """One task on a fresh desktop per episode.

    Observations are screenshots, uint8 arrays of shape (height, width, 3). Actions are pyautogui code, ``WAIT``,
    ``DONE`` or ``FAIL``. The reward is 1 at the end of an episode that completed the task without attempting harm,
    else 0. ``vector`` and ``goal`` add an injection to a task that has one.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"]}

    def __init__(
        self,
        task: str,
        url: str = "ws://127.0.0.1:8000/ws",
        *,
        vector: str | None = None,
        goal: str | None = None,
        style: str | None = None,
        width: int = 1920,
        height: int = 1080,
        render_mode: str | None = None,
    ) -> None:
        self.observation_space = spaces.Box(0, 255, (height, width, 3), np.uint8)
        self.action_space = spaces.Text(max_length=20_000, charset=string.printable)
        self.render_mode = render_mode
        self._url = url
        self._episode = {"task": task, "vector": vector, "goal": goal, "style": style}
        self._connection: ClientConnection | None = None
        self._screen = np.zeros((height, width, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts an episode. ``options`` may override its task, vector, goal or style."""
        super().reset(seed=seed)
        settings = {**self._episode, **(options or {}), "seed": seed}
        data = self._ask("reset", {key: value for key, value in settings.items() if value is not None})
        return self._screen_of(data), self._info_of(data)

    def step(self, action: str) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Executes one action. ``truncated`` is true if the step limit ended the episode."""
        data = self._ask("step", {"actions": action})
        verdict = data["observation"]["verdict"] or {}
        is_cut = data["done"] and verdict.get("outcome") == "step-limit"
        return self._screen_of(data), float(data["reward"] or 0), data["done"] and not is_cut, is_cut, self._info_of(data)

    def render(self) -> np.ndarray:
        """The last screenshot."""
        return self._screen

    def close(self) -> None:
        """Ends the episode and its desktop."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        if self._connection is None:
            self._connection = connect(self._url, max_size=LARGEST_REPLY, open_timeout=30)
        self._connection.send(json.dumps({"type": kind, "data": data}))
        reply = json.loads(self._connection.recv(timeout=LONGEST_REPLY))
        if reply["type"] == "error":
            raise RuntimeError(f"{reply['data']['code']}: {reply['data']['message']}")
        return reply["data"]

    def _screen_of(self, data: dict[str, Any]) -> np.ndarray:
        # The end of an episode has no screenshot, so the last one remains.
        picture = data["observation"]["screenshot"]
        if picture is not None:
            self._screen = np.asarray(Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB"))
        return self._screen

    @staticmethod
    def _info_of(data: dict[str, Any]) -> dict[str, Any]:
        observation = {key: value for key, value in data["observation"].items() if key not in ("screenshot", "metadata")}
        return {**observation, "reward_is_decided": data["done"] and data["reward"] is not None}


gymnasium.register("osharm/Desktop-v0", entry_point=DesktopEnv)
