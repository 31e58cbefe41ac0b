import { setTimeout as sleep } from 'node:timers/promises';
import { attribute, differences, parseTree, type XmlNode } from './compare-trees.ts';

/** A desktop as these tests use it. */
export interface LiveSession {
  /** Runs a shell script as the desktop's user, waits for it, and returns its standard output. Rejects if it fails. */
  shell(script: string): Promise<string>;
  /** Our tree. */
  tree(): Promise<string>;
  /** Where pyatspi-walk.py is, inside. */
  walker: string;
}

const TRIES = 8;

export async function ourApplications(session: LiveSession, only?: string): Promise<XmlNode[]> {
  const applications = parseTree(await session.tree()).children;
  return only === undefined ? applications : applications.filter((node) => attribute(node, 'name') === only);
}

export async function peerApplications(session: LiveSession, only?: string): Promise<XmlNode[]> {
  const xml = await session.shell(
    `python3 '${session.walker}' ${only === undefined ? '' : `--only '${only}'`} 2>/dev/null`,
  );
  return parseTree(xml).children;
}

/**
 * What differs between pyatspi's tree and ours, of one application or of all. The one accepted difference is change: where our
 * own trees before and after pyatspi's walk differ (a caret, a loading page), the desktop was not quiet, and it is all done
 * again. `TRIES` restless rounds are a failure.
 */
export async function compareWithPeer(
  session: LiveSession,
  only?: string,
): Promise<{ differences: string[]; applications: XmlNode[] }> {
  let restless: string[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    const before = await ourApplications(session, only);
    const peer = await peerApplications(session, only);
    const after = await ourApplications(session, only);
    const root = (children: XmlNode[]): XmlNode => ({ tag: 'desktop-frame', attributes: [], text: '', children });
    restless = differences(root(before), root(after));
    if (restless.length === 0) return { differences: differences(root(peer), root(after)), applications: after };
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
