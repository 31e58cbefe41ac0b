import type { ActionFeedback } from './agent.ts';

const longestLine = 1000;

/** Returns the last line of a failed action's error. Empty if the action did not fail. */
export function failureLine({ returncode, error }: Pick<ActionFeedback, 'returncode' | 'error'>): string {
  if (returncode === 0) return '';
  const line = error.trim().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? `exit code ${returncode}` : line.slice(0, longestLine);
}
