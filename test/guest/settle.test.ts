import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTitle, waitForMatch } from '../../src/tasks/setup/wait-for-window.ts';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
  await live.open(['mousepad'], 'Mousepad');
});
afterAll(() => live?.close());

const titles = async () => (await live.desktop.windows()).map((window) => window.title);

test('an idle desktop with a blinking caret settles', async () => {
  await live.desktop.settle({ capMs: 5_000 });
  for (let count = 0; count < 5; count++) {
    const { waitedMs, capHit } = await live.desktop.settle({ quietMs: 200, capMs: 5_000 });
    expect(capHit).toBe(false);
    expect(waitedMs).toBeLessThan(3_000);
  }
});

test('a screen that keeps changing hits the cap', async () => {
  await live.desktop.execute(`import subprocess, sys
subprocess.Popen([sys.executable, '-c', '''
import time, pyautogui
pyautogui.PAUSE = 0
for index in range(150):
    pyautogui.press('a'); time.sleep(0.03)
'''], start_new_session=True)`);
  const { capHit, waitedMs } = await live.desktop.settle({ capMs: 1_000 });
  expect(capHit).toBe(true);
  expect(waitedMs).toBeGreaterThan(990);
  expect((await live.desktop.settle({ capMs: 20_000 })).capHit).toBe(false);
});

test('settling waits for the new window after a launch', async () => {
  const known = (await live.desktop.windows()).map((window) => window.id);
  await live.desktop.launch(['sh', '-c', 'sleep 3; exec galculator']);
  const settled = await live.desktop.settle({ newWindowSince: known, newWindowCapMs: 20_000, capMs: 5_000 });
  expect(settled).toMatchObject({ newWindow: true, capHit: false });
  expect(await titles()).toContain('galculator');
});

test('a splash screen counts neither as the launched window nor as a window with the title', async () => {
  const code = `
import gi, time
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, GLib, Gtk
splash = Gtk.Window(title='Slow program', type_hint=Gdk.WindowTypeHint.SPLASHSCREEN, default_width=300, default_height=200)
def show():
    Gtk.Window(title='Slow program, loaded').show()
    return False
def hide():
    splash.destroy()
    GLib.timeout_add(500, show)
    return False
splash.show()
GLib.timeout_add(2500, hide)
GLib.timeout_add(9000, Gtk.main_quit)
Gtk.main()
`;
  const before = await live.desktop.windows();
  await live.desktop.launch(['python3', '-c', code]);
  const settling = live.desktop.settle({ newWindowSince: before.map(({ id }) => id), newWindowCapMs: 1_500 });
  await expect
    .poll(() => live.desktop.windows(), { timeout: 40_000 })
    .toContainEqual(expect.objectContaining({ title: 'Slow program', isSplash: true }));
  const named = await waitForMatch(byTitle(['slow program']), ['slow program'], live.desktop);
  expect(named).toMatchObject({ title: 'Slow program, loaded', isSplash: false });
  expect(await settling).toMatchObject({ newWindow: true });
});

test('a launch without a window is reported', async () => {
  const known = (await live.desktop.windows()).map((window) => window.id);
  const settled = await live.desktop.settle({ newWindowSince: known, newWindowCapMs: 300 });
  expect(settled).toMatchObject({ newWindow: false, capHit: true });
});

test('a dialog of a program started 1.5 s ago is shown', async () => {
  await live.desktop.execute(`import subprocess
subprocess.Popen(['sh', '-c', 'sleep 1.5; exec gucharmap'], start_new_session=True)`);
  await live.desktop.settle({ capMs: 8_000 });
  expect(await titles()).toContain('Character Map');
});

test('a dialog of an application that was busy for 1.5 s is shown', async () => {
  const code = `
import gi, time
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk, GLib
window = Gtk.Window(title='slow window')
def work(*_):
    end = time.time() + 1.5
    while time.time() < end: pass
    Gtk.MessageDialog(transient_for=window, text='done', title='slow dialog').show_all()
window.connect('key-press-event', work)
window.show_all()
Gtk.main()`;
  await live.desktop.launch(['python3', '-c', code]);
  await expect.poll(titles, { timeout: 40_000 }).toContain('slow window');
  await live.desktop.settle({ capMs: 5_000 });
  await live.desktop.execute("import pyautogui; pyautogui.press('space')");
  await live.desktop.settle({ capMs: 8_000 });
  expect(await titles()).toContain('slow dialog');
});

test('the journal lists windows and notifications by index', async () => {
  const before = (await live.desktop.journal(0)).at(-1)?.index ?? -1;
  await live.open(['galculator'], 'galculator');
  await live.desktop.closeWindow('Character Map');
  await live.desktop.exec(['notify-send', 'Backup finished', 'All files are safe']);
  const seen = async () =>
    (await live.desktop.journal(before + 1)).map((entry) => `${entry.kind} ${entry.title ?? entry.argv}`);
  await expect
    .poll(seen, { timeout: 40_000 })
    .toEqual(
      expect.arrayContaining([
        'program-started galculator',
        'window-opened galculator',
        'window-closed Character Map',
        expect.stringMatching(/^notification-shown /),
      ]),
    );
});
