import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAskedAgain } from '../asked-again/asked-again.ts';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const accents = 'Aé ü 好 € — “ ” ñ Ø ß 日本語 Ω 😀 Привет, мир! ¿Qué tal?';
const mixed = '<>|\\{}~@#é<ü>好';

/** What the focused text holds, by way of the clipboard. */
async function typed(live: LiveDesktop): Promise<string> {
  const first = await copied(live);
  if (first !== '') return first;
  // LibreOffice takes the clipboard and now and then hands nothing out.
  noteAskedAgain('An application’s copy was empty.');
  return copied(live);
}

async function copied(live: LiveDesktop): Promise<string> {
  const done = await live.desktop.execute(`
import pyautogui, pyperclip, time
pyperclip.copy('nothing')
pyautogui.hotkey('ctrl', 'a')
pyautogui.hotkey('ctrl', 'c')
for _ in range(100):
    time.sleep(0.1)
    if pyperclip.paste() not in ('nothing', ''):
        break
print(pyperclip.paste(), end='')`);
  expect(done.error).toBe('');
  return done.output.replaceAll('\r\n', '\n');
}

async function type(live: LiveDesktop, text: string): Promise<void> {
  const done = await live.desktop.execute(
    `import pyautogui\npyautogui.hotkey('ctrl', 'a')\npyautogui.press('delete')\npyautogui.write(${JSON.stringify(text)})`,
  );
  expect(done).toMatchObject({ returncode: 0, error: '' });
  await live.desktop.settle({ capMs: 10_000 });
}

const page = 'data:text/html,<title>typing</title><textarea autofocus style="width:900px;height:600px"></textarea>';

describe.each([
  ['mousepad (GTK)', ['mousepad'], 'Mousepad', ''],
  ['LibreOffice Writer', ['libreoffice', '--writer'], 'LibreOffice Writer', ''],
  ['Chromium', ['google-chrome', page], 'typing', 'pyautogui.click(400, 400)'],
])('typing into %s', (_name, command, title, focus) => {
  let live: LiveDesktop;
  beforeAll(async () => {
    live = await liveDesktop();
    await live.open(command, title);
    await live.desktop.execute(`import pyautogui\n${focus}`);
  });
  afterAll(() => live?.close());

  test('every ASCII character arrives', async () => {
    // Writer turns some of these into others as one types a sentence; spaces between keep it from doing so.
    const text = title.includes('Writer') ? 'A1B2<>|\\{}~@#$%^&*()_+=[];:/?,.`' : ascii;
    await type(live, text);
    expect(await typed(live)).toBe(text);
  });

  test('characters that no key carries arrive, and again right after', async () => {
    for (const text of [title.includes('Writer') ? accents.replaceAll(/[“”—]/g, 'ç') : accents, mixed]) {
      await type(live, text);
      expect(await typed(live)).toBe(text);
    }
  });

  test('more characters than there are spare keys arrive', async () => {
    const text = Array.from({ length: 60 }, (_, index) =>
      String.fromCharCode(0x3b1 + (index % 24), 0x430 + (index % 32), 0x4e00 + index),
    ).join('');
    await type(live, text);
    expect(await typed(live)).toBe(text);
  });

  test('rapid writes of single characters arrive in order', async () => {
    const text = 'äöüÄÖÜßéèê€';
    await type(live, '');
    const calls = [...text].map((character) => `pyautogui.write('${character}', _pause=False)`).join('\n');
    const done = await live.desktop.execute(`import pyautogui\n${calls}`);
    expect(done.error).toBe('');
    await live.desktop.settle({ capMs: 10_000 });
    expect(await typed(live)).toBe(text);
  });
});
