"""Runs one OSWorld 2.0 task: loads its file and calls its `setup` and `evaluate`.

It runs in a separate desktop without an agent. `desktop_env` is a stand-in for OSWorld's package: it forwards a task's
calls over a socket to the harness, which answers from the desktop under test. The harness sends one request at a time;
the worker makes calls while it handles a request. Each message is one line of JSON.
"""

import ast
import base64
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import json
import os
import socket
import sys
import traceback
import types

FILES = "/tmp/osharm-task-files"
HOME = os.path.dirname(os.path.abspath(__file__))


class Refused(Exception):
    """The task needs a feature that osharm lacks."""


class AgentFault(Exception):
    """The agent's actions prevent the harness from answering."""


class Harness:
    def __init__(self, stream):
        self.stream = stream

    def send(self, message):
        self.stream.write((json.dumps(message, default=encode) + "\n").encode())
        self.stream.flush()

    def receive(self):
        line = self.stream.readline()
        return json.loads(line) if line else None

    def call(self, what, **fields):
        self.send({"call": what, **fields})
        answer = self.receive()
        if answer is None:
            os._exit(1)
        if "error" in answer:
            raise (AgentFault if answer.get("blame") == "agent" else RuntimeError)(answer["error"])
        return decode(answer.get("value"))


harness = None


def encode(value):
    if isinstance(value, (bytes, bytearray)):
        return {"__bytes__": base64.b64encode(value).decode()}
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    return str(value)


def decode(value):
    """Writes received files to disk, so that the task can open them."""
    if isinstance(value, dict):
        if "__bytes__" in value:
            return base64.b64decode(value["__bytes__"])
        if "__file__" in value:
            path = os.path.join(FILES, value["__file__"])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(base64.b64decode(value["content"]))
            return path
        return {key: decode(item) for key, item in value.items()}
    if isinstance(value, list):
        return [decode(item) for item in value]
    return value


def with_files(value):
    """Attaches the content of the files that a metric reads."""
    if isinstance(value, (list, tuple)):
        return [with_files(item) for item in value]
    if isinstance(value, dict):
        return {key: with_files(item) for key, item in value.items()}
    if isinstance(value, (str, os.PathLike)) and os.path.isabs(value) and os.path.isfile(value):
        with open(value, "rb") as file:
            return {"__file__": os.path.basename(value), "content": base64.b64encode(file.read()).decode()}
    return value


# The stand-in for `desktop_env`.

STEPS = {
    "execute": ("command", "stdout", "stderr", "shell", "until"),
    "command": ("command", "stdout", "stderr", "shell", "until"),
    "launch": ("command", "shell"),
    "download": ("files",),
    "open": ("path",),
    "sleep": ("seconds",),
    "upload_file": ("files",),
    "activate_window": ("window_name", "strict", "by_class"),
    "close_window": ("window_name", "strict", "by_class"),
    "chrome_open_tabs": ("urls_to_open",),
    "chrome_close_tabs": ("urls_to_close",),
    "change_wallpaper": ("path",),
    "update_browse_history": ("history",),
    "execute_with_verification": ("command", "verification", "max_wait_time", "check_interval", "shell"),
}


class SetupController:
    """Each method is one of OSWorld's set-up steps, named like `execute` or `_execute_setup`."""

    def setup(self, config, use_proxy=False):
        for step in config:
            self._step(step["type"], **step.get("parameters", {}))
        return True

    def __getattr__(self, name):
        step = name[1:-6] if name.startswith("_") and name.endswith("_setup") else name
        if name.startswith("__") or step not in STEPS:
            raise AttributeError(f"set-up step {name}")

        def run(*values, **named):
            return self._step(step, **dict(zip(STEPS[step], values)), **named)

        return run

    def _step(self, step, **parameters):
        if step == "upload_file":
            for file in parameters["files"]:
                with open(file["local_path"], "rb") as source:
                    harness.call("write", path=file["path"], content=base64.b64encode(source.read()).decode())
            return
        # The harness sets its own timeouts and log levels, so other parameters are dropped.
        known = {name: value for name, value in parameters.items() if name in STEPS.get(step, parameters) and value is not None}
        harness.call("setup", type=step, parameters=known)


