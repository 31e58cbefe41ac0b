"""Converts calls of Inspect's computer tool to Python code for the desktop. Doesn't import Inspect."""

import argparse
from dataclasses import dataclass

from ._keys import UnknownKey, key_names
from ._protocol import WAIT

# The screen size that Inspect reports to every model.
SHOWN_WIDTH = 1366
SHOWN_HEIGHT = 768
# pyautogui's button names, and xdotool's numbers of buttons that pyautogui lacks.
_BUTTONS = {"left_click": "left", "right_click": "right", "middle_click": "middle"}
_EXTRA_BUTTONS = {"back_click": 8, "forward_click": 9}
_COUNTS = {"double_click": 2, "triple_click": 3}
_LONGEST_WAIT = 60.0
_MOST_NOTCHES = 1000
# The arguments that an action can have. Any other would be ignored.
_POINTED = ("coordinate",)
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "screenshot": (),
    "zoom": ("region",),
    "cursor_position": (),
    "wait": ("duration",),
    "mouse_move": _POINTED,
    "left_mouse_down": (),
    "left_mouse_up": (),
    "left_click": _POINTED,
    "right_click": _POINTED,
    "middle_click": _POINTED,
    "back_click": _POINTED,
    "forward_click": _POINTED,
    "double_click": _POINTED,
    "triple_click": _POINTED,
    "left_click_drag": ("start_coordinate", "coordinate"),
    "scroll": ("coordinate", "scroll_amount", "scroll_direction"),
    "key": ("text",),
    "hold_key": ("text", "duration"),
    "type": ("text",),
    "open_web_browser": (),
    "navigate": ("text",),
}


@dataclass(frozen=True)
class ComputerCall:
    """A converted call of the computer tool."""

    code: str
    """Python code, or WAIT."""
    prints: bool = False
    """True if the output of the code is the result."""
    region: tuple[int, int, int, int] | None = None
    """The part of the screen to return, enlarged, in screen pixels."""


