"""Loads the modules that don't import Inspect, without their package."""

import importlib
import sys
import types
from pathlib import Path

_package = types.ModuleType("osharm")
_package.__path__ = [str(Path(__file__).parents[1] / "src" / "osharm")]
sys.modules["osharm"] = _package
actions = importlib.import_module("osharm._actions")
keys = importlib.import_module("osharm._keys")
protocol = importlib.import_module("osharm._protocol")