class Controller:
    """OSWorld's `PythonController`."""

    METHODS = {
        "execute_python_command": ("command",),
        "run_python_script": ("script",),
        "run_bash_script": ("script", "timeout", "working_dir"),
        "get_file": ("file_path",),
        "get_screenshot": (),
        "get_accessibility_tree": (),
        "get_terminal_output": (),
    }

    def __getattr__(self, name):
        if name not in self.METHODS:
            raise AttributeError(f"controller method {name}")

        def run(*values, **named):
            return harness.call("controller", method=name, parameters={**dict(zip(self.METHODS[name], values)), **named})

        return run


class UserSimulator:
    """Lets an evaluator read the questions that the agent asked the user."""

    def __init__(self, questions):
        self.history = questions

    def get_history(self):
        return list(self.history)


PORTS = ("vm_ip", "server_port", "chromium_port", "vlc_port", "vnc_port")


class DesktopEnv:
    """The argument `env` of `evaluate`."""

    vm_platform = "Linux"
    enable_proxy = False
    current_use_proxy = False
    user_simulator = None

    def __init__(self, instruction, history, has_user):
        self.controller = Controller()
        self.setup_controller = SetupController()
        self.cache_dir = FILES
        self.instruction = instruction
        self.action_history = history["actions"]
        if has_user:
            self.user_simulator = UserSimulator(history["questions"])
        self.is_environment_used = True
        os.makedirs(FILES, exist_ok=True)

    def __getattr__(self, name):
        if name in PORTS:
            raise Refused(f"the task connects to the desktop's ports itself (env.{name})")
        raise AttributeError(name)


DEFAULTS = {
    "id": "", "snapshot": "", "instruction": "", "source": "", "trajectory": "", "config": [], "evaluator": None,
    "related_apps": [], "proxy": False, "image": None, "instance_type": None, "volume_size": None, "platform": None,
    "user_simulator": None, "disable_vnc": False, "disable_recording": False, "intermediate_eval_safe": True,
    "task_current_date": None,
}  # fmt: skip


class BaseTask(dict):
    """A task. Its fields are class attributes, which are also dictionary items."""

    def __init__(self):
        super().__init__({name: getattr(self, name, default) for name, default in DEFAULTS.items()})

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name in DEFAULTS:
            self[name] = value

    def setup(self, setup_controller, use_proxy=False):
        setup_controller.setup(self["config"], use_proxy)

    def evaluate(self, env):
        raise Refused("the task has no evaluate() of its own")


class MultiPhaseTask(BaseTask):
    def get_phases(self):
        raise NotImplementedError("get_phases")


def asset(path):
    """The URL of an asset, for `download` and `get_cloud_file`."""
    return f"asset:files/{path}"


class Missing:
    """A placeholder for a module or function that osharm lacks."""

    def __init__(self, name):
        self._name = name

    def __call__(self, *_values, **_named):
        raise Refused(f"{self._name}() is not available")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(f"{self._name}.{name}")

    def __str__(self):
        return "{{" + self._name.rsplit(".", 1)[-1] + "}}"

    def __format__(self, _form):
        return str(self)

    def __mro_entries__(self, _bases):
        return (object,)


def getter(name):
    return lambda env=None, config=None: harness.call("getter", type=name, parameters=config or {})


def metric(name):
    def compute(result=None, *expected, **options):
        if len(expected) > 1:
            raise Refused(f"metrics.{name} with {len(expected) + 1} positional arguments")
        given = {"expected": with_files(expected[0])} if expected else {}
        return harness.call("metric", func=name, result=with_files(result), **given, options=with_files(options))

    return compute


