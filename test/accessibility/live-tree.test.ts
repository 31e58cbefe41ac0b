import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desktop } from '../../src/desktop/desktop.ts';
import { SandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { changes, resized } from './changes.ts';
import { attribute, countNodes } from './compare-trees.ts';
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
const programs: readonly Program[] = [
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
  test('is pyatspi’s, node for node, for GTK 2, 3 and 4, Qt, LibreOffice, Mozilla and Chromium at once', async () => {
    const compared = await compareWithPeer(session);
    expect(compared.differences).toEqual([]);
    const counts = Object.fromEntries(compared.applications.map((node) => [attribute(node, 'name'), countNodes(node)]));
    for (const [, application] of programs) expect(counts, application).toHaveProperty(application);
    expect(counts.soffice).toBeGreaterThan(2000);
    expect(counts.gimp).toBeGreaterThan(500);
    expect(counts['org.gnome.Nautilus']).toBeGreaterThan(100);
    expect(counts.vlc).toBeGreaterThan(100);
    expect(counts.Chromium).toBeGreaterThan(200);
  }, 300_000);

  test('loses the applications that end, and no other', async () => {
    const ended = ['gucharmap', 'gimp', 'vlc', 'org.gnome.Nautilus', 'Thunderbird', 'Chromium'];
    const before = await applicationNames();
    await session.shell(
      'pkill gucharmap; pkill gimp; pkill vlc; pkill nautilus; pkill thunderbird; pkill chromium; true',
    );
    await expect
      .poll(applicationNames, { timeout: 30_000 })
      .toEqual(before.filter((name) => !ended.includes(name ?? '')));
  });

  // Without the menus, which are most of what pyatspi asks for, call by call; they were compared above.
  test.each(changes.filter(({ application }) => application === calc[1]))(
    'shows a change: $kind ($application)',
    (change) => expectChange(session, change, { application: change.application, withoutMenus: true }),
  );
});
