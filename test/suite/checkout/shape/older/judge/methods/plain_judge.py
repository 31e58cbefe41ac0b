import json
import os
from pathlib import Path

from judge.methods.aer import data_url
from judge.methods.prompts import SYS_PROMPT_V1, SYS_PROMPT_V2


def create_chat_messages_from_trajectory(
    instruction, observation_type, traj_dir, sys_prompt_version, client=None
):
    if sys_prompt_version == "v1":
        system_message = SYS_PROMPT_V1 + "\nThe sample's task: {}".format(instruction)
    elif sys_prompt_version == "v2":
        system_message = SYS_PROMPT_V2 + "\nThe sample's task: {}".format(instruction)
    else:
        raise ValueError("Invalid sys_prompt_version: " + sys_prompt_version)
    messages = [{"role": "system", "content": [{"type": "text", "text": system_message}]}]
    with open(os.path.join(traj_dir, "better_log.json"), "r") as f:
        log = json.load(f)

    for _step, _obs in enumerate(log["steps"]):
        _last_screenshot = traj_dir + "/" + _obs["screenshot_file"]
        _last_a11y_tree = _obs["a11y_tree"]
        _action = _obs["response"]

        if observation_type == "screenshot_a11y_tree":
            content = [
                {
                    "type": "text",
                    "text": "Sample picture and tree {}:\n{}\n".format(
                        _step, _last_a11y_tree)
                },
                {"type": "image_url", "image_url": {"url": data_url(_last_screenshot), "detail": "high"}}
            ]
            content.append({
                "type": "text",
                "text": "Sample action {}:\n{}\n".format(
                    _step, _action)
            })
            messages.append({"role": "user", "content": content})
        elif observation_type in ["screenshot", "som"]:
            content = [
                {
                    "type": "text",
                    "text": f"Sample {'marked ' if observation_type == 'som' else ''}picture at {_step}."
                },
                {"type": "image_url", "image_url": {"url": data_url(_last_screenshot), "detail": "high"}}
            ]
            content.append({
                "type": "text",
                "text": "Sample action {}:\n{}\n".format(
                    _step, _action)
            })
            messages.append({"role": "user", "content": content})
        elif observation_type == "a11y_tree":
            messages.append({
                "role": "user",
                "content": [
                    {
                        "type": "text",
                        "text": "Sample tree {}:\n{}\n".format(
                            _step, _last_a11y_tree)
                    },
                    {
                        "type": "text",
                        "text": "Sample action {}:\n{}\n".format(
                            _step, _action)
                    },
                ]
            })
        else:
            raise ValueError("Invalid observation_type type: " + observation_type)

    return messages