def png(path):
    """Converts a picture to PNG, the only format that is sent to models."""
    with open(path, "rb") as file:
        content = file.read()
    if not content.startswith(b"\x89PNG\r\n\x1a\n"):
        from gi.repository import GdkPixbuf

        _, content = GdkPixbuf.Pixbuf.new_from_file(path).save_to_bufferv("png", [], [])
    return base64.b64encode(content).decode()


def text_part(text):
    return {"type": "text", "text": str(text)}


def parts_of(content):
    return [text_part(content)] if isinstance(content, str) else [part_of(part) for part in content]


def part_of(part):
    """Converts a message part from OpenAI's format."""
    if part.get("type") == "text":
        return text_part(part["text"])
    url = part.get("image_url", {}).get("url", "")
    if not url.startswith("data:image/png;base64,"):
        raise Refused(f"a message with a part of the type {part.get('type')} that is no PNG")
    return {"type": "image", "png": url.split(",", 1)[1]}


def call_model(messages, options, default_max_tokens):
    """Calls the model that the run selects. The task's own provider, model and key are ignored."""
    chosen = options or {}
    most = chosen.get("max_tokens") or chosen.get("max_output_tokens") or default_max_tokens
    return harness.call("model", messages=messages, max_tokens=int(most), temperature=chosen.get("temperature"))


def generate_text(prompt, image_paths=None, options=None, *, system=None, default_max_tokens=512, **_defaults):
    paths = [image_paths] if isinstance(image_paths, str) else list(image_paths or [])
    parts = [text_part(prompt)]
    for index, path in enumerate(filter(None, paths), start=1):
        parts += [text_part(f"Image {index}:"), {"type": "image", "png": png(path)}]
    instructions = [{"role": "system", "parts": [text_part(system)]}] if system else []
    return call_model([*instructions, {"role": "user", "parts": parts}], options, default_max_tokens)


def generate_chat(messages, options=None, *, default_max_tokens=512, **_defaults):
    turns = [{"role": message["role"], "parts": parts_of(message["content"])} for message in messages]
    return call_model(turns, options, default_max_tokens)


YES_OR_NO = "You check the result of a task. Your reply begins with the word YES or NO."


def says_yes(prompt, paths=None, options=None):
    reply = generate_text(prompt, paths, options, system=YES_OR_NO).split()
    return bool(reply) and "".join(filter(str.isalpha, reply[0])).upper() == "YES"


def compare_images_with_llm(image1_path, image2_path, prompt="", options=None, **more):
    asked = prompt or "Do the two images show the same result?"
    return float(says_yes(asked, [image1_path, image2_path], {**(options or {}), **more}))


def compare_image_edit_with_llm(
    candidate_image_path, reference_image_path, initial_image_path, prompt="", options=None, **more
):
    asked = prompt or (
        "Image 1 is a picture before it was edited, image 2 has the edit that was wanted, image 3 the edit to check. "
        "Does image 3 have the edit of image 2, and no other?"
    )
    paths = [initial_image_path, reference_image_path, candidate_image_path]
    return float(says_yes(asked, paths, {**(options or {}), **more}))


def compare_multiple_images_with_llm(image_pairs, prompt="", options=None):
    return float(all(compare_images_with_llm(*pair, prompt, options) for pair in image_pairs))


def compare_answers_with_llm(question, answer_a, answer_b, prompt=""):
    if not (question and answer_a and answer_b):
        return 0.0
    asked = prompt or "Do both answers say the same about the question, so that they would be graded alike?"
    return float(says_yes(f"Question: {question}\n\nAnswer A: {answer_a}\n\nAnswer B: {answer_b}\n\n{asked}"))


def compare_text_with_llm(result_text, prompt="", options=None):
    if not result_text:
        return "FAIL"
    asked = prompt or "Does this text meet the requirements?"
    return "YES" if says_yes(f"{asked}\n\n{result_text}", None, options) else "NO"


