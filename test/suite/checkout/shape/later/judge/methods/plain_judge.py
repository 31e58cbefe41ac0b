"""A turn for each step, as an observation type shows it; with words for its picture where they are wanted."""

from judge.methods import prompts
from sample_judging import said, seen, turn


def question():
    prompt = "Sample question: what's in this picture? Don't quote."
    return prompt


def turns(run, observation_type, version, has_captions):
    rules = {
        "v1": prompts.SYS_PROMPT_V1 + "\nThe sample's task: {}".format(run.instruction),
        "v2": prompts.SYS_PROMPT_V2 + "\nThe sample's task: {}".format(run.instruction),
        "v3": prompts.SYS_PROMPT_V3 + "\nThe sample's task: {}".format(run.instruction),
    }
    yield turn("system", [said(rules[version])])
    for number, step in enumerate(run.steps):
        picture = "" if observation_type == "a11y_tree" else run.shown(step["screenshot_file"])
        if picture is not None:
            yield turn("user", list(parts(run, observation_type, number, step, picture, has_captions)))


def parts(run, observation_type, number, step, picture, has_captions):
    action = step["response"]
    if observation_type == "screenshot_a11y_tree":
        yield said(
            "Sample picture and tree {}:\n{}\n".format(
                number, step["a11y_tree"])
        )
        yield seen(picture)
        if has_captions:
            caption = run.words(step["screenshot_file"], question())
            yield said("Sample words with a tree {}:\n{}\n".format(number, caption))
        yield said("Sample action {}:\n{}\n".format(number, action))
    elif observation_type in ("screenshot", "som"):
        yield {"type": "text", "text": f"Sample {'marked ' if observation_type == 'som' else ''}picture at {number}."}
        yield seen(picture)
        if has_captions:
            caption = run.words(step["screenshot_file"], question())
            yield said("Sample words {}:\n{}\n".format(number, caption))
        yield said("Sample action {}:\n{}\n".format(number, action))
    elif observation_type in ("a11y_tree",):
        yield said("Sample tree {}:\n{}\n".format(number, step["a11y_tree"]))
        yield said("Sample action {}:\n{}\n".format(number, action))
