import { z } from 'zod';
import { isMalformed, rethrowUnless } from '../../../base/expected-errors.ts';
import type { PythonReply } from '../protocol.ts';

export const releaseLimit = 10_000;

/** Releases keys and buttons and prints their names as JSON. Falls back to python-xlib, which pyautogui requires. */
export const releaseCode = `import json
try:
    from pyautogui._held import release_all
except ImportError:
    def release_all():
        from Xlib import X, display
        from Xlib.ext import xtest
        screen = display.Display()
        names = []
        bits = screen.query_keymap()
        for code in range(8, 256):
            if bits[code // 8] >> code % 8 & 1:
                names.append("key %d" % code)
                xtest.fake_input(screen, X.KeyRelease, code)
        mask = screen.screen().root.query_pointer().mask
        for button in range(1, 6):
            if mask & 0x80 << button:
                names.append("button %d" % button)
                xtest.fake_input(screen, X.ButtonRelease, button)
        if mask & X.LockMask:
            code = screen.keysym_to_keycode(0xFFE5)
            names.append("Caps Lock")
            xtest.fake_input(screen, X.KeyPress, code)
            xtest.fake_input(screen, X.KeyRelease, code)
        screen.sync()
        return names
print(json.dumps(release_all()))`;

const namesSchema = z.array(z.string().max(40)).max(300);

export function releasedIn({ returncode, output }: Pick<PythonReply, 'returncode' | 'output'>): string[] | null {
  if (returncode !== 0) return null;
  try {
    return namesSchema.parse(JSON.parse(output));
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return null;
  }
}
