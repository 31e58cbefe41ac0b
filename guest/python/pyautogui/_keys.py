"""The documented key names and their X keysyms."""

# In pyautogui's order: characters first, then named keys.
CHARACTERS = ["\t", "\n", "\r"] + [chr(code) for code in range(32, 65)] + [chr(code) for code in range(91, 127)]

NAMED = (
    "accept add alt altleft altright apps backspace browserback browserfavorites browserforward browserhome "
    "browserrefresh browsersearch browserstop capslock clear convert ctrl ctrlleft ctrlright decimal del delete divide "
    "down end enter esc escape execute f1 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f2 f20 f21 f22 f23 f24 f3 f4 f5 f6 f7 "
    "f8 f9 final fn hanguel hangul hanja help home insert junja kana kanji launchapp1 launchapp2 launchmail "
    "launchmediaselect left modechange multiply nexttrack nonconvert num0 num1 num2 num3 num4 num5 num6 num7 num8 num9 "
    "numlock pagedown pageup pause pgdn pgup playpause prevtrack print printscreen prntscrn prtsc prtscr return right "
    "scrolllock select separator shift shiftleft shiftright sleep space stop subtract tab up volumedown volumemute "
    "volumeup win winleft winright yen command option optionleft optionright"
).split()

KEY_NAMES = CHARACTERS + NAMED

KEYSYMS = {
    "\b": 0xFF08, "backspace": 0xFF08, "\t": 0xFF09, "tab": 0xFF09, "\n": 0xFF0D, "\r": 0xFF0D, "enter": 0xFF0D,
    "return": 0xFF0D, "clear": 0xFF0B, "pause": 0xFF13, "scrolllock": 0xFF14, "\x1b": 0xFF1B, "esc": 0xFF1B,
    "escape": 0xFF1B, "\x7f": 0xFFFF, "del": 0xFFFF, "delete": 0xFFFF, "home": 0xFF50, "left": 0xFF51, "up": 0xFF52,
    "right": 0xFF53, "down": 0xFF54, "pageup": 0xFF55, "pgup": 0xFF55, "pagedown": 0xFF56, "pgdn": 0xFF56,
    "end": 0xFF57, "select": 0xFF60, "print": 0xFF61, "printscreen": 0xFF61, "prntscrn": 0xFF61, "prtsc": 0xFF61,
    "prtscr": 0xFF61, "execute": 0xFF62, "insert": 0xFF63, "apps": 0xFF67, "help": 0xFF6A, "modechange": 0xFF7E,
    "numlock": 0xFF7F, "multiply": 0xFFAA, "add": 0xFFAB, "separator": 0xFFAC, "subtract": 0xFFAD, "decimal": 0xFFAE,
    "divide": 0xFFAF, "shift": 0xFFE1, "shiftleft": 0xFFE1, "shiftright": 0xFFE2, "ctrl": 0xFFE3, "ctrlleft": 0xFFE3,
    "ctrlright": 0xFFE4, "capslock": 0xFFE5, "alt": 0xFFE9, "altleft": 0xFFE9, "altright": 0xFFEA, "option": 0xFFE9,
    "optionleft": 0xFFE9, "optionright": 0xFFEA, "win": 0xFFEB, "winleft": 0xFFEB, "winright": 0xFFEC, "space": 0x20,
    "browserback": 0x1008FF26, "browserforward": 0x1008FF27, "browserstop": 0x1008FF28, "browserrefresh": 0x1008FF29,
    "browserhome": 0x1008FF18, "browsersearch": 0x1008FF1B, "browserfavorites": 0x1008FF30,
    "launchmail": 0x1008FF19, "launchmediaselect": 0x1008FF32, "launchapp1": 0x1008FF40, "launchapp2": 0x1008FF41,
    "volumedown": 0x1008FF11, "volumemute": 0x1008FF12, "volumeup": 0x1008FF13, "playpause": 0x1008FF14,
    "stop": 0x1008FF15, "prevtrack": 0x1008FF16, "nexttrack": 0x1008FF17, "sleep": 0x1008FF2F,
}
KEYSYMS.update({"f%d" % number: 0xFFBD + number for number in range(1, 25)})
KEYSYMS.update({"num%d" % number: 0xFFB0 + number for number in range(10)})


def keysym(name):
    """Returns the keysym of a key name or a character; None for a name without a keysym."""
    known = KEYSYMS.get(name)
    if known is not None:
        return known
    if len(name) != 1:
        return None
    code = ord(name)
    if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF:
        return code
    return 0x01000000 | code if code > 0xFF else None
