"""A task in OSWorld 2.0's form with three phases; the second begins only where the first scored enough."""

from desktop_env.evaluators.getters import get_vm_command_line
from desktop_env.task_base import MultiPhaseTask

FILE = "/home/user/Desktop/plan.txt"


class Task002(MultiPhaseTask):
    id = "002"
    instruction = "Keep the plan up to date."
    related_apps = ["os"]
    intermediate_eval_safe = False

    def setup(self, setup_controller, use_proxy=False):
        setup_controller.execute(["sh", "-c", f"echo Monday > {FILE}"])

    def setup_change(self, setup_controller, use_proxy=False):
        setup_controller.execute(["sh", "-c", f"echo 'Friday was cancelled' >> {FILE}"])

    def nothing(self, setup_controller, use_proxy=False):
        pass

    def has(self, env, text, worth):
        lines = (get_vm_command_line(env, {"command": ["cat", FILE]}) or "").splitlines()
        return worth if text in lines else 0.0

    def get_phases(self):
        return [
            {
                "name": "Plan",
                "instruction": f"Add the line Friday to {FILE}.",
                "evaluate": lambda env: self.has(env, "Friday", 0.4),
                "gate_min_score": 0.4,
            },
            {
                "name": "Change",
                "instruction": f"Friday was cancelled: add the line Tuesday to {FILE}.",
                "setup": self.setup_change,
                "pause_after_setup_seconds": 0,
                "evaluate": lambda env: self.has(env, "Tuesday", 0.4),
                "gate": True,
            },
            {
                "name": "Nothing to do",
                "instruction": "Nothing changed. Leave the plan as it is.",
                "setup": self.nothing,
                "pause_after_setup_seconds": 0,
                "evaluate": lambda env: self.has(env, "Tuesday", 0.2),
            },
        ]

    def evaluate(self, env):
        return self.has(env, "Tuesday", 1.0)
