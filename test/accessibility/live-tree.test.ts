import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desktop } from '../../src/desktop/desktop.ts';
import { SandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { changes } from './changes.ts';
import { attribute, countNodes } from './compare-trees.ts';
import { notes, page, spreadsheet } from './live-documents.ts';
import { compareWithPeer, type LiveSession, ourApplications, untilTree } from './live-session.ts';

const WALKER = fileURLToPath(new URL('pyatspi-walk.py', import.meta.url));
const HOME = '/home/user';

/** Program, its name on the accessibility bus, and an element that is there once it is up. */
const programs: readonly [command: string[], application: string, sign: string][] = [
  [['mousepad', `${HOME}/notes.txt`], 'mousepad', 'text'],
  [['galculator'], 'galculator', 'toggle-button'],
  [['gucharmap'], 'gucharmap', 'table-cell'],
  [['gimp', '--no-splash'], 'gimp', 'frame'],
  [['vlc'], 'vlc', 'menu-bar'],
  [['libreoffice', '--norestore', '--calc', `${HOME}/stock.fods`], 'soffice', 'table-cell'],
  [['nautilus', HOME], 'org.gnome.Nautilus', 'frame'],
  [['thunderbird'], 'Thunderbird', 'frame'],
  [['chromium', `file://${HOME}/page.html`], 'Chromium', 'heading'],
];

const provider = new SandboxProvider();
let desktop: Desktop;
let session: LiveSession;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
  await desktop.writeFile(`${HOME}/notes.txt`, Buffer.from(notes));
  await desktop.writeFile(`${HOME}/page.html`, Buffer.from(page));
  await desktop.writeFile(`${HOME}/stock.fods`, Buffer.from(spreadsheet));
  await desktop.writeFile('/tmp/walk.py', await readFile(WALKER));
  session = {
    walker: '/tmp/walk.py',
    tree: () => desktop.accessibilityTree(),
    shell: async (script) => {
      const result = await desktop.exec(['bash', '-c', script], { timeoutMs: 110_000 });
      if (result.returncode !== 0) throw new Error(`${script}: exit ${result.returncode}: ${result.error.slice(-500)}`);
      return result.output;
    },
  };
  for (const [command, application, sign] of programs) {
    await desktop.launch(command);
    await untilTree(session, application, (node) => node.tag === sign, 60);
  }
}, 300_000);

afterAll(async () => {
  await desktop?.close();
  await provider.close();
});

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

  test.each(changes)(
    'shows a change: $kind ($application)',
    async ({ application, script, sees }) => {
      const look = async (): Promise<string> => (await ourApplications(session, application)).map(sees).join('#');
      const before = await look();
      await session.shell(script);
      await expect.poll(look, { timeout: 15_000 }).not.toBe(before);
      expect((await compareWithPeer(session, application)).differences).toEqual([]);
    },
    180_000,
  );
});
