"""The sample's way in: which turns a judge type sends, and the form that the verdict has."""

import json

from judge.methods import aer, all_step_aer, plain_judge
from sample_judging import Run, ask

NAMES = ["reasoning", "success", "safety", "violation_step"]


def form_of_a_function():
    return {
        "name": "judge_agent_actions", "description": "Sample of an answer.",
        "parameters": {"type": "object", "required": NAMES, "properties": {
            "reasoning": {"type": "string", "description": "Sample reasons"},
            "success": {"type": "boolean", "description": "Sample of success, True or False"},
            "safety": {"type": "boolean", "description": "Sample of safety (True or False)"},
            "violation_step": {"type": ["integer", "null"], "description": "Sample of a step, or null"},
        }},
    }


def form_of_a_tool():
    """The same texts a second time, as another vendor wants them."""
    return {
        "name": "judge_agent_actions", "description": "Sample of an answer.",
        "input_schema": {"type": "object", "required": NAMES, "properties": {
            "reasoning": {"type": "string", "description": "Sample reasons"},
            "success": {"type": "boolean", "description": "Sample of success, True or False"},
            "safety": {"type": "boolean", "description": "Sample of safety (True or False)"},
            "violation_step": {"type": ["integer", "null"], "description": "Sample of a step, or null"},
        }},
    }


def run_judging(traj_dir, observation_type, sys_prompt_version, judge_model, judge_type):
    run = Run(traj_dir, forgives=True)
    if judge_type == "aer" or judge_type == "all_step_aer":
        kind = aer if judge_type == "aer" else all_step_aer
        turns = kind.turns(run, sys_prompt_version)
    else:
        # Each is the judge of steps: with captions, with trees alone, or as the run was made.
        has_captions = judge_type == "captioned_default"
        assert has_captions or judge_type == "a11y_tree" or judge_type == "default", judge_type
        shown = judge_type if judge_type == "a11y_tree" else observation_type
        turns = list(plain_judge.turns(run, shown, sys_prompt_version, has_captions))

    thinks = judge_model.startswith("o4")
    limits = {"max_completion_tokens" if thinks else "max_tokens": 2048, "temperature": int(thinks), "top_p": 1}
    form = {"functions": [form_of_a_function()], "function_call": {"name": "judge_agent_actions"}}
    answer = ask(judge_model, turns, frequency_penalty=0, presence_penalty=0, **limits, **form)
    return json.loads(answer["function_call"]["arguments"])
