"""Clicks the element that the instruction names in quotes, then ends the run.

    osharm run --agent 'python3 python/osharm/examples/click_by_name.py'
"""

import re

from osharm import Reply, Request, Task, serve


class ClickByName:
    def __init__(self, task: Task) -> None:
        self.wanted = re.findall(r'"([^"]+)"', task.instruction)[:1]

    def predict(self, request: Request) -> Reply:
        print("looking for", self.wanted)
        rows = [row.split("\t") for row in request.observation.tree.splitlines()]
        row = next((row for row in rows if row[1:2] == self.wanted), None)
        if row is None:
            return Reply(f"I don't see {self.wanted}.", ["FAIL"])
        (x, y), (width, height) = (map(int, re.findall(r"\d+", cell)) for cell in row[5:7])
        return Reply(f"I click on {self.wanted[0]}.", [f"pyautogui.click({x + width // 2}, {y + height // 2})", "DONE"])


serve(ClickByName)
