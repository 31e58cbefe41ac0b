"""A task in OSWorld 2.0's form that needs what osharm does not have: self-hosted sites, a package, the desktop's ports."""

import requests
from desktop_env.controllers.website import HOST_SUFFIX, build_website_url
from desktop_env.evaluators import getters
from desktop_env.task_base import BaseTask


def get_task():
    return MailTask()


class MailTask(BaseTask):
    id = "003"
    instruction = f"Answer the newest mail on mailhub.{HOST_SUFFIX}."
    user_simulator = {"type": "llm", "persona": "Knows the date of the party.", "instruction": instruction}

    def setup(self, setup_controller):
        setup_controller.chrome_open_tabs([build_website_url("mailhub")])
        setup_controller.install_game("chess")

    def evaluate(self, env):
        state = requests.get(f"http://{env.vm_ip}:3000/state")
        getters.get_office_document(env, {"path": "/home/user/party.wps"})
        return float(state.json()["answered"])