class CallError(ValueError):
    """The call is invalid."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise CallError(message)


def _parser() -> _Parser:
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("action")
    parser.add_argument("--coordinate", type=int, nargs=2)
    parser.add_argument("--start_coordinate", type=int, nargs=2)
    parser.add_argument("--text")
    parser.add_argument("--duration", type=float)
    parser.add_argument("--scroll_amount", type=int)
    parser.add_argument("--scroll_direction", choices=["up", "down", "left", "right"])
    parser.add_argument("--region", type=int, nargs=4)
    return parser


def computer_call(words: list[str], screen: tuple[int, int]) -> ComputerCall:
    """Converts the arguments of `computer_tool.py` for a screen of this size in pixels. Raises CallError."""
    given = _parser().parse_args(words)
    arguments = _ARGUMENTS.get(given.action)
    if arguments is None:
        raise CallError(f"there is no action {given.action}")
    for name, value in vars(given).items():
        if value is not None and name not in ("action", *arguments):
            raise CallError(f"{given.action} has no argument {name}")
    scale = (screen[0] / SHOWN_WIDTH, screen[1] / SHOWN_HEIGHT)

    def at(point: list[int] | None, name: str = "coordinate") -> tuple[int, int] | None:
        if point is None:
            return None
        if not (0 <= point[0] <= SHOWN_WIDTH and 0 <= point[1] <= SHOWN_HEIGHT):
            raise CallError(
                f"{given.action}: {name} ({point[0]}, {point[1]}) is outside of the screen: "
                f"x is from 0 to {SHOWN_WIDTH - 1}, y from 0 to {SHOWN_HEIGHT - 1}"
            )
        # The middle of the shown pixel. The width and the height name the last one.
        x, y = ((value + 0.5) * factor for value, factor in zip(point, scale))
        return min(max(int(x), 0), screen[0] - 1), min(max(int(y), 0), screen[1] - 1)

    def needed(point: list[int] | None, name: str) -> tuple[int, int]:
        found = at(point, name)
        if found is None:
            raise CallError(f"{given.action} needs {name}")
        return found

    def text() -> str:
        if not given.text:
            raise CallError(f"{given.action} needs text")
        return given.text

    def keys(combination: str) -> list[str]:
        try:
            return key_names(combination)
        except UnknownKey as error:
            raise CallError(str(error)) from error

    def seconds() -> float:
        if given.duration is None or not given.duration >= 0:
            raise CallError(f"{given.action} needs a duration in seconds, 0 or more")
        return min(given.duration, _LONGEST_WAIT)

    where = at(given.coordinate)
    move = "" if where is None else f"pyautogui.moveTo({where[0]}, {where[1]})\n"
    place = "" if where is None else f"{where[0]}, {where[1]}, "
    match given.action:
        case "screenshot":
            return ComputerCall(WAIT)
        case "zoom":
            if given.region is None:
                raise CallError("zoom needs a region")
            left, top = needed(given.region[:2], "region")
            right, bottom = needed(given.region[2:], "region")
            if right <= left or bottom <= top:
                raise CallError("zoom needs a region with its corners in order")
            return ComputerCall(WAIT, region=(left, top, right, bottom))
        case "cursor_position":
            lines = [
                "import pyautogui",
                "x, y = pyautogui.position()",
                f"print(f'X={{int(x / {scale[0]!r})}},Y={{int(y / {scale[1]!r})}}')",
            ]
            return ComputerCall("\n".join(lines), prints=True)
        case "wait":
            return ComputerCall(f"import time\ntime.sleep({seconds()!r})")
        case "mouse_move":
            x, y = needed(given.coordinate, "coordinate")
            return ComputerCall(_code(f"pyautogui.moveTo({x}, {y})"))
        case "left_mouse_down":
            return ComputerCall(_code("pyautogui.mouseDown(button='left')"))
        case "left_mouse_up":
            return ComputerCall(_code("pyautogui.mouseUp(button='left')"))
        case "left_click" | "right_click" | "middle_click":
            return ComputerCall(_code(f"pyautogui.click({place}clicks=1, button={_BUTTONS[given.action]!r})"))
        case "double_click" | "triple_click":
            return ComputerCall(_code(f"pyautogui.click({place}clicks={_COUNTS[given.action]}, button='left')"))
        case "back_click" | "forward_click":
            number = _EXTRA_BUTTONS[given.action]
            run = f"subprocess.run(['xdotool', 'click', '{number}'], check=True)"
            return ComputerCall(f"import subprocess\n{_code(move)}{run}")
        case "left_click_drag":
            x, y = needed(given.coordinate, "coordinate")
            start = needed(given.start_coordinate, "start_coordinate")
            return ComputerCall(
                _code(f"pyautogui.moveTo({start[0]}, {start[1]})\npyautogui.dragTo({x}, {y}, duration=0.5, button='left')")
            )
        case "scroll":
            amount, direction = given.scroll_amount, given.scroll_direction
            if direction is None or amount is None or not 1 <= amount <= _MOST_NOTCHES:
                raise CallError(f"scroll needs a scroll_direction and a scroll_amount from 1 to {_MOST_NOTCHES}")
            sign = 1 if direction in ("up", "right") else -1
            name = "hscroll" if direction in ("left", "right") else "scroll"
            return ComputerCall(_code(f"{move}pyautogui.{name}({sign * amount})"))
        case "key":
            pressed = [f"pyautogui.hotkey({', '.join(map(repr, keys(one)))})" for one in text().split()]
            if not pressed:
                raise CallError("key needs text")
            return ComputerCall(_code("\n".join(pressed)))
        case "hold_key":
            names = keys(text())
            down = "\n".join(f"pyautogui.keyDown({name!r})" for name in names)
            up = "\n".join(f"pyautogui.keyUp({name!r})" for name in reversed(names))
            return ComputerCall(f"import time\n{_code(down)}\ntime.sleep({seconds()!r})\n{up}")
        case "type":
            return ComputerCall(_code(f"pyautogui.write({text()!r})"))
        case "open_web_browser":
            return ComputerCall(_opened(["google-chrome"]))
        case "navigate":
            return ComputerCall(_opened(["google-chrome", text()]))
    raise CallError(f"there is no action {given.action}")


def _code(body: str) -> str:
    return f"import pyautogui\n{body}"


def _opened(command: list[str]) -> str:
    return f"import subprocess\nsubprocess.Popen({command!r}, start_new_session=True)"


def command_code(
    command: list[str], given: bytes | None, folder: str, variables: dict[str, str], seconds: float
) -> str:
    """Code that runs a command and prints one line of JSON: its exit code and base64 output."""
    return "\n".join(
        [
            "import base64, json, os, subprocess",
            "try:",
            f"    done = subprocess.run({command!r}, input={given!r}, cwd={folder!r}, env={{**os.environ, **{variables!r}}}, capture_output=True, timeout={seconds!r})",
            "    said = [done.returncode, done.stdout, done.stderr]",
            "except subprocess.TimeoutExpired:",
            "    said = [None, b'', b'']",
            "except OSError as error:",
            "    said = [127 if isinstance(error, FileNotFoundError) else 126, b'', str(error).encode()]",
            "print(json.dumps([said[0], *(base64.b64encode(one).decode() for one in said[1:])]))",
        ]
    )


def write_code(path: str, contents: bytes) -> str:
    """Code that writes a file and creates its folders. Text is not encoded, so that it is readable in the record."""
    try:
        written = f"{contents.decode()!r}.encode()"
    except UnicodeDecodeError:
        written = repr(contents)
    return f"import os\nos.makedirs(os.path.dirname({path!r}), exist_ok=True)\nwith open({path!r}, 'wb') as file:\n    file.write({written})"


def read_code(path: str, longest: int) -> str:
    """Code that prints a file of up to `longest` bytes in base64."""
    return "\n".join(
        [
            "import base64, os",
            f"size = os.path.getsize({path!r})",
            f"if size > {longest}:",
            "    raise OverflowError(size)",
            f"print(base64.b64encode(open({path!r}, 'rb').read()).decode(), end='')",
        ]
    )
