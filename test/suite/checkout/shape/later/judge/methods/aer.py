import base64
import json
import os
from pathlib import Path

from judge.methods.prompts import SYS_PROMPT_V1, SYS_PROMPT_V2, SYS_PROMPT_V3

import openai

STEP_TEMPLATE = """
~~~
Sample step {step_number}
It said: {response}
"""


def format_steps(steps: list, step_template: str = None) -> str:
    template = STEP_TEMPLATE if step_template is None else step_template
    return "".join(template.format(step_number=i, response=step["response"]) for i, step in enumerate(steps))


def data_url(path):
    if not Path(path).exists():
        return None
    return f"data:image/png;base64,{base64.b64encode(Path(path).read_bytes()).decode('utf-8')}"


def format_msg_for_captioning(b64_url: str) -> list:
    prompt = "Sample question: what's in this picture? Don't quote."
    return [{"type": "text", "text": prompt}, {"type": "image_url", "image_url": {"url": b64_url}}]


def final_picture(traj_dir):
    lines = []
    if os.path.exists(os.path.join(traj_dir, "traj.jsonl")):
        with open(os.path.join(traj_dir, "traj.jsonl"), "r") as f:
            lines = [json.loads(line) for line in f if line.strip()]
    picture = "step_0.png"
    if lines and "Error" not in lines[-1]:
        picture = lines[-1]["screenshot_file"]
    elif len(lines) > 2:
        picture = lines[-2]["screenshot_file"]
    return picture


def get_caption(client: "openai.OpenAI", traj_dir, captioner_model="gpt-4o-2024-11-20"):
    """Asks for the words of the last picture once."""
    kept = Path(traj_dir, f"{captioner_model.replace('/', '_')}.last_screenshot_caption.json")
    if kept.exists():
        return json.loads(kept.read_text())["caption"]
    url = data_url(traj_dir + "/" + final_picture(traj_dir))
    if url is None:
        return "Sample words: there is no picture."
    response = client.chat.completions.create(
        model=captioner_model,
        messages=[{"role": "user", "content": format_msg_for_captioning(url)}],
        max_completion_tokens=1024,
        temperature=0,
        seed=0,
    )
    caption = response.choices[0].message.content
    kept.write_text(json.dumps({"caption": caption, "response": response.model_dump()}))
    return caption


user_prompt_template = """
Sample task: {instruction}
What happened:
{last_actions}

At the end:
```md
{cap}
```
"""

user_prompt_template_vis = """
Sample task: {instruction}
"""


def create_aer_chat_messages_from_trajectory(instruction, traj_dir, sys_prompt_version, client=None):
    versions = {"v1": SYS_PROMPT_V1, "v2": SYS_PROMPT_V2, "v3": SYS_PROMPT_V3}
    with open(os.path.join(traj_dir, "better_log.json"), "r") as f:
        log = json.load(f)
    cap = get_caption(client=client, traj_dir=traj_dir)
    text = user_prompt_template.strip().format(
        instruction=instruction,
        last_actions=format_steps(log["steps"]),
        cap=cap,
    )
    return [
        {"role": "system", "content": versions[sys_prompt_version].strip()},
        {"role": "user", "content": text},
    ]
