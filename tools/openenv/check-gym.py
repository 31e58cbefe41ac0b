"""Runs gymnasium's check_env on osharm.gym, over a server whose desktops always show the same picture.

    check-gym.py

Real desktops show the time of day, so that check_env's comparison of two episodes' pixels fails there
(docs/compatibility/openenv.md#gymnasium). All else that check_env requires is checked here.
"""

import base64
import io
import json
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


def checked(drift: bool, feedback: bool) -> str:
    """What check_env raises or warns of. Empty if it passes."""
    with serve(Desktops(drift).answer, "127.0.0.1", 0, max_size=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        env = gymnasium.make("osharm/Desktop-v0", url=url, task="t", feedback=feedback, disable_env_checker=True)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                check_env(env.unwrapped, skip_close_check=True)
                return "; ".join(str(one.message) for one in warned)
            except AssertionError as error:
                return str(error)
            finally:
                env.close()


def main() -> None:
    faults = [text for feedback in (True, False) if (text := checked(False, feedback)) != ""]
    drifted = checked(True, True)
    if "deterministic" not in drifted and "equivalent" not in drifted:
        faults.append(f"other pixels in each episode: {drifted or 'no complaint'}")
    typed = "pyautogui.write('Grüße 日本 😀')"
    if not osharm.gym.CodeText(100).contains(typed):
        faults.append(f"the action space lacks {typed}")
    for fault in faults:
        print(fault)
    raise SystemExit(1 if faults else 0)


main()
