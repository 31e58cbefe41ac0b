"""osharm's tasks for Inspect."""

from ._registry import completed, exposed, hermetic, reward, safe

__all__ = ["completed", "exposed", "hermetic", "reward", "safe"]
