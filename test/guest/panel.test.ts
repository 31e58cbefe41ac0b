import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';
import { elementsOf, type TreeElement } from './panel-elements.ts';

const slowly = { timeout: 40_000 };
let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
});
afterAll(() => live?.close());

const onPanel = async (): Promise<TreeElement[]> => elementsOf(await live.desktop.accessibilityTree(), 'panel');
const named = async (name: string): Promise<TreeElement> => {
  const found = (await onPanel()).find((element) => element.name === name);
  if (found === undefined) throw new Error(`The panel has no ${name}.`);
  return found;
};
const click = async ({ x, y, width, height }: TreeElement): Promise<void> => {
  const done = await live.desktop.execute(`pyautogui.click(${x + width / 2}, ${y + height / 2})`);
  expect(done).toMatchObject({ returncode: 0, error: '' });
};
const titles = async () => (await live.desktop.windows()).map((window) => window.title);

test('the accessibility tree names the launchers of the panel', async () => {
  await expect
    .poll(async () => (await onPanel()).map(({ tag, name }) => `${tag} ${name}`), slowly)
    .toEqual([
      'frame panel',
      ...[
        'Show Applications',
        'Google Chrome',
        'Thunderbird',
        'Files',
        'Terminal',
        'LibreOffice Writer',
        'LibreOffice Calc',
        'LibreOffice Impress',
        'Visual Studio Code',
        'GNU Image Manipulation Program',
        'VLC media player',
        'gedit',
        'Settings',
      ].map((name) => `push-button ${name}`),
    ]);
});

test.each([
  ['Show Applications', /Application Finder/],
  ['Files', /Home/],
  ['Settings', /^Settings$/],
])(
  'the launcher %s starts at the position in the tree',
  async (name, title) => {
    await click(await named(name));
    await expect.poll(titles, { timeout: 30_000 }).toContainEqual(expect.stringMatching(title));
  },
  60_000,
);

test('a window is on the panel under its title, and its button raises it', async () => {
  await live.open(['mousepad'], 'Mousepad');
  const mousepad = (await titles()).find((title) => title.includes('Mousepad')) as string;
  await live.open(['gucharmap'], 'Character Map');
  await expect.poll(() => named('Character Map'), slowly).toMatchObject({ tag: 'toggle-button', isChecked: true });
  expect(await named(mousepad)).toMatchObject({ isChecked: false });
  await click(await named(mousepad));
  await expect
    .poll(async () => (await live.desktop.windows()).find(({ active }) => active)?.title, slowly)
    .toBe(mousepad);
  await expect.poll(() => named(mousepad), slowly).toMatchObject({ isChecked: true });
});

test('other clients of the accessibility bus see the same panel', async () => {
  const walker = fileURLToPath(new URL('../accessibility/pyatspi-walk.py', import.meta.url));
  await live.desktop.writeFile('/tmp/walk.py', await readFile(walker));
  const walked = await live.desktop.exec('python3 /tmp/walk.py --only panel 2>/dev/null', { shell: true });
  expect(elementsOf(walked.output, 'panel')).toEqual(await onPanel());
});

test('a desktop without a panel shows none', async () => {
  await live.desktop.exec(['pkill', 'tint2']);
  await expect.poll(onPanel, slowly).toEqual([]);
});
