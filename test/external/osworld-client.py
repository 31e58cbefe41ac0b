"""Drives a desktop of ours with OSWorld's own client: PythonController and SetupController of PyPI's desktop-env.

By hand, for its packages are Python's:
    pip install --no-deps desktop-env==1.0.2 && pip install requests requests-toolbelt playwright pydrive python-dotenv lxml cssselect xmltodict openpyxl formulas rapidfuzz tldextract
    osharm desktop serve --port 5000 --chromium-port 9222 --vlc-port 8080
    python osworld-client.py 127.0.0.1 5000 9222 8080
A machine with the one-file server (osharm desktop guest) has no reset, and perhaps no Chromium; its editor may be slow:
    python osworld-client.py ADDRESS 5000
"""
import importlib.util
import os
import sys
import tempfile
import time
import types
import urllib.request

# The metrics' package imports torch, librosa … on loading; of it the client needs one file.
root = os.path.dirname(importlib.util.find_spec("desktop_env").origin)
for name in ("desktop_env", "desktop_env.evaluators", "desktop_env.evaluators.metrics"):
    folder = os.path.join(root, *name.split(".")[1:])
    module = types.ModuleType(name)
    module.__path__ = [folder]
    sys.modules[name] = module

from desktop_env.controllers.python import PythonController  # noqa: E402
from desktop_env.controllers.setup import SetupController  # noqa: E402

host, port = sys.argv[1], int(sys.argv[2])
is_ours = len(sys.argv) > 3
chromium_port, vlc_port = (int(value) for value in (sys.argv[3:5] if is_ours else (9222, 8080)))
patience = 1 if is_ours else 10
controller = PythonController(host, port)
cache = tempfile.mkdtemp()
setup = SetupController(host, port, chromium_port, vlc_port, cache_dir=cache, client_password="password")
done = 0


def check(what, holds):
    global done
    if not holds:
        raise SystemExit(f"FAILED: {what}")
    done += 1
    print(f"ok  {what}")


# PythonController
check("screenshot", controller.get_screenshot()[1:4] == b"PNG")
check("accessibility tree", controller.get_accessibility_tree().startswith("<desktop-frame"))
check("platform", controller.get_vm_platform() == "Linux")
size = controller.get_vm_screen_size()
check("screen size", (size["width"], size["height"]) == (1920, 1080) or not is_ours and size["width"] >= 800)
check("desktop path", controller.get_vm_desktop_path() == "/home/user/Desktop")
check("directory tree", controller.get_vm_directory_tree("/home/user")["type"] == "directory")
check("wallpaper", len(controller.get_vm_wallpaper()) > 1000)
check("python script", controller.run_python_script("print(6 * 7)")["output"].strip() == "42")
check("bash script", controller.run_bash_script("echo $USER; exit 3")["returncode"] == 3)

# SetupController.setup, which stops at the first step that fails
local = os.path.join(cache, "note.txt")
with open(local, "w") as file:
    file.write("from outside\n")
steps = [
    {"type": "upload_file", "parameters": {"files": [{"local_path": local, "path": "/home/user/Documents/note.txt"}]}},
    {"type": "execute", "parameters": {"command": ["bash", "-c", "echo done > ~/made"]}},
    {"type": "command", "parameters": {"command": ["mkdir", "-p", "/home/user/Documents/empty"]}},
    {"type": "open", "parameters": {"path": "/home/user/Documents/note.txt"}},
    {"type": "sleep", "parameters": {"seconds": 2 * patience}},
    {"type": "activate_window", "parameters": {"window_name": "note.txt"}},
]
check("setup steps", setup.setup(steps))
check("file comes back", controller.get_file("/home/user/Documents/note.txt") == b"from outside\n")
controller.execute_python_command("pyautogui.hotkey('ctrl', 'end'); pyautogui.write('and inside'); pyautogui.hotkey('ctrl', 's')")
time.sleep(patience)
check("typing", controller.get_file("/home/user/Documents/note.txt").rstrip().endswith(b"and inside"))
for action in (
    {"action_type": "MOVE_TO", "parameters": {"x": 400, "y": 300}},
    {"action_type": "CLICK", "parameters": {"button": "left", "x": 400, "y": 300}},
    {"action_type": "TYPING", "parameters": {"text": "x"}},
    {"action_type": "HOTKEY", "parameters": {"keys": ["ctrl", "z"]}},
    {"action_type": "SCROLL", "parameters": {"dx": 0, "dy": -2}},
):
    controller.execute_action(action)
position = controller.run_python_script("import pyautogui; print(tuple(pyautogui.position()))")["output"].strip()
check("computer_13 actions", position == "(400, 300)")
check("close window", setup.setup([{"type": "close_window", "parameters": {"window_name": "note.txt"}}]))

# Chromium over CDP, through OSWorld's own two steps
if is_ours:
    check(
        "chrome tabs",
        setup.setup(
            [
                {"type": "launch", "parameters": {"command": ["google-chrome", "--remote-debugging-port=1337"]}},
                {"type": "launch", "parameters": {"command": ["socat", "tcp-listen:9222,fork", "tcp:localhost:1337"]}},
                {"type": "chrome_open_tabs", "parameters": {"urls_to_open": ["https://www.lindenhof.example/"]}},
            ]
        ),
    )
    pages = urllib.request.urlopen(f"http://{host}:{chromium_port}/json/list").read().decode()
    check("tab is open", "lindenhof" in pages)

check("recording starts", controller.start_recording() is None)
time.sleep(2 * patience)
film = os.path.join(cache, "film.mp4")
controller.end_recording(film)
check("recording", os.path.getsize(film) > 1000)

if is_ours:
    request = urllib.request.Request(f"http://{host}:{port}/v2/reset", method="POST")
    began = time.time()
    check("reset", urllib.request.urlopen(request).status == 204)
    print(f"    {time.time() - began:.2f} s")
    check("fresh", b"made" not in str(controller.get_vm_directory_tree("/home/user")).encode())
print(f"{done} checks held")
