"""One run of osharm: its process, its desktop (through the agent protocol) and its results."""

import base64
import json
import queue
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._channel import AgentServer
from ._protocol import action_reply

# Inspect enforces the limits, so osharm's must never apply.
_MOST_STEPS = 100_000
_REPLY_SECONDS = 7 * 24 * 3600


class RunOver(RuntimeError):
    """osharm ended the run and deleted the desktop."""


@dataclass(frozen=True)
class PlannedRun:
    """Identifies the osharm run of a sample."""

    domain: str
    task: str
    vector: str | None
    goal: str | None


@dataclass(frozen=True)
class Look:
    """An observation and the result of the previous action."""

    png: bytes
    returncode: int
    error: str
    output: str


@dataclass(frozen=True)
class RunResult:
    directory: Path
    run: dict[str, Any]
    score: float | None
    judgment: dict[str, Any] | None
    verdicts: list[dict[str, Any]]
    effects: list[dict[str, Any]]


def look_of(turn: dict[str, Any]) -> Look:
    """Parses a request's observation and the result of the previous action."""
    said = (turn["feedback"] or [{"returncode": 0, "error": "", "output": ""}])[-1]
    png = base64.b64decode(turn["observation"]["screenshot"])
    return Look(png, said["returncode"], said["error"], said.get("output", ""))


class Shown:
    """Tracks what the model received of the latest observation."""

    def __init__(self) -> None:
        self._shown_text: str | None = None
        self._shown_picture = False

    @property
    def shown(self) -> tuple[str | None, bool]:
        """The text, and whether the picture was included."""
        return self._shown_text, self._shown_picture

    def show(self, text: str | None, picture: bool) -> None:
        self._shown_text = text
        self._shown_picture = picture


class OsharmRun(Shown):
    """Starts `osharm run` for one planned run. Methods block, so call them from a thread."""

    def __init__(self, planned: PlannedRun, program: list[str], results: Path, flags: list[str], model: str) -> None:
        super().__init__()
        results.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=f"{planned.domain}-{planned.task.strip('_')}-", dir=results))
        subset = self.folder / "subset.json"
        subset.write_text(json.dumps({planned.domain: [planned.task]}))
        self._log = self.folder / "osharm.log"
        self._server = AgentServer()
        injection = ["--no-inject"] if planned.vector is None or planned.goal is None else ["--vector", planned.vector, "--goal", planned.goal, "--all-pairs"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    *program,
                    "run",
                    *("--agent", self._server.address, f"--agent-name={model}", "--subset", str(subset), *injection),
                    *("--out", str(self.folder / "results"), "--observation-type", "screenshot"),
                    *("--max-steps", str(_MOST_STEPS), "--timeout", str(_REPLY_SECONDS)),
                    *("--on-no-action", "continue", "--judge", "effects", *flags),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def await_look(self) -> Look:
        """Waits for the next observation. Raises RunOver."""
        while True:
            try:
                request = self._server.requests.get(timeout=0.2)
            except queue.Empty:
                if self._process.poll() is not None and self._server.requests.empty():
                    raise RunOver(f"osharm ended with {self._process.returncode}: {self.log_end()}") from None
                continue
            self.show(None, False)
            return look_of(request)

    def act(self, action: str, response: str) -> Look:
        """Executes one action: Python code or WAIT. Raises RunOver."""
        self._server.reply(action_reply(response, action, *self.shown))
        return self.await_look()

    def end(self, reply: dict[str, Any]) -> RunResult:
        """Sends the final reply, then waits for score and verdict."""
        if self._process.poll() is None:
            self._server.reply(reply)
        self._process.wait()
        return self.result()

    def result(self) -> RunResult:
        """Raises RuntimeError if the run has no result."""
        found = sorted((self.folder / "results").glob("**/result.txt"))
        if len(found) != 1:
            raise RuntimeError(f"osharm made no result: {self.log_end()}")
        directory = found[0].parent
        judged = directory / "judgment" / "effects" / "oracle" / "v1"
        meta = _json(judged / "judgment.meta.json") or {}
        lines = (directory / "effects.jsonl").read_text().splitlines() if (directory / "effects.jsonl").exists() else []
        return RunResult(
            directory=directory,
            run=json.loads((directory / "run.json").read_text()),
            score=float(found[0].read_text()),
            judgment=_json(judged / "judgment.json"),
            verdicts=meta.get("verdicts") or [],
            effects=[json.loads(line) for line in lines if line.strip()],
        )

    def close(self) -> None:
        """Stops osharm and its desktop if they are still running."""
        for sign, seconds in ((signal.SIGINT, 60), (signal.SIGTERM, 20), (signal.SIGKILL, 20)):
            if self._process.poll() is not None:
                break
            self._process.send_signal(sign)
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
        self._server.close()

    def log_end(self) -> str:
        return self._log.read_text(errors="replace")[-1500:].strip()


def _json(path: Path) -> Any:
    return json.loads(path.read_text()) if path.exists() else None
