"""A turn for each step, as an observation type shows it."""

from judge.methods import prompts
from sample_judging import said, seen, turn


def turns(run, observation_type, version):
    rules = {
        "v1": prompts.SYS_PROMPT_V1 + "\nThe sample's task: {}".format(run.instruction),
        "v2": prompts.SYS_PROMPT_V2 + "\nThe sample's task: {}".format(run.instruction),
    }
    yield turn("system", [said(rules[version])])
    for number, step in enumerate(run.steps):
        yield turn("user", list(parts(run, observation_type, number, step)))


def parts(run, observation_type, number, step):
    action = step["response"]
    if observation_type == "screenshot_a11y_tree":
        yield said("Sample picture and tree {}:\n{}\n".format(number, step["a11y_tree"]))
        yield seen(run.shown(step["screenshot_file"]))
        yield said("Sample action {}:\n{}\n".format(number, action))
    elif observation_type in ("screenshot", "som"):
        yield {"type": "text", "text": f"Sample {'marked ' if observation_type == 'som' else ''}picture at {number}."}
        yield seen(run.shown(step["screenshot_file"]))
        yield said("Sample action {}:\n{}\n".format(number, action))
    elif observation_type in ("a11y_tree",):
        yield said("Sample tree {}:\n{}\n".format(number, step["a11y_tree"]))
        yield said("Sample action {}:\n{}\n".format(number, action))
