import { posix } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { literalPattern } from '../../base/literal-pattern.ts';
import type { SetupContext } from './setup-kind.ts';

/** In osharm's image, VS Code is a browser window that opens long before its content. OSWorld's is `code.Code`. */
const windowClass = '127.0.0.1.Code';
const titleEnd = 'Visual Studio Code';
/** Maximum milliseconds until the content appears: about 4,000 on an idle machine. */
const loadCapMs = 90_000;
/** A window without content after these milliseconds has none, for example for an empty folder. */
const frameCapMs = 10_000;
/** Maximum milliseconds until the title names the file. It may never do so, because settings can change titles. */
const nameCapMs = 30_000;
const titlePollMs = 100;
const treePollMs = 400;
/** Options of `code` that take an argument. */
const takesWord = new Set(['--user-data-dir', '--extensions-dir', '--locale', '--profile']);

/** Returns the names of the files and folders that a command opens in VS Code; null if it doesn't start VS Code. */
export function openedInVscode(command: readonly string[]): string[] | null {
  const [program, ...rest] = command;
  if (program === undefined || posix.basename(program) !== 'code') return null;
  const paths = rest.filter((word, at) => !word.startsWith('-') && !takesWord.has(rest[at - 1] ?? ''));
  return paths.map((path) => posix.basename(path.replace(/(?<=.):\d+(:\d+)?$/, '')));
}

export function showsContent(title: string, tree: string): boolean {
  if (!framed(tree) || tree.includes('Activating Extensions')) return false;
  const parts = title.replace(/^● /, '').split(' - ').slice(0, -1);
  const [first] = parts;
  if (first === undefined) return false;
  const editor = new RegExp(`<entry name="${literal(first)}[",]`).test(tree);
  const folder = parts.some((part) => new RegExp(`name="Explorer Section: ${literal(part)}"`).test(tree));
  return editor || (folder && tree.includes('<tree-item '));
}

/**
 * Waits until VS Code shows `names` (or the file in its title), so that the first screenshot and the first
 * accessibility tree agree. Reports a timeout to `note`.
 */
export async function untilVscodeShows(names: readonly string[], context: SetupContext): Promise<void> {
  const { desktop, signal, note } = context;
  const start = Date.now();
  let framedSince: number | null = null;
  let shown = 'no window';
  while (Date.now() - start < loadCapMs) {
    const windows = (await desktop.windows(signal)).filter(isVscode);
    const named = windows.find(({ title }) => isNamed(title, names));
    shown = (named ?? windows[0])?.title ?? shown;
    const mayBeUnnamed = windows.length > 0 && Date.now() - start > nameCapMs;
    if (named === undefined && !mayBeUnnamed) {
      await wait(titlePollMs, undefined, { signal });
      continue;
    }
    const tree = await desktop.accessibilityTree(signal);
    if (framed(tree)) framedSince ??= Date.now();
    const isEmpty = framedSince !== null && Date.now() - framedSince > frameCapMs;
    const isDone =
      named !== undefined && (showsContent(named.title, tree) || (framedSince !== null && named.title === titleEnd));
    if (isDone || isEmpty) {
      await desktop.settle({}, signal);
      if (named !== undefined) return;
      break;
    }
    await wait(treePollMs, undefined, { signal });
  }
  note?.(
    `VS Code did not show ${names.join(' and ') || 'anything'} after ${Math.round((Date.now() - start) / 1000)} s (${shown}).`,
  );
}

export function isVscode({ className }: { className: string }): boolean {
  return className === windowClass;
}

/** Expects only the last of several names, because the title shows no others. */
function isNamed(title: string, names: readonly string[]): boolean {
  return title.endsWith(titleEnd) && (names.length === 0 || names.some((name) => title.includes(name)));
}

const framed = (tree: string): boolean => /<menu-item name="File"|name="(?:Explorer \(|Editor Group )/.test(tree);

function literal(text: string): string {
  const asXml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return literalPattern(asXml);
}
