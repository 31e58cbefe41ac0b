/**
 * Runs on a desktop: changes an application with shell scripts and prints how many fields of its tree changed, and how
 * many without an event. A mirror that rereads an object only after its events would be wrong there. Arguments: a
 * regular expression for the application's name, and the scripts as JSON.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccessibilityBus } from '../../guest/accessibility/accessibility-bus.ts';
import { DesktopReader } from '../../guest/accessibility/desktop-reader.ts';
import type { TreeNode } from '../../guest/accessibility/tree-node.ts';

const [application = '', scripts = '[]'] = process.argv.slice(2);
const fields = ['name', 'states', 'attributes', 'extents', 'text', 'value', 'actions', 'children'] as const;
type Field = (typeof fields)[number];
type Objects = Map<string, Record<Field, string>>;

/** How often a field changed, and how often without an event of its object. */
export type Coverage = Record<Field, { changed: number; silent: number }>;

let eventful = new Set<string>();
await openAccessibilityBus({ onEvent: ({ path }) => eventful.add(path), onClose: () => {} });

async function objects(): Promise<Objects> {
  const bus = await openAccessibilityBus({ onEvent: () => {}, onClose: () => {} });
  const reader = new DesktopReader(bus);
  const { applications } = await reader.read();
  reader.close();
  const found: Objects = new Map();
  const add = (node: TreeNode): void => {
    const children = node.children.filter((child) => child !== null);
    found.set(node.path, {
      name: node.name,
      states: `${node.states} ${node.moreStates}`,
      attributes: node.attributes,
      extents: String(node.extents),
      text: node.text,
      value: `${node.value} ${node.limits}`,
      actions: node.actions,
      children: children.map(({ path }) => path).join(' '),
    });
    children.forEach(add);
  };
  for (const { root } of applications) if (new RegExp(application).test(root.name)) add(root);
  return found;
}

/** Reads until two consecutive readings are equal; null if the application never settles. */
async function restingObjects(): Promise<Objects | null> {
  let last = await objects();
  for (let turn = 0; turn < 6; turn += 1) {
    await sleep(300);
    const next = await objects();
    if (JSON.stringify([...last]) === JSON.stringify([...next])) return next;
    last = next;
  }
  return null;
}

const coverage = Object.fromEntries(fields.map((field) => [field, { changed: 0, silent: 0 }])) as Coverage;
let changes = 0;
let before = await restingObjects();
for (const script of JSON.parse(scripts) as string[]) {
  eventful = new Set();
  spawnSync('bash', ['-c', script]);
  await sleep(1200);
  const seen = eventful;
  const after = await restingObjects();
  if (before !== null && after !== null) {
    changes += 1;
    for (const [path, now] of after) {
      const then = before.get(path);
      // A new object is part of its parent's children.
      for (const field of then === undefined ? [] : fields) {
        if (then?.[field] === now[field]) continue;
        coverage[field].changed += 1;
        if (!seen.has(path)) coverage[field].silent += 1;
      }
    }
  }
  before = after;
}
console.log(JSON.stringify({ changes, coverage }));
process.exit();
