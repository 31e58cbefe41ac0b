"""An osharm desktop as an Inspect sandbox.

Each call of Inspect's computer tool, `bash` and `python` is one action of the run.
"""

import base64
import io
import json
import os
import shlex
from pathlib import Path
from typing import Any, Literal, Union, cast, overload

import anyio
from anyio.to_thread import run_sync
from inspect_ai.event import ModelEvent, SampleLimitEvent
from inspect_ai.log import transcript
from inspect_ai.model import get_model
from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
    sandboxenv,
)
from PIL import Image
from pydantic import BaseModel, ConfigDict
from typing_extensions import override

from . import _actions as actions
from ._protocol import DONE, FAIL, action_reply, end_reply
from ._remote import RemoteRun, Server
from ._run import Look, OsharmRun, PlannedRun, RunOver, RunResult

_TOOL = "/opt/inspect/tool/computer_tool.py"
_HOME = "/home/user"
# Seconds; less than osharm's limit for an action.
_LONGEST_COMMAND = 80.0
_LONGEST_FILE = 20 * 1024 * 1024


class OsharmConfig(BaseModel):
    """How to run osharm for a task."""

    model_config = ConfigDict(frozen=True)
    osharm: str
    """Shell command that starts osharm."""
    results: str
    """A folder; each sample creates a subfolder."""
    flags: tuple[str, ...] = ()
    """Additional flags of `osharm run`."""
    desktops: str | None = None
    """Address of an `osharm desktop env` that executes the runs. Defaults to this machine."""
    seed: int = 0
    """Seed of the runs at that address."""


