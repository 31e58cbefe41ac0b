"""The expected code was derived from the tool's documentation, independently of the module's output."""

import ast
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from load import actions, keys  # noqa: E402

SCREEN = (1920, 1080)


def code(*words: str) -> str:
    made = actions.computer_call(list(words), SCREEN).code
    ast.parse(made)
    return made


class ComputerCalls(unittest.TestCase):
    def test_points_are_mapped_to_the_screen(self):
        for shown, real in (((0, 0), (0, 0)), ((683, 384), (960, 540)), ((1365, 767), (1919, 1079))):
            made = code("left_click", "--coordinate", *map(str, shown))
            x, y = ast.literal_eval("(" + made.split("click(")[1].split(", clicks")[0] + ")")
            self.assertLessEqual(max(abs(x - real[0]), abs(y - real[1])), 1, made)

    def test_points_outside_are_errors(self):
        for x, y in ((99999, -7), (1367, 0), (0, 769), (-1, 0)):
            for action in ("left_click", "mouse_move", "triple_click"):
                with self.assertRaisesRegex(actions.CallError, "x is from 0 to 1365, y from 0 to 767"):
                    actions.computer_call([action, "--coordinate", str(x), str(y)], SCREEN)
        self.assertIn("moveTo(1919, 1079)", code("mouse_move", "--coordinate", "1366", "768"))

    def test_what_would_do_nothing_is_an_error(self):
        for words, part in (
            (["scroll", "--scroll_amount", "0", "--scroll_direction", "down"], "scroll_amount from 1"),
            (["scroll", "--scroll_amount", "-3", "--scroll_direction", "down"], "scroll_amount from 1"),
            (["scroll", "--scroll_direction", "down"], "scroll_amount"),
            (["scroll", "--scroll_amount", "3"], "scroll_direction"),
            (["scroll", "--scroll_amount", "3", "--scroll_direction", "sideways"], "sideways"),
            (["key", "--text", "nosuchkey"], "There is no key 'nosuchkey'"),
            (["key", "--text", "ctrl+Retrun"], "Did you mean 'return'"),
            (["key", "--text", " "], "text"),
            (["hold_key", "--text", "foo", "--duration", "1"], "There is no key"),
            (["wait", "--duration", "nan"], "0 or more"),
            (["wait", "--duration", "-1"], "0 or more"),
            (["type", "--text="], "text"),
            (["left_click", "--text", "shift"], "left_click has no argument text"),
            (["left_click", "--cordinate", "1", "2"], "cordinate"),
            (["left_click", "--coordinate", "1"], "expected 2"),
            (["left_click", "--coordinate", "nan", "2"], "nan"),
            (["left_click_drag", "--coordinate", "1", "2"], "start_coordinate"),
            (["left_click_drag", "--start_coordinate", "1", "2"], "coordinate"),
        ):
            with self.assertRaisesRegex(actions.CallError, part, msg=words):
                actions.computer_call(words, SCREEN)

    def test_each_action(self):
        for words, part in (
            (["left_click"], "pyautogui.click(clicks=1, button='left')"),
            (["triple_click"], "clicks=3"),
            (["key", "--text", "ctrl+Return"], "pyautogui.hotkey('ctrl', 'enter')"),
            (["key", "--text", "Tab Tab"], "pyautogui.hotkey('tab')\npyautogui.hotkey('tab')"),
            (["hold_key", "--text", "shift", "--duration", "2"], "time.sleep(2.0)"),
            (["type", "--text=it's \"here\"\n--all"], repr("it's \"here\"\n--all")),
            (["scroll", "--scroll_amount", "3", "--scroll_direction", "down"], "pyautogui.scroll(-3)"),
            (["scroll", "--scroll_amount", "3", "--scroll_direction", "right"], "pyautogui.hscroll(3)"),
            (["navigate", "--text", "http://portal.example"], "['google-chrome', 'http://portal.example']"),
            (["back_click"], "'click', '8'"),
            (["left_click_drag", "--start_coordinate", "0", "0", "--coordinate", "10", "10"], "dragTo("),
            (["cursor_position"], "pyautogui.position()"),
        ):
            self.assertIn(part, code(*words))

    def test_looking_is_no_code(self):
        self.assertEqual(actions.computer_call(["screenshot"], SCREEN).code, "WAIT")
        self.assertEqual(
            actions.computer_call(["zoom", "--region", "0", "0", "683", "384"], SCREEN).region, (0, 0, 960, 540)
        )

    def test_what_is_missing_is_named(self):
        for words, part in (
            (["key"], "text"),
            (["mouse_move"], "coordinate"),
            (["wait"], "duration"),
            (["zoom", "--region", "5", "5", "1", "1"], "region"),
            (["fly"], "fly"),
        ):
            with self.assertRaisesRegex(actions.CallError, part):
                actions.computer_call(words, SCREEN)

    def test_keys(self):
        self.assertEqual(keys.key_names("ctrl++"), ["ctrl", "+"])
        self.assertEqual(keys.key_names("super+Prior"), ["winleft", "pageup"])
        self.assertEqual(keys.key_names("A"), ["A"])


class Commands(unittest.TestCase):
    def run_code(self, text: str) -> str:
        return subprocess.run([sys.executable, "-I", "-S", "-c", text], capture_output=True, text=True, check=True).stdout

    def test_a_command_tells_its_exit_code_and_output(self):
        made = actions.command_code(["sh", "-c", "cat; echo $A; exit 3"], b"in\xff", "/", {"A": "b"}, 10)
        self.assertEqual(json.loads(self.run_code(made)), [3, "aW7/YgoK"[:4] + "Ygo=", ""])

    def test_a_program_that_is_not_there(self):
        self.assertEqual(json.loads(self.run_code(actions.command_code(["/no/such"], None, "/", {}, 10)))[0], 127)

    def test_files_come_back_as_they_were(self):
        with tempfile.TemporaryDirectory() as folder:
            for contents in (b"plain \"'\\ text\r\n", b"\xff\x00"):
                path = f"{folder}/a/b"
                self.run_code(actions.write_code(path, contents))
                self.assertEqual(Path(path).read_bytes(), contents)
                self.assertTrue(self.run_code(actions.read_code(path, 100)))
                with self.assertRaises(subprocess.CalledProcessError):
                    self.run_code(actions.read_code(path, 1))


if __name__ == "__main__":
    unittest.main()
