"""The whole run in one turn, with the words of its last picture."""

from judge.methods import prompts
from sample_judging import turn

STEP_TEMPLATE = """
~~~
Sample step {step_number}
It said: {response}
"""

user_prompt_template = """
Sample task: {instruction}
What happened:
{last_actions}

At the end:
```md
{cap}
```
"""

# Another text, under a longer name.
user_prompt_template_short = """
Sample task: {instruction}
"""


def turns(run, version):
    prompt = "Sample question: what’s in this picture? Don't quote."
    history = ""
    for number, step in enumerate(run.steps):
        history += STEP_TEMPLATE.format(step_number=number, response=step["response"])
    words = run.words(run.last_picture(), prompt)
    fields = {"instruction": run.instruction, "last_actions": history, "cap": words}
    rules = getattr(prompts, f"SYS_PROMPT_{version.upper()}")
    return [turn("system", rules.strip()), turn("user", user_prompt_template.strip().format(**fields))]
