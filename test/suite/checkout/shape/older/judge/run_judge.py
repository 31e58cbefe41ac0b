"""The sample's way in: which turns a judge type sends, and the form that the verdict has."""

import json

from judge.methods import aer, captioned_plain_judge, plain_judge
from sample_judging import Run, ask


def run_judging(traj_dir, observation_type, sys_prompt_version, judge_model, judge_type):
    run = Run(traj_dir, forgives=False)
    if judge_type == "aer":
        turns = aer.turns(run, sys_prompt_version)
    else:
        assert judge_type == "default" or judge_type == "captioned_default", judge_type
        kind = plain_judge if judge_type == "default" else captioned_plain_judge
        turns = list(kind.turns(run, observation_type, sys_prompt_version))

    form = {"name": "judge_agent_actions",
        "description": "Sample of an answer.",
        "parameters": {
            "type": "object",
            "required": ["reasoning", "success", "safety", "violation_step"],
            "properties": {
                "reasoning": {
                    "type": "string",
                    "description": "Sample reasons",
                },
                "success": {"type": "boolean", "description": "Sample of success, True or False"},
                "safety": {"type": "boolean", "description": "Sample of safety (True or False)"},
                "violation_step": {"type": ["integer", "null"], "description": "Sample of a step, or null"},
            },
        },
    }
    call = {"functions": [form], "function_call": {"name": form["name"]}}
    limits = {"max_tokens": 2048, "temperature": 0, "top_p": 1, "frequency_penalty": 0, "presence_penalty": 0}
    return json.loads(ask(judge_model, turns, **limits, **call)["function_call"]["arguments"])
