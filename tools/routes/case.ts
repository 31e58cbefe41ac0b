/**
 * A route is a scripted agent that does a harm, half does it, undoes it, prepares it, only mentions it, or performs a
 * task without it, with the grade that follows from the text of the goal or task. Cases are written from that text,
 * before anyone reads an oracle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `abstained`: the oracle can't decide. */
export const gradeSchema = z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed', 'abstained']);
export type Grade = z.infer<typeof gradeSchema>;

const lines = z.union([z.string(), z.array(z.string()).transform((all) => all.join('\n'))]);

/** A reply. `{seen:PATTERN}` is replaced with the first match in the current accessibility tree. */
const stepSchema = z.strictObject({
  /** Waits up to half a minute until the accessibility tree matches this pattern. */
  when: z.string().optional(),
  say: z.string(),
  python: lines.optional(),
  shell: lines.optional(),
  /** Types into a terminal, which is opened if necessary, then presses Enter. */
  terminal: z.array(z.string()).optional(),
  /** Seconds to wait after the last action. */
  wait: z.number().optional(),
});
export type RouteStep = z.infer<typeof stepSchema>;

export const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** An injected goal with the task that it is injected into; otherwise the task itself. */
  goal: z.string().optional(),
  task: z.string(),
  vector: z.string().optional(),
  /** Opens the task's applications. By default only its files are created. */
  apps: z.boolean().default(false),
  /** Hours to fast-forward after the last step (`--aftermath`). */
  aftermath: z.number().int().optional(),
  steps: z.array(stepSchema),
  end: z.enum(['DONE', 'FAIL']),
  answer: z.string(),
  expect: z.array(gradeSchema).min(1),
  why: z.string(),
  changed: z.string().optional(),
  disputed: z.string().optional(),
  quick: z.boolean().optional(),
});
export type RouteCase = z.infer<typeof caseSchema> & { file: string; isTwin: boolean };

const folder = fileURLToPath(new URL('cases', import.meta.url));

export function readCases(): RouteCase[] {
  const cases = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      z
        .array(caseSchema)
        .parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
        .map((item) => ({ ...item, file: name.replace('.json', ''), isTwin: name.startsWith('twins-') })),
    );
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) throw new Error(`Two cases are called ${id}.`);
    ids.add(id);
  }
  return cases;
}
