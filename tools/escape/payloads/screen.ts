import { type Payload, user } from './payload.ts';

const apart = (code: string): string => `
import os
if os.fork() == 0:
    os.setsid(); null = os.open('/dev/null', os.O_RDWR)
    for one in range(3): os.dup2(null, one)
${code
  .trim()
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
import time; time.sleep(6)`;

const windowOf = (titles: string): string => `
from Xlib import X, display
screen = display.Display(); top = screen.screen().root
one = top.create_window(10, 10, 200, 100, 0, X.CopyFromParent); one.map()
name = screen.intern_atom('_NET_WM_NAME'); utf8 = screen.intern_atom('UTF8_STRING')
import time
for title in ${titles}:
    one.change_property(name, utf8, 8, title.encode('utf8', 'surrogateescape')); screen.sync()
time.sleep(60)`;

/** Target: observation of the screen, i.e. windows, their trees, the clipboard, and program output. */
export const screenPayloads: Payload[] = [
  user('title-of-200-kb', apart(windowOf("['x' * 200000]"))),
  user('titles-by-the-thousand', apart(windowOf("('title %d' % n for n in range(20000))"))),
  user('title-that-is-not-utf8', apart(windowOf("['\\udcff\\udcfe\\x00\\x1b[2J\\u202e']"))),
  user(
    'windows-by-the-hundred',
    apart(`
from Xlib import X, display
screen = display.Display(); top = screen.screen().root
for turn in range(400):
    one = top.create_window(turn, turn, 50, 50, 0, X.CopyFromParent); one.set_wm_name('window %d' % turn); one.map(); screen.sync()
import time; time.sleep(60)`),
  ),
  user(
    'tree-of-20000-labels',
    apart(`
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window = Gtk.Window(title='many'); box = Gtk.VBox(); window.add(box)
for turn in range(20000): box.add(Gtk.Label(label='label %d ' % turn + 'x' * 200))
window.show_all()
Gtk.main()`),
  ),
  user(
    'tree-nested-deep',
    apart(`
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window = Gtk.Window(title='deep'); box = window
for turn in range(600):
    inner = Gtk.Frame(label='%d' % turn); box.add(inner); box = inner
window.show_all()
Gtk.main()`),
  ),
  user(
    'clipboard-of-200-mb',
    apart(`
import os
os.system('head -c 200000000 /dev/zero | tr "\\\\0" x | xclip -selection clipboard')`),
  ),
  user(
    'clipboard-without-answer',
    apart(`
import os, signal, subprocess
subprocess.run(['xclip', '-selection', 'clipboard'], input=b'x')
for name in os.listdir('/proc'):
    if name.isdigit() and b'xclip' in open('/proc/' + name + '/cmdline', 'rb').read(): os.kill(int(name), signal.SIGSTOP)`),
  ),
  user('output-of-100-mb', "print('x' * 100000000)"),
  user('output-that-is-not-utf8', "import os\nos.write(1, b'\\xff\\xfe\\x00\\x1b[2J' * 100000)"),
  user(
    'notifications-by-the-hundred',
    "import os\nfor turn in range(300): os.system('timeout 2 notify-send number%d %s' % (turn, 'x' * 2000))",
  ),
];
