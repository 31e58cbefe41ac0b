"""Loads the modules that don't import Inspect, without their package."""

import importlib
import sys
import types
from pathlib import Path

_package = types.ModuleType("osharm_inspect")
_package.__path__ = [str(Path(__file__).parents[1] / "src" / "osharm" / "inspect")]
sys.modules["osharm_inspect"] = _package
actions = importlib.import_module("osharm_inspect._actions")
keys = importlib.import_module("osharm_inspect._keys")
protocol = importlib.import_module("osharm_inspect._protocol")
