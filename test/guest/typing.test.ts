import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attribute, findNodes, parseTree, type XmlNode } from '../accessibility/compare-trees.ts';
import { sampled } from '../sampled.ts';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const accents = 'Aé ü 好 € — “ ” ñ Ø ß 日本語 Ω 😀 Привет, мир! ¿Qué tal?';
const mixed = '<>|\\{}~@#é<ü>好';

// One desktop for all: each program comes before the ones that were typed into.
let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
});
afterAll(() => live?.close());

/** What the text of an application that has the focus holds, by the accessibility tree. */
async function typed(application: string): Promise<string> {
  const { children } = parseTree(await live.desktop.accessibilityTree());
  const isFocused = (node: XmlNode) => attribute(node, 'st:focused') === 'true' && node.tag !== 'frame';
  return (
    children
      .filter((node) => attribute(node, 'name') === application)
      .flatMap((node) => findNodes(node, isFocused))
      // Chromium's page counts as focused too, without a text.
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n')
  );
}

async function type(text: string): Promise<void> {
  const done = await live.desktop.execute(
    `import pyautogui\npyautogui.hotkey('ctrl', 'a')\npyautogui.press('delete')\npyautogui.write(${JSON.stringify(text)})`,
  );
  expect(done).toMatchObject({ returncode: 0, error: '' });
  await live.desktop.settle({ capMs: 10_000 });
}

const page = 'data:text/html,<title>typing</title><textarea autofocus style="width:900px;height:600px"></textarea>';

const programs: [string, string, string[], string, string][] = [
  ['mousepad (GTK)', 'mousepad', ['mousepad'], 'Mousepad', ''],
  ['LibreOffice Writer', 'soffice', ['libreoffice', '--writer'], 'LibreOffice Writer', ''],
  ['Chromium', 'Chromium', ['google-chrome', page], 'typing', 'pyautogui.click(400, 400)'],
];

describe.each(sampled(programs, ([, application]) => application !== 'soffice'))(
  'typing into %s',
  (_name, application, command, title, focus) => {
    beforeAll(async () => {
      await live.open(command, title);
      await live.desktop.execute(`import pyautogui\n${focus}`);
    });

    test('every typed ASCII character arrives', async () => {
      // Writer turns some of these into others as one types a sentence; spaces between keep it from doing so.
      const text = title.includes('Writer') ? 'A1B2<>|\\{}~@#$%^&*()_+=[];:/?,.`' : ascii;
      await type(text);
      await expect.poll(() => typed(application)).toBe(text);
    });

    test('characters without a key arrive, even repeatedly', async () => {
      for (const text of [title.includes('Writer') ? accents.replaceAll(/[“”—]/g, 'ç') : accents, mixed]) {
        await type(text);
        await expect.poll(() => typed(application)).toBe(text);
      }
    });

    test('more special characters than spare keys arrive', async () => {
      const text = Array.from({ length: 60 }, (_, index) =>
        String.fromCharCode(0x3b1 + (index % 24), 0x430 + (index % 32), 0x4e00 + index),
      ).join('');
      await type(text);
      await expect.poll(() => typed(application)).toBe(text);
    });

    test('rapid single characters arrive in order', async () => {
      const text = 'äöüÄÖÜßéèê€';
      await type('');
      const calls = [...text].map((character) => `pyautogui.write('${character}', _pause=False)`).join('\n');
      const done = await live.desktop.execute(`import pyautogui\n${calls}`);
      expect(done.error).toBe('');
      await live.desktop.settle({ capMs: 10_000 });
      await expect.poll(() => typed(application)).toBe(text);
    });
  },
);

test('the journal records which window had the focus for a text, however it was typed', async () => {
  const typedSince = async (index: number) =>
    (await live.desktop.journal(index)).filter(({ kind }) => kind === 'typed');
  const next = async (): Promise<number> => ((await live.desktop.journal(0)).at(-1)?.index ?? -1) + 1;
  await live.open(['mousepad'], 'Mousepad');
  let from = await next();
  await type('in a window');
  expect(await typedSince(from)).toMatchObject([{ keys: 11, className: expect.stringMatching(/mousepad/i) }]);
  from = await next();
  await live.desktop.exec(['xdotool', 'type', 'by xdotool']);
  expect(await typedSince(from)).toMatchObject([{ keys: 10, className: expect.stringMatching(/mousepad/i) }]);
  // Programs of earlier tests may ask whether to save, so windows are not closed: what owns them ends.
  const owners = "wmctrl -lp | awk '$2 >= 0 && $3 > 1 { print $3 }' | sort -u";
  await live.desktop.exec(`kill -9 $(${owners})`, { shell: true });
  await expect.poll(async () => (await live.desktop.windows()).some(({ active }) => active)).toBe(false);
  from = await next();
  await live.desktop.execute(
    "import pyautogui\npyautogui.press('esc')\npyautogui.write('nowhere')\npyautogui.press('enter')",
  );
  const [lost, ...more] = await typedSince(from);
  expect(lost).toMatchObject({ kind: 'typed', keys: 7 });
  expect(lost?.className).toBeUndefined();
  expect(more).toEqual([]);
});
