"""Runs an agent class with OSWorld's interface behind osharm's stdio protocol (docs/run/agents.md).
Needs only Python's standard library.

    python3 bridge.py '{"root": "…", "module": "mm_agents.agent", "class": "PromptAgent", "arguments": {…}}'

`reset` imports the module and instantiates the class; `predict` is called as in OSWorld's `lib_run_single.py`. A class
with a `step(action)` method receives an `env` whose `step` sends the action to osharm and waits for the next observation.
"""
import base64
import dataclasses
import importlib
import inspect
import json
import logging
import os
import sys

PREDICT_NAMES = {
    "instruction": {"instruction", "task", "task_instruction", "goal", "query"},
    "observation": {"obs", "observation", "observations", "state"},
    "step": {"step_idx", "current_step", "step", "step_num", "step_index"},
}
"""Parameter names of `predict` in OSWorld's agents, by the value to pass. Steps are 0-based."""


def private_output():
    """Reserves standard output for osharm and redirects the class's output to standard error."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = os.fdopen(os.dup(2), "w", encoding="utf-8", errors="replace", buffering=1)
    return output


OUTPUT = private_output()


def say(message):
    OUTPUT.write(json.dumps(message) + "\n")
    OUTPUT.flush()


def next_request():
    """The next request. Exits the program if osharm closes the agent or has exited."""
    line = sys.stdin.readline()
    request = json.loads(line) if line else {"type": "close"}
    if request["type"] == "close":
        sys.exit(0)
    return request


def wants(function):
    """Names of a function's keyword parameters, and of the required ones among them."""
    parameters = inspect.signature(function).parameters.values()
    named = [one for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    return [one.name for one in named], [one.name for one in named if one.default is one.empty]


class Environment:
    """Replaces OSWorld's `DesktopEnv` for classes that execute their actions themselves."""

    vm_ip = None
    vm_platform = "Ubuntu"

    def __init__(self, screen, action_space):
        self.screen_size = self.vm_screen_size = (screen["width"], screen["height"])
        self.action_space = action_space
        self.reply = {"response": ""}
        self.request = None

    def step(self, action, pause=0):
        """Sends one action to osharm with the pending response. Returns what OSWorld's `step` returns."""
        code = one_action(action)
        say({**self.reply, "actions": [code]})
        self.reply = {"response": ""}
        word = special_word(code)
        # After DONE and FAIL, osharm sends `close`, which exits the program.
        self.request = next_request()
        info = {"DONE": {"done": True}, "FAIL": {"fail": True}}.get(word, {})
        return observation_of(self.request), 0, word in ("DONE", "FAIL"), info


def special_word(action):
    word = action.get("action_type") if isinstance(action, dict) else action
    return word if word in ("WAIT", "DONE", "FAIL") else None


def one_action(action):
    """Extracts the code or special word as OSWorld's `DesktopEnv.step` does. Other objects are returned unchanged."""
    if isinstance(action, dict):
        for key in ("command", "action"):
            if "action_type" not in action and isinstance(action.get(key), str):
                return action[key]
    if isinstance(action, (str, dict)):
        return action
    raise TypeError("The class gave an action that is neither text nor an object: %r" % (action,))


def observation_of(request):
    seen = request["observation"]
    # OSWorld fetches the tree only for observation types that show it.
    tree = None if STATE["observation_type"] == "screenshot" else seen["accessibility_tree"]
    return {
        "screenshot": base64.b64decode(seen["screenshot"]),
        "accessibility_tree": tree,
        "terminal": None,
        "instruction": request["instruction"],
    }


STATE = {"observation_type": "screenshot"}


def make_agent(asked, request):
    """Instantiates the class with the user's arguments and those of osharm's settings that its constructor accepts."""
    sys.path.insert(0, asked["root"])
    os.chdir(asked["root"])
    STATE["observation_type"] = request["observation_type"]
    cls = getattr(importlib.import_module(asked["module"]), asked["class"])
    screen = request["screen"]
    environment = Environment(screen, request["action_space"])
    known = {
        "action_space": request["action_space"],
        "observation_type": request["observation_type"],
        "screen_size": (screen["width"], screen["height"]),
        "screen_width": screen["width"],
        "screen_height": screen["height"],
        "client_password": "password",
        "env": environment,
    }
    names, needed = wants(cls.__init__)
    given = {**{name: known[name] for name in names if name in known}, **asked["arguments"]}
    missing = [name for name in needed if name not in given and name != "self"]
    if missing:
        raise TypeError("%s also needs %s: give it as ?%s=…" % (asked["class"], ", ".join(missing), missing[0]))
    agent = cls(**given)
    return agent, environment, predict_parameters(agent.predict, asked["class"])


def predict_parameters(function, class_name):
    """Maps parameters of `predict` to values by name. Required parameters with unknown names receive the instruction
    and the observation, in this order."""
    names, needed = wants(function)
    values = {name: value for value, known in PREDICT_NAMES.items() for name in names if name in known}
    unnamed = [name for name in needed if name not in values]
    for value in ("instruction", "observation"):
        if value not in values.values() and unnamed:
            values[unnamed.pop(0)] = value
    if unnamed:
        raise TypeError("predict of %s also needs %s, which osharm can't give" % (class_name, ", ".join(unnamed)))
    return values


def reset_agent(agent):
    names, needed = wants(agent.reset)
    unknown = [name for name in needed[1:] if name != "vm_ip"]
    if unknown:
        raise TypeError("reset needs %s, which osharm can't give" % ", ".join(unknown))
    logger = [logging.getLogger("desktopenv.agent")] if names and names[0] != "vm_ip" else []
    agent.reset(*logger, **({"vm_ip": None} if "vm_ip" in names else {}))


def as_text(response):
    """The response as text. Some classes return an object with a `response` field."""
    if isinstance(response, dict) and isinstance(response.get("response"), str):
        return response["response"]
    if response is None or isinstance(response, str):
        return response or ""
    if dataclasses.is_dataclass(response):
        response = dataclasses.asdict(response)
    return json.dumps(response, default=str)


def usage_of(response):
    usage = response.get("model_usage") if isinstance(response, dict) else None
    if not isinstance(usage, dict) or not all(isinstance(usage.get(key), int) for key in ("prompt_tokens", "completion_tokens")):
        return {}
    return {"usage": {"input_tokens": usage["prompt_tokens"], "output_tokens": usage["completion_tokens"]}}


def predict(agent, parameters, request):
    """The class's response and actions. Ignores further return values, as OSWorld's loop does."""
    values = {"instruction": request["instruction"], "observation": observation_of(request), "step": request["step"]}
    said = agent.predict(**{name: values[value] for name, value in parameters.items()})
    response, actions = said[0], said[1]
    if actions is None:
        actions = []
    return response, [actions] if isinstance(actions, (str, dict)) else list(actions)


def is_over(response):
    """True if a class with a `step` method reports `state_correct: false`, which ends the run."""
    return isinstance(response, dict) and "state_correct" in response and not response["state_correct"]


def main():
    asked = json.loads(sys.argv[1])
    request = next_request()
    agent, environment, parameters = make_agent(asked, request)
    reset_agent(agent)
    say({"name": asked["class"]})
    steps_itself = callable(getattr(agent, "step", None)) and hasattr(agent, "env")
    request = next_request()
    while True:
        response, actions = predict(agent, parameters, request)
        reply = {"response": as_text(response), **usage_of(response)}
        if not steps_itself or not actions:
            codes = [one_action(action) for action in actions]
            say({**reply, "actions": codes + (["DONE"] if is_over(response) and not codes else [])})
            request = next_request()
            continue
        environment.reply = reply
        for action in actions:
            done = agent.step(action)
            # Usually (observation, reward, done, info, …); some classes return nothing and raise exceptions instead.
            if is_over(response) or (isinstance(done, tuple) and len(done) > 2 and done[2]):
                environment.step("DONE")
        request = environment.request


main()
