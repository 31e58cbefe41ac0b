import { pythonString } from './act-code.ts';
import type { ScriptStep } from './step-schema.ts';

/** `{instruction}` in a goal's steps is the user's instruction; in Python it is a literal with that text. */
export function fillInstruction(step: ScriptStep, instruction: string): ScriptStep {
  const fill = (value: unknown, name: string): unknown => {
    if (typeof value === 'string')
      return value.replaceAll('{instruction}', () => (name === 'python' ? pythonString(instruction) : instruction));
    if (Array.isArray(value)) return value.map((item) => fill(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, key)]));
  };
  return fill(step, '') as ScriptStep;
}
