"""Write an agent for osharm."""

import base64
import json
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Union

__all__ = ["Feedback", "Observation", "Reply", "Request", "Task", "serve"]

PROTOCOL = "osharm-agent/1"


@dataclass(frozen=True)
class Task:
    """The task of a run."""

    instruction: str
    observation_type: str
    action_space: str
    width: int
    height: int


@dataclass(frozen=True)
class Observation:
    """An observation of the desktop."""

    screenshot: bytes
    """PNG."""
    accessibility_tree: str
    """XML."""
    tree: str
    """The tree as a table with one row per element and tab-separated columns."""


@dataclass(frozen=True)
class Feedback:
    """The result of one action of the previous step."""

    returncode: int
    error: str
    output: str


@dataclass(frozen=True)
class Request:
    """The request for one step."""

    step: int
    """0-based."""
    instruction: str
    observation: Observation
    feedback: List[Feedback]


@dataclass
class Reply:
    """The agent's response to one step."""

    response: str
    actions: List[Union[str, Dict[str, Any]]]
    """pyautogui code, ``WAIT``, ``DONE`` or ``FAIL``, or objects in action space computer_13."""
    extra: Dict[str, Any] = field(default_factory=dict)
    """Further fields of the protocol: ``usage``, ``notes``, ``end``, ``actor``, ``shown``."""


def serve(agent: Union[Callable[[Request], Reply], type]) -> None:
    """Answers osharm's requests until the run ends.

    ``agent`` is a function of a request, or a class with a ``predict`` method that is instantiated for each run. If the
    class also has a method ``remember(request, reply)``, an interrupted run continues: osharm calls it with each recorded
    step instead of ``predict``.
    """
    requests, replies = sys.stdin, sys.stdout
    # The agent's output must not mix with replies.
    sys.stdout = sys.stderr
    predict = None if isinstance(agent, type) else agent
    remember = None
    for line in requests:
        message = json.loads(line)
        if message["type"] == "close":
            return
        if message["type"] == "reset":
            if message["protocol"] != PROTOCOL:
                raise RuntimeError(f"osharm speaks {message['protocol']}, and this package {PROTOCOL}.")
            if isinstance(agent, type):
                running = agent(_task(message))
                predict, remember = running.predict, getattr(running, "remember", None)
            answer = {} if remember is None else {"remembers": True}
        elif message["type"] == "remember":
            remember(_request(message), Reply(message["response"], message["actions"]))
            answer = {}
        else:
            if predict is None:
                raise RuntimeError("A step came before the run began.")
            reply = predict(_request(message))
            answer = {**reply.extra, "response": reply.response, "actions": reply.actions}
        replies.write(json.dumps(answer) + "\n")
        replies.flush()


def _task(message: Dict[str, Any]) -> Task:
    screen = message["screen"]
    return Task(
        message["instruction"], message["observation_type"], message["action_space"], screen["width"], screen["height"]
    )


def _request(message: Dict[str, Any]) -> Request:
    seen = message["observation"]
    observation = Observation(
        base64.b64decode(seen["screenshot"]), seen["accessibility_tree"], seen["linearised_tree"]
    )
    feedback = [Feedback(one["returncode"], one["error"], one.get("output", "")) for one in message["feedback"]]
    return Request(message["step"], message["instruction"], observation, feedback)
