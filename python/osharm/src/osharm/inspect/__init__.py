"""osharm's tasks for Inspect."""

from ._registry import completed, exposed, hermetic, safe

__all__ = ["completed", "exposed", "hermetic", "safe"]
