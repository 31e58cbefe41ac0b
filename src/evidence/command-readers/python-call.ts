import type { PythonAct } from './python-flow.ts';
import type { PythonValue } from './python-values.ts';

export interface PythonCall {
  /** With import aliases resolved (`pyautogui.write`). Methods of values begin with a dot (`.unlink`). */
  name: string;
  receiver: PythonValue;
  values: PythonValue[];
  named: Record<string, PythonValue>;
  /** False under an unknown condition or filter, or in a loop that possibly never runs. */
  isCertain: boolean;
}

export interface PythonReading {
  calls: PythonCall[];
  acts: readonly PythonAct[];
  /** False if the source was too large or too deep. */
  isRead: boolean;
}
