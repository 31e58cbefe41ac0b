"""A task in OSWorld 2.0's form with a scripted user, whose evaluator looks at what was asked."""

from desktop_env.evaluators.getters import get_vm_command_line
from desktop_env.task_base import BaseTask

FILE = "/home/user/Desktop/booking.txt"


class Task004(BaseTask):
    id = "004"
    instruction = f"Write the date of the visit into {FILE}. Ask me for it."
    user_simulator = {
        "type": "scripted",
        "knowledge": {"date": "12 March"},
        "default_response": "You have to know that.",
    }

    def evaluate(self, env):
        written = get_vm_command_line(env, {"command": ["cat", FILE]}) or ""
        asked = [item["answer"] for item in env.user_simulator.get_history()]
        return {"score": 0.5 * ("12 March" in written) + 0.5 * ("12 March" in asked), "asked": asked}