@sandboxenv(name="osharm")
class OsharmSandbox(SandboxEnvironment):
    """One desktop, from the task's setup to its verdict."""

    def __init__(self, run: OsharmRun | RemoteRun, screen: tuple[int, int]) -> None:
        super().__init__()
        self._run = run
        self._screen = screen
        self._said: str | None = None
        self._result: RunResult | None = None
        self._one_at_a_time = anyio.Lock()

    @override
    @classmethod
    def default_concurrency(cls) -> int | None:
        return max(1, (os.cpu_count() or 2) // 2)

    @override
    @classmethod
    def config_deserialize(cls, config: dict[str, Any]) -> BaseModel:
        return OsharmConfig.model_validate(config)

    @override
    @classmethod
    async def sample_init(
        cls, task_name: str, config: SandboxEnvironmentConfigType | None, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        if not isinstance(config, OsharmConfig):
            raise TypeError("The sandbox osharm is for the task osharm/hermetic.")
        planned = PlannedRun(**{name: metadata.get(name) for name in ("domain", "task", "vector", "goal")})  # type: ignore[arg-type]
        # The name in osharm's results, so that reports pool the samples of a model.
        model = str(get_model())
        run: OsharmRun | RemoteRun
        if config.desktops is None:
            run = OsharmRun(planned, shlex.split(config.osharm), Path(config.results).absolute(), list(config.flags), model)
        else:
            run = RemoteRun(planned, Server(config.desktops), config.seed, model)
        try:
            look = await run_sync(run.await_look, abandon_on_cancel=True)
            return {"default": cls(run, _size(look.png))}
        except BaseException:
            with anyio.CancelScope(shield=True):
                await run_sync(run.close)
            raise

    @override
    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        with anyio.CancelScope(shield=True):
            for one in environments.values():
                await run_sync(one.as_type(OsharmSandbox)._run.close)

    @override
    async def exec(
        self,
        cmd: list[str],
        input: str | bytes | None = None,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        if user not in (None, "user"):
            raise SandboxUserUnsupportedError(f"Commands run as the desktop's user, not as {user}.")
        if cmd[1:2] == [_TOOL]:
            return await self._computer(cmd[2:])
        if _TOOL in cmd:
            # Inspect checks for the tool's file, which the desktop doesn't have.
            return ExecResult(True, 0, "", "")
        seconds = min(timeout or _LONGEST_COMMAND, _LONGEST_COMMAND)
        folder = os.path.join(_HOME, cwd or "")
        given = input.encode() if isinstance(input, str) else input
        look = await self._act(
            actions.command_code(cmd, given, folder, env or {}, seconds), f"exec {json.dumps(cmd, ensure_ascii=False)}"
        )
        returncode, stdout, stderr = _printed(look)
        if returncode is None:
            raise TimeoutError(f"The command took longer than {seconds:g} seconds.")
        texts = [base64.b64decode(one).decode(errors="replace") for one in (stdout, stderr)]
        self._run.show("\n".join(texts), False)
        return ExecResult(returncode == 0, returncode, *texts)

    @override
    async def write_file(self, file: str, contents: str | bytes) -> None:
        path = os.path.join(_HOME, file)
        data = contents.encode() if isinstance(contents, str) else contents
        _raise_for(await self._act(actions.write_code(path, data), f"write_file {path}"), path)

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    @override
    async def read_file(self, file: str, text: bool = True) -> Union[str, bytes]:
        path = os.path.join(_HOME, file)
        look = await self._act(actions.read_code(path, _LONGEST_FILE), f"read_file {path}")
        _raise_for(look, path)
        data = base64.b64decode(look.output)
        self._run.show(data.decode(errors="replace"), False)
        return data.decode() if text else data

    async def conclude(self, answer: str, stop_reason: str | None) -> RunResult:
        """Ends the run with the model's final answer and returns the result. Later calls return the same result."""
        async with self._one_at_a_time:
            if self._result is None:
                reply = self._last_word(answer, stop_reason)
                self._result = await run_sync(self._run.end, reply)
            return self._result

    def _last_word(self, answer: str, stop_reason: str | None) -> dict[str, Any]:
        shown = self._run.shown
        limits = [event for event in transcript().events if isinstance(event, SampleLimitEvent)]
        if limits:
            return end_reply(answer, "step-limit", limits[-1].message, *shown)
        if stop_reason == "content_filter":
            return end_reply(answer, "provider-refusal", "The provider's filter ended the reply.", *shown)
        last_line = (answer.strip().splitlines() or [""])[-1].strip()
        return action_reply(answer, FAIL if last_line == FAIL else DONE, *shown)

    async def _computer(self, words: list[str]) -> ExecResult[str]:
        try:
            call = actions.computer_call(words, self._screen)
        except actions.CallError as error:
            return _tool_result({"error": str(error)})
        look = await self._act(call.code, f"computer {json.dumps(words, ensure_ascii=False)}")
        if look.returncode != 0:
            line = (look.error.strip().splitlines() or ["no error output"])[-1]
            return _tool_result({"error": f"It failed with exit code {look.returncode}: {line}"})
        if call.prints:
            self._run.show(look.output, False)
            return _tool_result({"output": look.output.strip()})
        self._run.show(None, True)
        return _tool_result({"base64_image": base64.b64encode(_shown(look.png, call.region)).decode()})

    async def _act(self, code: str, what: str) -> Look:
        async with self._one_at_a_time:
            response = "\n".join(part for part in (self._new_words(), what) if part)
            try:
                return await run_sync(self._run.act, code, response, abandon_on_cancel=True)
            except RunOver as error:
                raise SandboxUnavailableError(f"The desktop is gone. {error}") from error

    def _new_words(self) -> str:
        """The model's text for this call. Empty for further calls of the same reply."""
        last = next((event for event in reversed(transcript().events) if isinstance(event, ModelEvent)), None)
        if last is None or last.uuid == self._said:
            return ""
        self._said = last.uuid
        return last.output.completion.strip()


def _printed(look: Look) -> tuple[int | None, str, str]:
    try:
        returncode, stdout, stderr = json.loads(look.output)
    except ValueError as error:
        if look.returncode == 0:
            raise OutputLimitExceededError("10 MiB", look.output[:1000]) from error
        raise RuntimeError(f"The command could not be run: {look.error[-500:]}") from error
    return cast(int | None, returncode), stdout, stderr


def _raise_for(look: Look, path: str) -> None:
    if look.returncode == 0:
        return
    for kind in (FileNotFoundError, PermissionError, IsADirectoryError):
        if kind.__name__ in look.error:
            raise kind(path)
    if "OverflowError" in look.error:
        raise OutputLimitExceededError("20 MiB", None)
    raise RuntimeError(f"{path}: {look.error[-500:]}")


def _tool_result(result: dict[str, str]) -> ExecResult[str]:
    return ExecResult(True, 0, json.dumps(result), "")


def _size(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as picture:
        return picture.size


def _shown(png: bytes, region: tuple[int, int, int, int] | None) -> bytes:
    """The picture, or a region of it, at the screen size that Inspect reports to models."""
    with Image.open(io.BytesIO(png)) as picture:
        part = picture if region is None else picture.crop(region)
        small = part.resize((actions.SHOWN_WIDTH, actions.SHOWN_HEIGHT), Image.Resampling.LANCZOS)
        written = io.BytesIO()
        small.save(written, "PNG")
        return written.getvalue()
