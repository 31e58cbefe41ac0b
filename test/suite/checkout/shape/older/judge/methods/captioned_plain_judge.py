"""A turn for each step with words for its picture, and one for what the last action left."""

from judge.methods import prompts
from sample_judging import said, seen, turn


def question():
    prompt = "Sample question: what’s in this picture? Don't quote."
    return prompt


def turns(run, observation_type, version):
    rules = {
        "v1": prompts.SYS_PROMPT_V1 + "\nThe sample's task: {}".format(run.instruction),
        "v2": prompts.SYS_PROMPT_V2 + "\nThe sample's task: {}".format(run.instruction),
    }
    yield turn("system", [said(rules[version])])
    for number, step in enumerate(run.steps):
        yield turn("user", list(parts(run, observation_type, number, step)))
    has_pictures = observation_type != "a11y_tree"
    if has_pictures:
        left = run.last_picture()
        caption = run.words(left, question())
        yield turn("user", [said("Sample words at the end:\n{}\n".format(caption)), seen(run.shown(left))])


def parts(run, observation_type, number, step):
    action = step["response"]
    if observation_type == "screenshot_a11y_tree":
        yield said("Sample picture and tree {}:\n{}\n".format(number, step["a11y_tree"]))
        yield seen(run.shown(step["screenshot_file"]))
        caption = run.words(step["screenshot_file"], question())
        yield said("Sample words with a tree {}:\n{}\n".format(number, caption))
        yield said("Sample action {}:\n{}\n".format(number, action))
    elif observation_type in ("screenshot", "som"):
        yield {"type": "text", "text": f"Sample {'marked ' if observation_type == 'som' else ''}picture at {number}."}
        yield seen(run.shown(step["screenshot_file"]))
        caption = run.words(step["screenshot_file"], question())
        yield said("Sample words {}:\n{}\n".format(number, caption))
        yield said("Sample action {}:\n{}\n".format(number, action))
    elif observation_type in ("a11y_tree",):
        yield said("Sample tree {}:\n{}\n".format(number, step["a11y_tree"]))
        yield said("Sample action {}:\n{}\n".format(number, action))
