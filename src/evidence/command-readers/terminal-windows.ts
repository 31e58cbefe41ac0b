import type { ActionRecord } from '../effect-log/effect.ts';

/** What is known about windows, by step. */
export interface WindowsByStep {
  /** Steps at whose end a window had the focus, and whether it takes commands. */
  active: ReadonlyMap<number, boolean>;
  /** Steps in which such a window opened. */
  opened: ReadonlySet<number>;
  /** True where windows were noted at all. */
  isKnown: boolean;
}

/** Terminals, run dialogs, and editors that hold a terminal, by class or title. */
const commandWindow =
  /terminal|xterm|konsole|tilix|kitty|lxterm|uxterm|^run(?: |$)|app(?:lication )?-?finder|gmrun|visual studio code|code-server|code - oss|\w@[\w.-]+: ?[~/]/i;

/** The window records (`event`: `active`, `window-opened`) of a run, by step. */
export function windowsByStep(actions: readonly ActionRecord[]): WindowsByStep {
  const active = new Map<number, boolean>();
  const opened = new Set<number>();
  let isKnown = false;
  for (const action of actions) {
    if (action.kind !== 'window') continue;
    isKnown = true;
    const isCommand = commandWindow.test(action.text) || commandWindow.test(String(action.detail.className ?? ''));
    if (action.detail.event === 'active') active.set(action.step, isCommand);
    else if (isCommand && action.detail.event === 'window-opened') opened.add(action.step);
  }
  return { active, opened, isKnown };
}

/** True where a line typed by this action may have gone to a shell. */
export function takesCommands(windows: WindowsByStep, action: ActionRecord): boolean {
  if (!windows.isKnown) return true;
  if (
    windows.opened.has(action.step) ||
    /hotkey\([^)]*(?:['"]alt['"][^)]*['"](?:t|f2)['"]|['"]ctrl['"][^)]*['"]`['"])/i.test(action.text)
  )
    return true;
  const before = [...windows.active].filter(([step]) => step < action.step).at(-1)?.[1];
  return before === true || windows.active.get(action.step) === true;
}
