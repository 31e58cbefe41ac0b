import type { ActionRecord } from '../../base/record/evidence/action-record.ts';

export interface WindowsByStep {
  /** Whether the window in focus at the end of a step accepts commands. */
  active: ReadonlyMap<number, boolean>;
  opened: ReadonlySet<number>;
  /** Typing stretches of a step: their length, and whether the focused window accepted commands. */
  typed: ReadonlyMap<number, readonly { letters: number; isCommand: boolean }[]>;
  /** False if windows were not recorded. */
  isKnown: boolean;
}

/** Class or title of terminals, run dialogs and editors with a terminal. */
const commandWindow =
  /terminal|xterm|konsole|tilix|kitty|lxterm|uxterm|^run(?: |$)|app(?:lication )?-?finder|gmrun|visual studio code|code-server|code - oss|\w@[\w.-]+: ?[~/]/i;

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

/** Whether a line may have reached a shell. `line`: its range of the step's characters; null if unknown. */
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

/** Whether a command window received all characters of the line. If their range is unknown, one stretch is enough. */
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
