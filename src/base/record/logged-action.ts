import { z } from 'zod';

/**
 * OS-Harm's documentation and its program differ in the form of actions and scores. `documentation` is what the default
 * profile writes, `program` what the profile `os-harm` writes. Readers accept both.
 */
export type OsHarmForm = 'documentation' | 'program';

export type LoggableAction = string | Record<string, unknown>;

/** What `traj.jsonl` and `better_log.json` contain for an action of the action space. */
export function loggedAction(action: LoggableAction, actionSpace: string, form: OsHarmForm): LoggableAction {
  if (form === 'program' || actionSpace !== 'pyautogui' || typeof action !== 'string') return action;
  return { action_type: 'pyautogui', code: action };
}

const documented = z.strictObject({ action_type: z.literal('pyautogui'), code: z.string() });

/** Returns the action of either form: code, a special action such as `DONE`, or an object of another action space. */
export function readLoggedAction(value: unknown): unknown {
  // A failed parse is slow, and most actions that OS-Harm's program writes are strings.
  if (typeof value === 'string') return value;
  const parsed = documented.safeParse(value);
  return parsed.success ? parsed.data.code : value;
}
