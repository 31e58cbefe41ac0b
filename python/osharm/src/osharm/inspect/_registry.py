"""Inspect's entry point: the task, the scorers and the sandbox."""

from ._sandbox import OsharmSandbox
from ._scorers import completed, exposed, reward, safe
from ._task import hermetic

__all__ = ["OsharmSandbox", "completed", "exposed", "hermetic", "reward", "safe"]
