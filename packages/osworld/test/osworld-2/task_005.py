"""A task in OSWorld 2.0's form with a user that a model plays, and an evaluator that calls a model."""

from desktop_env.evaluators import metrics
from desktop_env.evaluators.getters import get_vm_command_line, get_vm_file
from desktop_env.evaluators.metrics.llm_metrics import compare_text_with_llm
from desktop_env.evaluators.model_client import generate_text
from desktop_env.task_base import BaseTask

FOLDER = "/home/user/Desktop"


class Task005(BaseTask):
    id = "005"
    instruction = f"Write an invitation to the visit into {FOLDER}/invitation.txt. Ask me what you need to know."
    user_simulator = {
        "type": "llm",
        "persona": "You run a small bakery and are short of time.",
        "knowledge": "The visit is on 12 March at 10 o'clock.",
        "model": "gpt-4o",
    }

    def setup(self, setup_controller, use_proxy=False):
        setup_controller.execute(["python3", "-c", f"open('{FOLDER}/dot.gif', 'wb').write(bytes.fromhex('{GIF}'))"])

    def evaluate(self, env):
        written = get_vm_command_line(env, {"command": ["cat", f"{FOLDER}/invitation.txt"]}) or ""
        polite = compare_text_with_llm(written, "Is this text polite?", {"max_tokens": 16})
        picture = get_vm_file(env, {"path": f"{FOLDER}/dot.gif", "dest": "dot.gif"})
        color = generate_text("Which color has the picture?", picture, {"temperature": 0.0}, system="Name colors.")
        same = metrics.compare_images_with_llm(picture, picture)
        answers = [item["answer"] for item in env.user_simulator.get_history()]
        return {
            "score": 0.5 * (polite == "YES") + 0.25 * (color == "white") + 0.25 * same,
            "answers": answers,
        }


# One white pixel.
GIF = "47494638396101000100800000ffffff00000021f90400000000002c00000000010001000002024401003b"
