"""Runs on another machine, over HTTP to its `osharm desktop env`. Doesn't import Inspect."""

import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ._protocol import action_reply
from ._run import Look, PlannedRun, RunOver, RunResult, Shown, look_of

# Starting a desktop and executing a step take much less.
_ANSWER_SECONDS = 900.0
_BUSY_SECONDS = 5.0


class Server:
    """`osharm desktop env` at `http://[any:TOKEN@]HOST:PORT`."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._token = parts.password
        self._base = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))

    def call(self, route: str, body: dict[str, Any]) -> Any:
        """Waits while all desktops are in use. Raises RuntimeError with the server's message."""
        headers = {"content-type": "application/json"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        while True:
            request = urllib.request.Request(f"{self._base}/osharm/runs/{route}", json.dumps(body).encode(), headers)
            try:
                with urllib.request.urlopen(request, timeout=_ANSWER_SECONDS) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code == 503:
                    time.sleep(_BUSY_SECONDS)
                    continue
                said = error.read().decode(errors="replace")
                raise RuntimeError(f"{self._base}/osharm/runs/{route}: {said[:1500]}") from error


class RemoteRun(Shown):
    """One planned run on the server. Has the methods of `OsharmRun`, which block, so call them from a thread."""

    def __init__(self, planned: PlannedRun, server: Server, seed: int, model: str) -> None:
        super().__init__()
        self._server = server
        self._planned = planned
        self._seed = seed
        self._model = model
        self._id: str | None = None
        self._result: RunResult | None = None

    def await_look(self) -> Look:
        """Starts the run and returns the first observation. Raises RunOver."""
        planned = self._planned
        chosen = {"domain": planned.domain, "task": planned.task, "vector": planned.vector, "goal": planned.goal}
        turn = self._server.call("start", {**chosen, "seed": self._seed, "model": self._model})
        self._id = turn["id"]
        return self._look(turn)

    def act(self, action: str, response: str) -> Look:
        """Executes one action: Python code or WAIT. Raises RunOver."""
        return self._look(self._act(action_reply(response, action, *self.shown)))

    def end(self, reply: dict[str, Any]) -> RunResult:
        """Sends the final reply and returns score and verdict."""
        if self._result is None:
            self._read(self._act(reply))
        if self._result is None:
            raise RuntimeError("osharm made no result.")
        return self._result

    def close(self) -> None:
        """Ends the run and its desktop if they are still running."""
        if self._id is not None and self._result is None:
            self._server.call("end", {"id": self._id})

    def _act(self, reply: dict[str, Any]) -> dict[str, Any]:
        return self._server.call("act", {"id": self._id, "reply": reply})

    def _look(self, turn: dict[str, Any]) -> Look:
        self._read(turn)
        if "observation" not in turn:
            raise RunOver("osharm has ended the run.")
        self.show(None, False)
        return look_of(turn)

    def _read(self, turn: dict[str, Any]) -> None:
        if "result" in turn:
            result = turn["result"]
            self._result = RunResult(**{**result, "directory": Path(result["directory"])})
