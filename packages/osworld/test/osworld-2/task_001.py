"""A task in OSWorld 2.0's form: partial credit by checkpoints, a dictionary as result, an asset, a file that a library reads."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from desktop_env.evaluators import getters, metrics
from desktop_env.file_source import asset
from desktop_env.task_base import BaseTask

if TYPE_CHECKING:
    from desktop_env.controllers.setup import SetupController
    from desktop_env.desktop_env import DesktopEnv

FOLDER = "/home/user/Desktop"


class Task001(BaseTask):
    id = "001"
    snapshot = "ubuntu"
    instruction = (
        f"Sum the column Hours of hours.csv in {FOLDER} into total.txt beside it, "
        "and put a copy of the list into the folder Archive there."
    ).strip()
    related_apps = ["os"]
    intermediate_eval_safe = True

    def setup(self, setup_controller: "SetupController", use_proxy: bool = False) -> None:
        setup_controller.download([{"url": asset("task_001/hours.csv"), "path": f"{FOLDER}/hours.csv"}])
        setup_controller.execute(command=["mkdir", "-p", f"{FOLDER}/Archive"], timeout=60)
        setup_controller._sleep_setup(seconds=0.1)
        self.marker = "set up"

    def evaluate(self, env: "DesktopEnv") -> dict:
        assert self.marker == "set up"
        listed = getters.get_cloud_file(env, {"path": asset("task_001/hours.csv"), "dest": "hours.csv"})
        with open(listed) as file:
            total = sum(int(row["Hours"]) for row in csv.DictReader(file))
        written = getters.get_vm_command_line(env, {"command": ["cat", f"{FOLDER}/total.txt"]}) or ""
        copy = getters.get_vm_file(env, {"path": f"{FOLDER}/Archive/hours.csv", "dest": "copy.csv"})
        checkpoints = {
            "total": 0.6 if written.strip() == str(total) else 0.0,
            "copy": 0.4 * metrics.compare_text_file(copy, listed) if copy else 0.0,
        }
        size = env.controller.get_file(f"{FOLDER}/hours.csv")
        return {"score": sum(checkpoints.values()), "checkpoints": checkpoints, "bytes": len(size or b"")}


TASK_CLASS = Task001
