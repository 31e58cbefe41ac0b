"""Runs gymnasium's check_env on osharm.gym.

    check-gym.py [URL TASK]

With arguments the desktops are those of `osharm desktop env`. Without, the server is a double. Episodes are declared
nondeterministic, since desktops show the time of day. Where the double always shows the same picture, check_env must pass
without that declaration too.
"""

import base64
import io
import json
import sys
import threading
import warnings

import gymnasium
import osharm.gym
from gymnasium.utils.env_checker import check_env
from PIL import Image
from websockets.sync.server import ServerConnection, serve


def picture(shade: int) -> str:
    written = io.BytesIO()
    Image.new("RGB", (1920, 1080), (shade, 0, 0)).save(written, "PNG")
    return base64.b64encode(written.getvalue()).decode()


class Desktops:
    """Answers as ``osharm desktop env``. With ``drift``, each episode has a picture of its own."""

    def __init__(self, drift: bool) -> None:
        self.drift = drift
        self.episodes = 0

    def answer(self, socket: ServerConnection) -> None:
        step = 0
        for message in socket:
            request = json.loads(message)
            is_reset = request["type"] == "reset"
            self.episodes += is_reset
            step = 0 if is_reset else step + 1
            failed = [] if is_reset else [{"action": 1, "exit_code": 1, "error": "SyntaxError: invalid syntax"}]
            observation = {
                "instruction": "Do it.", "screenshot": picture(self.episodes if self.drift else 7),
                "accessibility_tree": "", "step": step, "feedback": failed, "verdict": None, "metadata": {},
            }  # fmt: skip
            data = {"observation": observation, "reward": None, "done": False}
            socket.send(json.dumps({"type": "observation", "data": data}))


def complaint(env: gymnasium.Env) -> str:
    """What check_env raises or warns of. Empty if it passes."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            check_env(env, skip_close_check=True)
            return "; ".join(str(one.message) for one in warned)
        except AssertionError as error:
            return str(error)
        finally:
            env.close()


def made(url: str, task: str, feedback: bool) -> gymnasium.Env:
    return gymnasium.make("osharm/Desktop-v0", url=url, task=task, feedback=feedback, disable_env_checker=True).unwrapped


def on_double(drift: bool, feedback: bool, nondeterministic: bool) -> str:
    with serve(Desktops(drift).answer, "127.0.0.1", 0, max_size=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        env = made(f"http://127.0.0.1:{server.socket.getsockname()[1]}", "t", feedback)
        env.spec.nondeterministic = nondeterministic
        return complaint(env)


def on_doubles() -> list[str]:
    faults = [text for feedback in (True, False) if (text := on_double(False, feedback, False)) != ""]
    if (text := on_double(True, True, True)) != "":
        faults.append(f"other pixels in each episode: {text}")
    if on_double(True, True, False) == "":
        faults.append("other pixels in each episode: no complaint though declared deterministic")
    if not gymnasium.spec("osharm/Desktop-v0").nondeterministic:
        faults.append("the registered environment is declared deterministic")
    typed = "pyautogui.write('Grüße 日本 😀')"
    if not osharm.gym.CodeText(100).contains(typed):
        faults.append(f"the action space lacks {typed}")
    return faults


def main() -> None:
    if len(sys.argv) > 1:
        url, task = sys.argv[1:]
        faults = [text] if (text := complaint(made(url, task, True))) != "" else []
    else:
        faults = on_doubles()
    for fault in faults:
        print(fault)
    raise SystemExit(1 if faults else 0)


main()
