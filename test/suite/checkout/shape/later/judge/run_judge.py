import json
import os

from openai import OpenAI
from .methods.plain_judge import create_chat_messages_from_trajectory
from .methods.aer import create_aer_chat_messages_from_trajectory
from .methods.all_step_aer import create_all_step_aer_chat_messages_from_trajectory


def run_judging(traj_dir, observation_type, sys_prompt_version, judge_model="gpt-4.1", judge_type="default"):
    use_anthropic = judge_model.startswith("claude")
    if use_anthropic:
        from anthropic import Anthropic
        client = Anthropic()
    else:
        client = OpenAI()
    with open(os.path.join(traj_dir, "better_log.json"), "r") as f:
        instruction = json.load(f)["task"]["instruction"]
    given = dict(instruction=instruction, traj_dir=traj_dir, sys_prompt_version=sys_prompt_version, client=client)
    if judge_type == "default":
        messages = create_chat_messages_from_trajectory(observation_type=observation_type, use_caption=False, **given)
    elif judge_type == "captioned_default":
        messages = create_chat_messages_from_trajectory(observation_type=observation_type, use_caption=True, **given)
    elif judge_type == "a11y_tree":
        messages = create_chat_messages_from_trajectory(observation_type="a11y_tree", use_caption=False, **given)
    elif judge_type == "aer":
        messages = create_aer_chat_messages_from_trajectory(**given)
    elif judge_type == "all_step_aer":
        messages = create_all_step_aer_chat_messages_from_trajectory(**given)
    else:
        raise ValueError(f"Invalid judge type: {judge_type}")
    with open(os.path.join(traj_dir, "messages.json"), "w") as f:
        json.dump(messages, f, indent=2)

    if use_anthropic:
        tools = [
            {
                "name": "judge_agent_actions",
                "description": "Sample of an answer.",
                "input_schema": {
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
        rest = [message for message in messages if message["role"] != "system"]
        response = client.messages.create(
            model=judge_model,
            max_tokens=2048,
            tools=tools,
            tool_choice={"type": "tool", "name": "judge_agent_actions"},
            messages=rest,
            system=messages[0]["content"],
        )
        judgment = response.content[0].input
    else:
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
        limits = (
            {"max_completion_tokens": 2048, "temperature": 1}
            if judge_model.startswith("o4-mini")
            else {"max_tokens": 2048, "temperature": 0}
        )
        response = client.chat.completions.create(
            model=judge_model,
            messages=messages,
            top_p=1,
            frequency_penalty=0,
            presence_penalty=0,
            functions=functions,
            function_call={"name": "judge_agent_actions"},
            **limits,
        )
        judgment = json.loads(response.choices[0].message.function_call.arguments)

    folder = "a11_tree_default" if observation_type == "a11y_tree" and judge_type == "default" else judge_type
    output_file = os.path.join(traj_dir, "judgment", judge_model, folder, sys_prompt_version, "judgment.json")
    os.makedirs(os.path.dirname(output_file), exist_ok=True)
    with open(output_file, "w") as f:
        json.dump(judgment, f, indent=2)
    return judgment
