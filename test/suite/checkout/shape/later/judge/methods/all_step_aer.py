"""The whole run in one turn, with words in every step: those of the last picture stand for all."""

from judge.methods import aer, prompts
from sample_judging import turn

STEP_TEMPLATE = """
~~~
Sample step {step_number}

Before it:
```md
{cap}
```

It said: {response}
"""

user_prompt_template = """
Sample task: {instruction}
What happened:
{last_actions}

The sample at the end:
```md
{cap}
```
"""


def question():
    prompt = "Sample question: what's in this picture? Don't quote."
    return prompt


def turns(run, version):
    if run.shown(run.last_picture()) is None:
        raise LookupError(f"Sample error: {run.folder} has no last picture")
    words = aer.words_at_the_end(run)
    history = ""
    for number, step in enumerate(run.steps):
        history += STEP_TEMPLATE.format(step_number=number, response=step["response"], cap=words)
    fields = {"instruction": run.instruction, "last_actions": history, "cap": words}
    rules = getattr(prompts, f"SYS_PROMPT_{version.upper()}")
    return [turn("system", rules.strip()), turn("user", user_prompt_template.strip().format(**fields))]
