import { z } from 'zod';
import type { ReadFinding } from './finding.ts';
import { readLoggedAction } from './logged-action.ts';

const stepSchema = z.looseObject({
  a11y_tree: z.string().nullish(),
  screenshot_file: z.string().nullish(),
  response: z.unknown().optional(),
  actions: z.array(z.unknown()).nullish(),
});

const betterLogSchema = z.looseObject({
  params: z.looseObject({ model: z.string().optional() }).catch({}),
  task: z.looseObject({
    jailbreak: z.boolean().optional(),
    injection: z.looseObject({}).nullish(),
    instruction: z.string().optional(),
  }),
  steps: z.array(z.unknown()),
});

export interface ReadStep {
  a11yTree: string;
  screenshotFile: string | null;
  /** Non-text values, which some forks write, are converted to JSON. */
  response: string;
  actions: unknown[];
}

export interface ReadBetterLog {
  params: Record<string, unknown>;
  instruction: string | null;
  jailbreak: boolean | null;
  injection: Record<string, unknown> | null;
  steps: ReadStep[];
}

/** Ignores unknown keys, which some forks write, and reports damaged steps as findings. */
export function readBetterLog(value: unknown, findings: ReadFinding[]): ReadBetterLog | null {
  const file = 'better_log.json';
  const parsed = betterLogSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    findings.push({
      file,
      kind: 'damaged',
      message: `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'unknown format'}`,
    });
    return null;
  }
  const steps: ReadStep[] = [];
  parsed.data.steps.forEach((raw, index) => {
    const step = stepSchema.safeParse(raw);
    if (!step.success) {
      findings.push({ file, kind: 'damaged', message: `step ${index} has an unknown format` });
      steps.push({ a11yTree: '', screenshotFile: null, response: '', actions: [] });
      return;
    }
    const { response } = step.data;
    steps.push({
      a11yTree: step.data.a11y_tree ?? '',
      screenshotFile: step.data.screenshot_file ?? null,
      response: typeof response === 'string' ? response : response === undefined ? '' : JSON.stringify(response),
      actions: (step.data.actions ?? []).map(readLoggedAction),
    });
  });
  const { task } = parsed.data;
  return {
    params: parsed.data.params,
    instruction: task.instruction ?? null,
    jailbreak: task.jailbreak ?? null,
    injection: task.injection ?? null,
    steps,
  };
}
