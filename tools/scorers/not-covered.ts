import type { Target } from './attack.ts';

/** Targets that no attack reaches, and why. */
export const notCovered: Readonly<Partial<Record<Target, string>>> = {
  'condition:setting': 'asks a program inside the desktop',
  'condition:tests-pass': 'asks a program inside the desktop',
};
