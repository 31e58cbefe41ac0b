"""Runs the judge of the checkout in the current folder, as it is, once for each line of JSON on standard input, and says in a line how each went."""

import contextlib
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.getcwd())

from judge.run_judge import run_judging

for line in sys.stdin:
    try:
        with contextlib.redirect_stdout(sys.stderr):
            run_judging(**json.loads(line))
        said = {"error": None}
    except Exception as error:
        said = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(said), flush=True)
