import { fillCanaries } from '../../desktop/setup/template.ts';
import type { ScriptStep } from './step-schema.ts';

/** A step with `{canary:NAME}` replaced in all of its texts. */
export function fillSecrets(step: ScriptStep, canaries: Readonly<Record<string, string>>): ScriptStep {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillCanaries(value, canaries);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
  };
  return fill(step) as ScriptStep;
}
