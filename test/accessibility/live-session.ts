import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { noteAskedAgain } from '../asked-again/asked-again.ts';
import type { Change } from './changes.ts';
import { attribute, differences, parseTree, type XmlNode } from './compare-trees.ts';
import { notes, page, spreadsheet } from './live-documents.ts';

const WALKER = fileURLToPath(new URL('pyatspi-walk.py', import.meta.url));
const HOME = '/home/user';

/** A desktop as these tests use it. */
export interface LiveSession {
  /** Runs a shell script as the desktop's user, waits for it, and returns its standard output. Rejects if it fails. */
  shell(script: string): Promise<string>;
  /** Our tree. */
  tree(): Promise<string>;
  /** Where pyatspi-walk.py is, inside. */
  walker: string;
}

/** Program, its name on the accessibility bus, and an element that is there once it is up. */
export type Program = readonly [command: readonly string[], application: string, sign: string];
export const mousepad: Program = [['mousepad', `${HOME}/notes.txt`], 'mousepad', 'text'];
export const galculator: Program = [['galculator'], 'galculator', 'toggle-button'];
export const chromium: Program = [['chromium', `file://${HOME}/page.html`], 'Chromium', 'heading'];
export const calc: Program = [['libreoffice', '--norestore', '--calc', `${HOME}/stock.fods`], 'soffice', 'table-cell'];

/** Starts these programs on a desktop, one after another, and waits until each shows its sign. */
export async function openSession(desktop: Desktop, programs: readonly Program[]): Promise<LiveSession> {
  await desktop.writeFile(`${HOME}/notes.txt`, Buffer.from(notes));
  await desktop.writeFile(`${HOME}/page.html`, Buffer.from(page));
  await desktop.writeFile(`${HOME}/stock.fods`, Buffer.from(spreadsheet));
  await desktop.writeFile('/tmp/walk.py', await readFile(WALKER));
  const session: LiveSession = {
    walker: '/tmp/walk.py',
    tree: () => desktop.accessibilityTree(),
    shell: async (script) => {
      const result = await desktop.exec(['bash', '-c', script], { timeoutMs: 110_000 });
      if (result.returncode !== 0) throw new Error(`${script}: exit ${result.returncode}: ${result.error.slice(-500)}`);
      return result.output;
    },
  };
  for (const [command, application, sign] of programs) {
    await desktop.launch([...command]);
    await untilTree(session, application, (node) => node.tag === sign, 60);
  }
  return session;
}

/** What of the tree is compared: one application instead of all; nothing below its menu bars. */
export interface Part {
  application?: string;
  withoutMenus?: boolean;
}

/** Makes the change and holds that our tree shows it, and is pyatspi's again. */
export async function expectChange(
  session: LiveSession,
  { application, script, sees }: Change,
  part: Part = { application },
): Promise<void> {
  const look = async (): Promise<string> => (await ourApplications(session, application)).map(sees).join('#');
  const before = await look();
  await session.shell(script);
  await expect.poll(look, { timeout: 30_000 }).not.toBe(before);
  expect((await compareWithPeer(session, part)).differences).toEqual([]);
}

const TRIES = 8;

export async function ourApplications(session: LiveSession, only?: string): Promise<XmlNode[]> {
  const applications = parseTree(await session.tree()).children;
  return only === undefined ? applications : applications.filter((node) => attribute(node, 'name') === only);
}

/** GTK 4 tells neither what shows nor where: pyatspi doesn't know either, and we add it (`shown-parts.ts`). */
const SILENT: ReadonlySet<string> = new Set(['org.gnome.Nautilus']);
const ADDED: ReadonlySet<string> = new Set(['st:showing', 'st:enabled', 'cp:screencoord', 'cp:size']);

const desktopFrame: XmlNode = { tag: 'desktop-frame', attributes: [], text: '', children: [] };

/** The applications, those of `SILENT` without what we add. */
const comparable = (applications: readonly XmlNode[]): XmlNode[] =>
  applications.map((node) => (SILENT.has(attribute(node, 'name') ?? '') ? withoutAdded(node) : node));

const withoutAdded = (node: XmlNode): XmlNode => ({
  ...node,
  attributes: node.attributes.filter(([name]) => !ADDED.has(name)),
  children: node.children.map(withoutAdded),
});

async function peerApplications(session: LiveSession, { application, withoutMenus }: Part): Promise<XmlNode[]> {
  const xml = await session.shell(
    `python3 '${session.walker}' ${application === undefined ? '' : `--only '${application}'`} ` +
      `${withoutMenus ? '--without-menus' : ''} 2>/dev/null`,
  );
  return parseTree(xml).children;
}

const closed = (node: XmlNode): XmlNode => ({
  ...node,
  children: node.tag === 'menu-bar' ? [] : node.children.map(closed),
});

/**
 * What differs between pyatspi's tree and ours, of one application or of all. The one accepted difference is change: where our
 * own trees before and after pyatspi's walk differ (a caret, a loading page), the desktop was not quiet, and it is all done
 * again. `TRIES` restless rounds are a failure. Where the trees differ, pyatspi walks once more and ours stays as it was: an old tree of
 * ours differs again.
 */
export async function compareWithPeer(
  session: LiveSession,
  part: Part = {},
): Promise<{ differences: string[]; applications: XmlNode[] }> {
  let restless: string[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    const ours = async (): Promise<XmlNode[]> => {
      const applications = await ourApplications(session, part.application);
      return part.withoutMenus ? applications.map(closed) : applications;
    };
    const before = await ours();
    const peer = await peerApplications(session, part);
    const after = await ours();
    const root = (children: XmlNode[]): XmlNode => ({ ...desktopFrame, children: comparable(children) });
    restless = differences(root(before), root(after));
    if (restless.length === 0) {
      let found = differences(root(peer), root(after));
      if (found.length > 0) {
        noteAskedAgain('pyatspi was asked again: its calls give up after 0.8 s, on a busy machine too');
        found = differences(root(await peerApplications(session, part)), root(after));
      }
      return { differences: found, applications: after };
    }
    noteAskedAgain('the desktop was not quiet while it was walked');
    await sleep(500);
  }
  return { differences: restless.map((text) => `never quiet: ${text}`), applications: [] };
}

/** Waits until the tree of an application shows what is looked for; rejects after `seconds`. */
export async function untilTree(
  session: LiveSession,
  application: string,
  wanted: (node: XmlNode) => boolean,
  seconds = 20,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  const has = (node: XmlNode): boolean => wanted(node) || node.children.some(has);
  while (!(await ourApplications(session, application)).some(has)) {
    if (Date.now() > end) throw new Error(`the tree of ${application} does not show it after ${seconds} s`);
    await sleep(250);
  }
}
