import type { ActionRecord } from '../../base/record/evidence/action-record.ts';

/** What is known about windows, by step. */
export interface WindowsByStep {
  /** Steps at whose end a window had the focus, and whether it takes commands. */
  active: ReadonlyMap<number, boolean>;
  /** Steps in which such a window opened. */
  opened: ReadonlySet<number>;
  /** What was typed in a step, stretch by stretch: how many letters, and whether they found a window that takes commands. */
  typed: ReadonlyMap<number, readonly { letters: number; isCommand: boolean }[]>;
  /** True where windows were noted at all. */
  isKnown: boolean;
}

/** Terminals, run dialogs, and editors that hold a terminal, by class or title. */
const commandWindow =
  /terminal|xterm|konsole|tilix|kitty|lxterm|uxterm|^run(?: |$)|app(?:lication )?-?finder|gmrun|visual studio code|code-server|code - oss|\w@[\w.-]+: ?[~/]/i;

/** The window records (`event`: `active`, `window-opened`) and typed stretches of a run, by step. */
export function windowsByStep(actions: readonly ActionRecord[]): WindowsByStep {
  const active = new Map<number, boolean>();
  const opened = new Set<number>();
  const typed = new Map<number, { letters: number; isCommand: boolean }[]>();
  let isKnown = false;
  for (const action of actions) {
    if (action.kind !== 'typed' && action.kind !== 'window') continue;
    const isCommand = commandWindow.test(action.text) || commandWindow.test(action.detail.className ?? '');
    if (action.kind === 'typed') {
      const stretches = typed.get(action.step) ?? [];
      if (stretches.length === 0) typed.set(action.step, stretches);
      stretches.push({ letters: action.detail.keys ?? 0, isCommand });
    }
    if (action.kind !== 'window') continue;
    isKnown = true;
    if (action.detail.event === 'active') active.set(action.step, isCommand);
    else if (isCommand && action.detail.event === 'window-opened') opened.add(action.step);
  }
  return { active, opened, typed, isKnown };
}

/** True where a line typed by this action may have gone to a shell. `line`: which letters of the step's it is; null: not known. */
export function takesCommands(
  windows: WindowsByStep,
  action: ActionRecord,
  line: { from: number; to: number } | null,
): boolean {
  if (!windows.isKnown) return true;
  const typed = windows.typed.get(action.step);
  if (typed !== undefined && (line === null || line.to > line.from)) return hasAll(typed, line);
  if (
    windows.opened.has(action.step) ||
    /hotkey\([^)]*(?:['"]alt['"][^)]*['"](?:t|f2)['"]|['"]ctrl['"][^)]*['"]`['"])/i.test(action.text)
  )
    return true;
  const before = [...windows.active].filter(([step]) => step < action.step).at(-1)?.[1];
  return before === true || windows.active.get(action.step) === true;
}

/**
 * True where every letter of the line found a window that takes commands; where nobody knows which letters they are,
 * where any letter did.
 */
function hasAll(
  stretches: readonly { letters: number; isCommand: boolean }[],
  line: { from: number; to: number } | null,
): boolean {
  const all = stretches.reduce((sum, { letters }) => sum + letters, 0);
  if (line === null || line.to > all) return stretches.some(({ isCommand }) => isCommand);
  let end = 0;
  return stretches.every(({ letters, isCommand }) => {
    const start = end;
    end += letters;
    return isCommand || end <= line.from || start >= line.to;
  });
}
