/** pyautogui's key names, except printable ASCII characters. */
const names =
  'accept add alt altleft altright apps backspace browserback browserfavorites browserforward browserhome browserrefresh browsersearch ' +
  'browserstop capslock clear convert ctrl ctrlleft ctrlright decimal del delete divide down end enter esc escape execute f1 f10 f11 ' +
  'f12 f13 f14 f15 f16 f17 f18 f19 f2 f20 f21 f22 f23 f24 f3 f4 f5 f6 f7 f8 f9 final fn hanguel hangul hanja help home insert junja ' +
  'kana kanji launchapp1 launchapp2 launchmail launchmediaselect left modechange multiply nexttrack nonconvert num0 num1 num2 num3 ' +
  'num4 num5 num6 num7 num8 num9 numlock pagedown pageup pause pgdn pgup playpause prevtrack print printscreen prntscrn prtsc prtscr ' +
  'return right scrolllock select separator shift shiftleft shiftright sleep space stop subtract tab up volumedown volumemute volumeup ' +
  'win winleft winright yen command option optionleft optionright';
export const pyautoguiKeyNames: ReadonlySet<string> = new Set(names.split(' '));

export function isPyautoguiKey(name: string): boolean {
  return pyautoguiKeyNames.has(name.toLowerCase()) || /^[\x20-\x7e\t\n\r]$/.test(name);
}
