import type { GuestWindow } from '../../protocol.ts';

/** Prints the managed windows and which one is active, with what OSWorld's image has. */
export const listWindows = 'wmctrl -lpGx && xprop -root _NET_ACTIVE_WINDOW 2>/dev/null || true';

/** Reads what `listWindows` printed. Lines that are no windows are left out. */
export function parseWindows(printed: string): GuestWindow[] {
  const active = /^_NET_ACTIVE_WINDOW\b.*#\s*(0x[0-9a-f]+)/im.exec(printed)?.[1];
  return printed.split('\n').flatMap((line): GuestWindow[] => {
    const found = /^(0x[0-9a-f]+)\s+-?\d+\s+(\d+)\s+(-?\d+)\s+(-?\d+)\s+(\d+)\s+(\d+)\s+(.+)$/i.exec(line);
    if (found === null) return [];
    const [, id = '', pid, x, y, width, height, rest = ''] = found;
    // Class, host and title: of these only the title may be missing; a class may hold blanks, and then its first word counts.
    const [, className = '', title = ''] = /^(\S+)\s+\S+(?:\s(.*))?$/.exec(rest) ?? [];
    return [
      {
        id: Number(id),
        title,
        className,
        pid: Number(pid) === 0 ? null : Number(pid),
        x: Number(x),
        y: Number(y),
        width: Number(width),
        height: Number(height),
        active: active !== undefined && Number(active) === Number(id),
      },
    ];
  });
}
