import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { sampled } from '../sampled.ts';
import { changes, resized } from './changes.ts';
import { attribute, countNodes, findNodes, pairOf, type XmlNode } from './compare-trees.ts';
import {
  calc,
  chromium,
  compareWithPeer,
  expectChange,
  galculator,
  type LiveSession,
  mousepad,
  openSession,
  ourApplications,
  type Program,
} from './live-session.ts';

// The large trees last: each program is waited for by looking at all of them.
const all: readonly Program[] = [
  mousepad,
  galculator,
  [['gucharmap'], 'gucharmap', 'table-cell'],
  [['vlc'], 'vlc', 'menu-bar'],
  [['nautilus', '/home/user'], 'org.gnome.Nautilus', 'frame'],
  [['thunderbird'], 'Thunderbird', 'frame'],
  chromium,
  [['gimp', '--no-splash'], 'gimp', 'frame'],
  calc,
];
/** One of GTK 3, GTK 4, Qt, Chromium and LibreOffice. */
const sample = ['mousepad', 'org.gnome.Nautilus', 'vlc', chromium[1], calc[1]];
const programs = sampled(all, ([, application]) => sample.includes(application));
/** Fewer nodes than these: the comparison saw too little. */
const leastNodes = [
  ['soffice', 2000],
  ['gimp', 500],
  ['org.gnome.Nautilus', 100],
  ['vlc', 100],
  ['Chromium', 200],
] as const;

const provider = new SandboxProvider();
let desktop: Desktop;
let session: LiveSession;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
  session = await openSession(desktop, programs);
  // Hundreds of cells say what thousands do: the peer asks for each of them, call by call.
  await session.shell(resized('LibreOffice Calc', 900, 620));
}, 300_000);

afterAll(async () => {
  await desktop?.close();
  await provider.close();
});

const applicationNames = async () => (await ourApplications(session)).map((node) => attribute(node, 'name'));

describe('the accessibility tree of a live desktop', () => {
  test('the accessibility tree equals pyatspi’s, node for node, for several toolkits at once', async () => {
    const compared = await compareWithPeer(session);
    expect(compared.differences).toEqual([]);
    const counts = Object.fromEntries(compared.applications.map((node) => [attribute(node, 'name'), countNodes(node)]));
    for (const [, application] of programs) expect(counts, application).toHaveProperty(application);
    for (const [application, least] of leastNodes)
      if (application in counts) expect(counts[application], application).toBeGreaterThan(least);
  }, 300_000);

  test('the tree locates GTK 4 elements and menus: clicks on them work', async () => {
    const windows = async () =>
      (await ourApplications(session, 'org.gnome.Nautilus')).flatMap(({ children }) => children);
    const shown = async (tag: string, name: string): Promise<XmlNode[]> =>
      (await windows())
        .flatMap((window) => findNodes(window, (node) => node.tag === tag && attribute(node, 'name') === name))
        .filter((node) => attribute(node, 'st:showing') === 'true')
        .toSorted((xmlNode, other) => pairOf(xmlNode, 'cp:screencoord')[0] - pairOf(other, 'cp:screencoord')[0]);
    const click = async (button: number, tag: string, name: string): Promise<void> => {
      await expect.poll(() => shown(tag, name), { timeout: 10_000 }).not.toEqual([]);
      const [first] = (await shown(tag, name)) as [XmlNode];
      const [x, y] = pairOf(first, 'cp:screencoord');
      const [width, height] = pairOf(first, 'cp:size');
      await session.shell(`xdotool mousemove ${x + width / 2} ${y + height / 2} click ${button}`);
    };
    const move = (title: string, place: string): Promise<string> =>
      session.shell(
        `wmctrl -a ${title}; wmctrl -r ${title} -b remove,maximized_vert,maximized_horz; wmctrl -r ${title} -e 0,${place},900,600; sleep 1`,
      );
    const titles = async () => (await windows()).map((window) => attribute(window, 'name'));

    await session.shell('mkdir -p Letters/Old');
    await move('Home', '300,120');
    // The side bar's label, left of the folder's.
    await click(1, 'label', 'Downloads');
    await expect.poll(titles, { timeout: 10_000 }).toEqual(['Downloads']);
    expect(await shown('label', 'Letters')).toEqual([]);
    await move('Downloads', '700,40');
    await click(1, 'label', 'Home');
    await expect.poll(titles, { timeout: 10_000 }).toEqual(['Home']);
    await click(3, 'table-cell', 'Letters');
    await click(1, 'menu-item', 'Move to Trash');
    await expect.poll(() => session.shell('ls'), { timeout: 10_000 }).not.toContain('Letters');
    expect(await shown('menu-item', 'Move to Trash')).toEqual([]);
  });

  test('the tree loses exactly the applications that exit', async () => {
    const ended = ['gucharmap', 'gimp', 'vlc', 'org.gnome.Nautilus', 'Thunderbird', 'Chromium'];
    const before = await applicationNames();
    await session.shell('for name in gucharmap gimp vlc nautilus thunderbird chromium; do pkill $name; done; true');
    await expect
      .poll(applicationNames, { timeout: 30_000 })
      .toEqual(before.filter((name) => !ended.includes(name ?? '')));
  });

  // Without the menus, which are most of what pyatspi asks for, call by call; they were compared above.
  test.each(
    sampled(
      changes.filter(({ application }) => application === calc[1]),
      ({ kind }) => /^(?:text of a cell|cells moved|scroll)/.test(kind),
    ),
  )('the tree shows a change: $kind ($application)', (change) =>
    expectChange(session, change, { application: change.application, withoutMenus: true }),
  );
});
