"""Makes the input files and the golden values of the metrics: what desktop-env's own functions return. See oracle.py."""

import contextlib
import copy
import io
import json
import logging
import math
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
logging.disable(logging.CRITICAL)

from cases import CASES, TOLERANCE  # noqa: E402
import cases_browser  # noqa: E402,F401
import cases_documents  # noqa: E402,F401
import cases_pictures  # noqa: E402,F401
import cases_settings  # noqa: E402,F401
import cases_sheets  # noqa: E402,F401
import cases_slides  # noqa: E402,F401
import cases_text  # noqa: E402,F401
from files import folder  # noqa: E402
from oracle import oracle  # noqa: E402


def resolved(value):
    if isinstance(value, dict) and set(value) == {"file"}:
        return os.path.join(folder, value["file"])
    if isinstance(value, list):
        return [resolved(one) for one in value]
    return copy.deepcopy(value)


def run(case):
    arguments = [resolved(case["result"])]
    if "expected" in case:
        arguments.append(resolved(case["expected"]))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            value = oracle(case["metric"])(*arguments, **resolved(case.get("options", {})))
        except Exception as error:
            return {"raises": type(error).__name__}
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return {"raises": "no number"}
    return {"value": float(value)}


def main():
    golden = []
    for case in CASES:
        made = run(case)
        tolerance = TOLERANCE.get(case["metric"])
        if tolerance is not None and 0 < made.get("value", 0) < 1:
            made["tolerance"] = tolerance
        golden.append({**case, **made})
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            import shutil

            shutil.rmtree(path)
    with open(os.path.join(here, "..", "values.json"), "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(one, ensure_ascii=True) for one in golden) + "\n]\n")
    per = {}
    for one in golden:
        entry = per.setdefault(one["metric"], [0, 0, 0])
        entry[2 if "raises" in one else 0 if one["value"] > 0 else 1] += 1
    for name, counts in sorted(per.items()):
        print(name, *counts, "" if counts[0] >= 3 and counts[1] + counts[2] >= 4 else "  <-- too few")
    print(len(golden), "values of", len(per), "metrics")


main()