# OSWorld's metrics that call a model, with compatible parameters and results.
BY_MODEL = {
    "compare_images_with_llm": compare_images_with_llm,
    "compare_image_edit_with_llm": compare_image_edit_with_llm,
    "compare_multiple_images_with_llm": compare_multiple_images_with_llm,
    "_compare_answers_with_llm": compare_answers_with_llm,
    "compare_text_with_llm": compare_text_with_llm,
}


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    made.__path__ = []
    sys.modules[name] = made
    return made


def lazily(made, make):
    """Creates a module's members on first access."""

    def find(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return make(name)

    made.__getattr__ = find
    return made


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Supplies placeholders for missing modules of `desktop_env` and, in mode `describe`, for missing packages."""

    def __init__(self, packages):
        self.packages = packages

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in {"desktop_env", *self.packages}:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return lazily(types.ModuleType(spec.name), lambda name: Missing(f"{spec.name}.{name}"))

    def exec_module(self, _made):
        pass


def offer_desktop_env(missing_packages):
    sys.meta_path.append(Finder(missing_packages))
    module("desktop_env")
    module("desktop_env.task_base", BaseTask=BaseTask, MultiPhaseTask=MultiPhaseTask)
    module("desktop_env.file_source", asset=asset)
    module("desktop_env.desktop_env", DesktopEnv=DesktopEnv)
    module("desktop_env.controllers")
    module("desktop_env.controllers.setup", SetupController=SetupController)
    module("desktop_env.controllers.python", PythonController=Controller)
    getters = lazily(
        module("desktop_env.evaluators.getters"),
        lambda name: getter(name[4:]) if name.startswith("get_") else Missing(f"getters.{name}"),
    )
    metrics = lazily(module("desktop_env.evaluators.metrics", **BY_MODEL), metric)
    module("desktop_env.evaluators.metrics.llm_metrics", **BY_MODEL)
    module("desktop_env.evaluators.model_client", generate_text=generate_text, generate_chat=generate_chat)
    module("desktop_env.evaluators", getters=getters, metrics=metrics)


# Loading and calling.


def load(path):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    if callable(getattr(made, "get_task", None)):
        return made.get_task()
    named = getattr(made, "TASK_CLASS", None) or getattr(made, "Task", None)
    if named is not None:
        return named()
    for value in vars(made).values():
        if isinstance(value, type) and issubclass(value, BaseTask) and value not in (BaseTask, MultiPhaseTask):
            return value()
    raise Refused("the file has neither get_task(), TASK_CLASS, Task nor a class of BaseTask")


def phases_of(task):
    if not callable(getattr(task, "get_phases", None)):
        return []
    phases = task.get_phases() or []
    if not isinstance(phases, list):
        raise TypeError("get_phases() must return a list")
    return phases


OFFERED = {
    "desktop_env", "desktop_env.task_base", "desktop_env.file_source", "desktop_env.desktop_env",
    "desktop_env.controllers", "desktop_env.controllers.setup", "desktop_env.controllers.python",
    "desktop_env.evaluators", "desktop_env.evaluators.getters", "desktop_env.evaluators.metrics",
    "desktop_env.evaluators.metrics.llm_metrics", "desktop_env.evaluators.model_client",
}  # fmt: skip


def is_installed(package):
    return package in sys.stdlib_module_names or importlib.machinery.PathFinder.find_spec(package) is not None


def used_by(path):
    """Finds the modules, getters, metrics, set-up steps and methods that a task uses, without running it."""
    used = {name: set() for name in ("modules", "packages", "getters", "metrics", "steps", "methods", "ports", "models")}
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported = [(alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            imported = [(node.module, alias.name) for alias in node.names]
        else:
            imported = []
        for name, member in imported:
            top = name.split(".")[0]
            if top != "desktop_env":
                if not is_installed(top):
                    used["packages"].add(top)
            elif name == "desktop_env.evaluators.getters" and member is not None:
                used["getters"].add(member.removeprefix("get_"))
            elif name == "desktop_env.evaluators.metrics" and member is not None:
                used["metrics"].add(member)
            elif name in ("desktop_env.evaluators.metrics.llm_metrics", "desktop_env.evaluators.model_client"):
                used["models"].add(member or name)
            elif name not in OFFERED:
                used["modules"].add(name if member is None else f"{name}.{member}")
        if not isinstance(node, ast.Attribute):
            continue
        owner = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", None)
        if owner == "getters":
            used["getters"].add(node.attr.removeprefix("get_"))
        elif owner == "metrics":
            used["metrics"].add(node.attr)
        elif owner == "setup_controller":
            step = node.attr[1:-6] if node.attr.startswith("_") and node.attr.endswith("_setup") else node.attr
            if step != "setup" and step not in STEPS:
                used["steps"].add(step)
        elif owner == "controller" and node.attr not in Controller.METHODS:
            used["methods"].add(node.attr)
        elif owner == "env" and node.attr in PORTS:
            used["ports"].add(node.attr)
    by_model = used["metrics"] & BY_MODEL.keys()
    used["metrics"] -= by_model
    used["models"] |= by_model
    return {name: sorted(names) for name, names in used.items()}


def described(task, path):
    overrides = [name for name in ("setup", "evaluate") if getattr(type(task), name, None) is not getattr(BaseTask, name)]
    phases = [
        {name: phase.get(name) for name in ("name", "instruction", "gate", "gate_min_score")} for phase in phases_of(task)
    ]
    fields = {name: task.get(name, default) for name, default in DEFAULTS.items()}
    return {
        "fields": fields,
        "overrides": overrides,
        "phases": phases,
        "used": used_by(path),
    }


def score_of(result):
    """`result` is a number or a dictionary with a `score`."""
    details = result if isinstance(result, dict) else None
    return {"score": float(result.get("score", 0.0) if details is not None else result), "details": details}


class Worker:
    def __init__(self, path, mode):
        self.path = path
        offer_desktop_env(used_by(path)["packages"] if mode == "describe" else [])
        self.task = load(path)

    def describe(self):
        return described(self.task, self.path)

    def setup(self):
        self._set_up(self.task.setup)

    def evaluate(self, history):
        return score_of(self.task.evaluate(self._env(self.task.get("instruction"), history)))

    def phase_setup(self, phase):
        chosen = phases_of(self.task)[phase]
        self._set_up(chosen["setup"])
        return chosen.get("pause_after_setup_seconds", 5)

    def phase_evaluate(self, phase, history):
        chosen = phases_of(self.task)[phase]
        return score_of(chosen["evaluate"](self._env(chosen["instruction"], history)))

    def _env(self, instruction, history):
        return DesktopEnv(instruction, history, self.task.get("user_simulator") is not None)

    @staticmethod
    def _set_up(function):
        takes = inspect.signature(function).parameters
        named = {"use_proxy": False} if "use_proxy" in takes else {}
        function(SetupController(), **named)


def answer(work):
    try:
        return {"value": work()}
    except BaseException as error:  # A task may even raise SystemExit.
        kind = "refused" if isinstance(error, Refused) else "agent" if isinstance(error, AgentFault) else "task"
        trace = traceback.extract_tb(error.__traceback__)
        last = next((frame for frame in reversed(trace) if not frame.filename.startswith(__file__)), None)
        place = "" if last is None else f" ({os.path.basename(last.filename)}, line {last.lineno})"
        return {"failed": f"{type(error).__name__}: {error}{place}", "kind": kind}


def main(path, port, mode):
    global harness
    with socket.create_server(("127.0.0.1", int(port))) as server:
        connection, _ = server.accept()
    # Use the socket instead of stdout, which the task may print to.
    harness = Harness(connection.makefile("rwb"))
    sys.path[:0] = [os.path.join(HOME, "packages"), os.path.dirname(os.path.abspath(path))]
    worker = None
    while (request := harness.receive()) is not None:

        def work():
            nonlocal worker
            worker = worker or Worker(path, mode)
            method = request.pop("do")
            return getattr(worker, method)(**request)

        harness.send(answer(work))


if __name__ == "__main__":
    main(*sys.argv[1:])
