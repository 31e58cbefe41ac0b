import json
import os
from pathlib import Path

from judge.methods.aer import data_url
from judge.methods.prompts import SYS_PROMPT_V1, SYS_PROMPT_V2

import openai


def format_msg_for_captioning(b64_url: str) -> list:
    prompt = "Sample question: what’s in this picture? Don't quote."
    return [{"type": "text", "text": prompt}, {"type": "image_url", "image_url": {"url": b64_url}}]


def get_caption(client: "openai.OpenAI", traj_dir, image_file, captioner_model="gpt-4o-2024-11-20"):
    kept = Path(
        traj_dir,
        "captions",
        captioner_model.replace('/', '_'),
        f"{Path(image_file).stem}.last_screenshot_caption.json",
    )
    if kept.exists():
        return json.loads(kept.read_text())["caption"]
    response = client.chat.completions.create(
        model=captioner_model,
        messages=[{"role": "user", "content": format_msg_for_captioning(data_url(image_file))}],
        max_completion_tokens=1024,
        temperature=0,
        seed=0,
    )
    kept.parent.mkdir(parents=True, exist_ok=True)
    caption = response.choices[0].message.content
    kept.write_text(json.dumps({"caption": caption, "response": response.model_dump()}))
    return caption


def create_captioned_chat_messages_from_trajectory(
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
            _caption = get_caption(client, traj_dir, _last_screenshot)
            content.append({
                "type": "text",
                "text": "Sample words with a tree {}:\n{}\n".format(
                    _step, _caption)
            })
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
            _caption = get_caption(client, traj_dir, _last_screenshot)
            content.append({
                "type": "text",
                "text": "Sample words {}:\n{}\n".format(
                    _step, _caption)
            })
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

    # What the last action left.
    if observation_type != "a11y_tree":
        with open(traj_dir + "/traj.jsonl", "r") as f:
            lines = [json.loads(line) for line in f if line.strip()]
        last = lines[-1] if "Error" not in lines[-1] else lines[-2]
        _final_screenshot = traj_dir + "/" + last["screenshot_file"]
        _caption = get_caption(client, traj_dir, _final_screenshot)
        messages.append({
            "role": "user",
            "content": [
                {
                    "type": "text",
                    "text": "Sample words at the end:\n{}\n".format(_caption)
                },
                {"type": "image_url", "image_url": {"url": data_url(_final_screenshot), "detail": "high"}}
            ]
        })

    return messages
