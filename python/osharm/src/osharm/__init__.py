"""Write an agent for osharm (``serve``), or use one of its desktops (``Desktop``).

``osharm.gym`` is a gymnasium environment and ``osharm.inspect`` has tasks for Inspect; they need the extras ``gym`` and
``inspect``.
"""

from .agent import Feedback, Observation, Reply, Request, Task, serve
from .desktop import Desktop, DesktopError, Ran

__all__ = ["Desktop", "DesktopError", "Feedback", "Observation", "Ran", "Reply", "Request", "Task", "serve"]
