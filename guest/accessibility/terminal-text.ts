import type { DesktopReader } from './desktop-reader.ts';
import { ROLE_FRAME, ROLE_TERMINAL } from './roles.ts';
import { STATE_ACTIVE, STATE_FOCUSED } from './states.ts';
import type { TreeNode } from './tree-node.ts';

/** OSWorld's server knows only GNOME's; the other desktops use the same terminal widget. */
const TERMINAL_PROGRAMS: ReadonlySet<string> = new Set(['gnome-terminal-server', 'xfce4-terminal', 'mate-terminal']);

/** Text of the only focused terminal in an active window, without trailing white space. */
export async function terminalTextOf(desktop: DesktopReader, signal?: AbortSignal | undefined): Promise<string | null> {
  const { applications } = await desktop.read({ only: TERMINAL_PROGRAMS, signal: signal || undefined });
  const found: TreeNode[] = [];
  for (const { root } of applications) {
    for (const frame of root.children) {
      if (frame && frame.role === ROLE_FRAME && (frame.states & STATE_ACTIVE) !== 0) findTerminals(frame, found);
    }
  }
  const only = found.length === 1 ? found[0] : undefined;
  return only ? only.text.trimEnd() : null;
}

function findTerminals(node: TreeNode, found: TreeNode[]): void {
  for (const child of node.children) {
    if (!child) continue;
    if (child.role === ROLE_TERMINAL && (child.states & STATE_FOCUSED) !== 0) found.push(child);
    findTerminals(child, found);
  }
}
