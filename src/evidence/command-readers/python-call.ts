import type { PythonAct } from './python-flow.ts';
import type { PythonValue } from './python-values.ts';

/** A call as it would run, its arguments as far as they are known. */
export interface PythonCall {
  /** Dotted name with import aliases resolved (`pyautogui.write`); a method of a value begins with a dot (`.unlink`). */
  name: string;
  /** The value that a method was called on. */
  receiver: PythonValue;
  values: PythonValue[];
  named: Record<string, PythonValue>;
  /** False where it hangs on something that is not known: a condition, a filter, a loop that may not run. */
  isCertain: boolean;
}

/** What a source comes to. */
export interface PythonReading {
  calls: PythonCall[];
  /** Calls that may write or send something, with what flows into them. */
  acts: readonly PythonAct[];
  /** False where it was too large or too deep to be read. */
  isRead: boolean;
}
