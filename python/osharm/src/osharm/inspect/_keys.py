"""Maps xdotool's key names, which Inspect's computer tool uses, to pyautogui's."""

import difflib

# pyautogui's names of keys without a character.
PYAUTOGUI_NAMES = frozenset(
    "accept add alt altleft altright apps backspace browserback browserfavorites browserforward browserhome browserrefresh "
    "browsersearch browserstop capslock clear convert ctrl ctrlleft ctrlright decimal del delete divide down end enter esc "
    "escape execute f1 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f2 f20 f21 f22 f23 f24 f3 f4 f5 f6 f7 f8 f9 final fn hanguel "
    "hangul hanja help home insert junja kana kanji launchapp1 launchapp2 launchmail launchmediaselect left modechange "
    "multiply nexttrack nonconvert num0 num1 num2 num3 num4 num5 num6 num7 num8 num9 numlock pagedown pageup pause pgdn pgup "
    "playpause prevtrack print printscreen prntscrn prtsc prtscr return right scrolllock select separator shift shiftleft "
    "shiftright sleep space stop subtract tab up volumedown volumemute volumeup win winleft winright yen command option "
    "optionleft optionright".split()
)

_NAMES = {
    "return": "enter",
    "escape": "esc",
    "prior": "pageup",
    "next": "pagedown",
    "page_up": "pageup",
    "page_down": "pagedown",
    "print": "printscreen",
    "super": "winleft",
    "super_l": "winleft",
    "super_r": "winright",
    "meta": "winleft",
    "meta_l": "winleft",
    "meta_r": "winright",
    "control_l": "ctrlleft",
    "control_r": "ctrlright",
    "shift_l": "shiftleft",
    "shift_r": "shiftright",
    "alt_l": "altleft",
    "alt_r": "altright",
    "caps_lock": "capslock",
    "num_lock": "numlock",
    "scroll_lock": "scrolllock",
    "comma": ",",
    "period": ".",
    "slash": "/",
    "backslash": "\\",
    "semicolon": ";",
    "apostrophe": "'",
    "grave": "`",
    "minus": "-",
    "plus": "+",
    "equal": "=",
    "underscore": "_",
    "bracketleft": "[",
    "bracketright": "]",
    "exclam": "!",
    "at": "@",
    "numbersign": "#",
    "dollar": "$",
    "percent": "%",
    "asciicircum": "^",
    "ampersand": "&",
    "asterisk": "*",
    "parenleft": "(",
    "parenright": ")",
    "question": "?",
    "colon": ":",
    "kp_enter": "enter",
    "kp_add": "add",
    "kp_subtract": "subtract",
    "kp_multiply": "multiply",
    "kp_divide": "divide",
    "kp_decimal": "decimal",
    "kp_equal": "=",
    "kp_prior": "pageup",
    "kp_next": "pagedown",
    "kp_begin": "num5",
    **{f"kp_{digit}": f"num{digit}" for digit in range(10)},
    **{f"kp_{name}": name for name in ("home", "end", "up", "down", "left", "right", "insert", "delete")},
}


class UnknownKey(ValueError):
    """No key has this name."""


def key_names(combination: str) -> list[str]:
    """pyautogui's names of a combination such as `ctrl+Return`. Raises UnknownKey, since pyautogui ignores such keys."""
    # A trailing plus is the key: `ctrl++`.
    parts = [*combination.removesuffix("+").removesuffix("+").split("+"), "plus"] if combination.endswith("+") else combination.split("+")
    return [_key_name(part) for part in parts if part]


def _key_name(written: str) -> str:
    name = _NAMES.get(written.lower(), written if len(written) == 1 else written.lower())
    if len(name) == 1 or name in PYAUTOGUI_NAMES:
        return name
    nearest = difflib.get_close_matches(written.lower(), [*PYAUTOGUI_NAMES, *_NAMES], 1)
    raise UnknownKey(f"There is no key {written!r}." + (f" Did you mean {nearest[0]!r}?" if nearest else ""))
