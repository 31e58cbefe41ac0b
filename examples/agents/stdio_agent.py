#!/usr/bin/env python3
"""An agent over standard input and output, with Python's standard library alone.

    osharm run --agent 'python3 examples/agents/stdio_agent.py' --suite ... --subset ...

It writes the instruction into a new file by a line of Python, which runs in the desktop, and is done. One JSON object a line in, one out.
"""
import json
import sys


def predict(request):
    if request["step"] == 0:
        text = request["instruction"]
        code = f"open('/home/user/instruction.txt', 'w').write({text!r})"
        return {"response": "I write the instruction down.", "actions": [code]}
    failed = [said["error"] for said in request["feedback"] if said["returncode"] != 0]
    if failed:
        return {"response": "That failed: " + failed[0], "actions": ["FAIL"]}
    return {"response": "It is written.", "actions": ["DONE"]}


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "close":
        break
    reply = {} if request["type"] == "reset" else predict(request)
    print(json.dumps(reply), flush=True)
