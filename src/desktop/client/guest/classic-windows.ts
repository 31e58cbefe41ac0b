import type { GuestWindow } from '../protocol.ts';

/** Lists windows with tools that OSWorld's image has; `parseWindows` reads the output. */
export const listWindowsCommand = `wmctrl -lpGx && xprop -root _NET_ACTIVE_WINDOW 2>/dev/null
for id in $(wmctrl -l | cut -d ' ' -f 1); do
  xprop -id "$id" _NET_WM_WINDOW_TYPE 2>/dev/null | grep -q _SPLASH && echo "splash $id"
done
true`;

export function parseWindows(printed: string): GuestWindow[] {
  const active = /^_NET_ACTIVE_WINDOW\b.*#\s*(0x[0-9a-f]+)/im.exec(printed)?.[1];
  const splashes = new Set([...printed.matchAll(/^splash (0x[0-9a-f]+)$/gim)].map(([, id]) => Number(id)));
  return printed.split('\n').flatMap((line): GuestWindow[] => {
    const found = /^(0x[0-9a-f]+)\s+-?\d+\s+(\d+)\s+(-?\d+)\s+(-?\d+)\s+(\d+)\s+(\d+)\s+(.+)$/i.exec(line);
    if (found === null) return [];
    const [, id = '', pid, x, y, width, height, rest = ''] = found;
    // Class, host and title. Only the title may be missing. If the class contains spaces, only its first word is kept.
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
        isSplash: splashes.has(Number(id)),
      },
    ];
  });
}
