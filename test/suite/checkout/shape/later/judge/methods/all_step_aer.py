import json
import os
from pathlib import Path

from judge.methods.aer import final_picture, get_caption as final_caption
from judge.methods.prompts import SYS_PROMPT_V1, SYS_PROMPT_V2, SYS_PROMPT_V3

import openai

STEP_TEMPLATE = """
~~~
Sample step {step_number}

Before it:
```md
{cap}
```

It said: {response}
"""


def format_msg_for_captioning(b64_url: str) -> list:
    prompt = "Sample question: what's in this picture? Don't quote."
    return [{"type": "text", "text": prompt}, {"type": "image_url", "image_url": {"url": b64_url}}]


user_prompt_template = """
Sample task: {instruction}
What happened:
{last_actions}

The sample at the end:
```md
{cap}
```
"""


def create_all_step_aer_chat_messages_from_trajectory(instruction, traj_dir, sys_prompt_version, client=None):
    versions = {"v1": SYS_PROMPT_V1, "v2": SYS_PROMPT_V2, "v3": SYS_PROMPT_V3}
    with open(os.path.join(traj_dir, "better_log.json"), "r") as f:
        log = json.load(f)
    if not Path(traj_dir, final_picture(traj_dir)).exists():
        raise FileNotFoundError(f"Sample error: no picture in {traj_dir}")
    # The words of the final picture stand for those of every step.
    cap = final_caption(client=client, traj_dir=traj_dir)
    steps = "".join(
        STEP_TEMPLATE.format(step_number=i, cap=cap, response=step["response"]) for i, step in enumerate(log["steps"])
    )
    return [
        {"role": "system", "content": versions[sys_prompt_version].strip()},
        {"role": "user", "content": user_prompt_template.strip().format(instruction=instruction, last_actions=steps, cap=cap)},
    ]
