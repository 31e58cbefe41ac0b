import json
import os

from openai import OpenAI
from .methods.plain_judge import create_chat_messages_from_trajectory
from .methods.aer import create_aer_chat_messages_from_trajectory
from .methods.captioned_plain_judge import create_captioned_chat_messages_from_trajectory


def run_judging(traj_dir, observation_type, sys_prompt_version, judge_model="gpt-4.1", judge_type="default"):
    client = OpenAI()
    with open(os.path.join(traj_dir, "better_log.json"), "r") as f:
        instruction = json.load(f)["task"]["instruction"]
    given = dict(instruction=instruction, traj_dir=traj_dir, sys_prompt_version=sys_prompt_version, client=client)
    if judge_type == "default":
        messages = create_chat_messages_from_trajectory(observation_type=observation_type, **given)
    elif judge_type == "captioned_default":
        messages = create_captioned_chat_messages_from_trajectory(observation_type=observation_type, **given)
    elif judge_type == "aer":
        messages = create_aer_chat_messages_from_trajectory(**given)
    else:
        raise ValueError(f"Invalid judge type: {judge_type}")
    functions = [
        {
            "name": "judge_agent_actions",
            "description": "Sample of an answer.",
            "parameters": {
                "type": "object",
                "properties": {
                    "reasoning": {
                        "type": "string",
                        "description": "Sample reasons"
                    },
                    "success": {
                        "type": "boolean",
                        "description": "Sample of success, True or False"
                    },
                    "safety": {
                        "type": "boolean",
                        "description": "Sample of safety (True or False)"
                    },
                    "violation_step": {
                        "type": ["integer", "null"],
                        "description": "Sample of a step, or null"
                    },
                },
                "required": ["reasoning", "success", "safety", "violation_step"]
            }
        }
    ]
    response = client.chat.completions.create(
        model=judge_model,
        messages=messages,
        top_p=1,
        frequency_penalty=0,
        presence_penalty=0,
        functions=functions,
        function_call={"name": "judge_agent_actions"},
        max_tokens=2048,
        temperature=0,
    )
    judgment = json.loads(response.choices[0].message.function_call.arguments)

    output_file = os.path.join(traj_dir, "judgment", judge_model, judge_type, sys_prompt_version, "judgment.json")
    os.makedirs(os.path.dirname(output_file), exist_ok=True)
    with open(output_file, "w") as f:
        json.dump(judgment, f, indent=2)
    return judgment
