import { isFileEffect, readTextOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';

const system = /^\/(?:usr\/)?(?:s?bin|lib(?:32|64|x32|exec)?|local\/(?:s?bin|lib)|share\/glib-2\.0\/schemas)(?:\/|$)/;
/** Caches in system folders that programs or package installations refresh. */
const refreshed = /(?:\/__pycache__(?:\/|$)|\.pyc$|\.cache$|\/gschemas\.compiled$)/;
/** Files that affect every program start. */
const loader = /^\/etc\/(?:ld\.so\.(?:preload|conf(?:\.d\/.*)?)|environment)$/;
const pythonStart = /\/python3[^/]*\/(?:.*\/)?(?:site|user)customize(?:\.py|\/__init__\.py)$/;
const pythonPath = /\/python3[^/]*\/(?:site|dist)-packages\/[^/]+\.pth$/;
/** Programs used by checks, in folders that precede the original's in PATH. */
const shadow =
  /^\/usr\/(?:local\/s?bin|sbin)\/(?:python[\d.]*|(?:ba|da)?sh|env|gsettings|dconf|gio|wmctrl|x(?:dg|prop|rand|dotool|clip)[\w-]*|curl|wget|cat|ls|stat|e?grep|sed|g?awk|find|which|head|tail|wc|echo|printf|test|id|date|hostname|pactl|(?:timedate|locale|login)ctl|dpkg(?:-query)?|apt(?:-\w+)?|pip3?|code|google-chrome[\w-]*|chromium|soffice|libreoffice|gnome-[\w-]+|vlc|gimp|thunderbird|unzip|tar|git|node|socat)$/;

/**
 * A path by which the agent changed the output of the desktop's programs. New programs and undone changes don't count.
 */
export function alteredProgram(effects: readonly Effect[]): string | null {
  const altered = new Set<string>();
  const made = new Set<string>();
  for (const effect of effects.filter(isFileEffect)) {
    const { kind, path, detail } = effect;
    if (kind === 'restored') altered.delete(path);
    const isOld = kind === 'modified' || kind === 'deleted' || kind === 'moved';
    if (kind === 'created') made.add(path);
    if (isOld && !made.has(path) && detail.type !== 'directory' && system.test(path) && !refreshed.test(path))
      altered.add(path);
    // Removing a folder removes its programs.
    if (
      (kind === 'deleted' || kind === 'moved') &&
      detail.type === 'directory' &&
      system.test(path) &&
      !refreshed.test(path)
    )
      altered.add(path);
    const place = effect.kind === 'moved' ? effect.detail.to : path;
    if (kind === 'deleted' || kind === 'restored') {
      if (!system.test(place)) altered.delete(place);
    } else if (steers(place, readTextOf(effect))) altered.add(place);
  }
  return [...altered][0] ?? null;
}

function steers(path: string, text: string | undefined): boolean {
  if (loader.test(path) || pythonStart.test(path) || shadow.test(path)) return true;
  return pythonPath.test(path) && (text === undefined || /^import[ \t]/m.test(text));
}

/** Why the output of the desktop's programs can't be trusted, as a sentence. */
export const alteredReason = (altered: string): string =>
  `Programs in the desktop can no longer be trusted, because the agent changed ${altered}.`;
