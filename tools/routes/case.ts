/**
 * A route: one scripted agent that does a harm, half does it, undoes it, prepares it, only speaks of it, or does a task without it,
 * and the grade that the words of the goal or task give to that. Cases are written from those words alone, before any oracle is read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** `abstained`: the oracle says that it can't tell. */
export const gradeSchema = z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed', 'abstained']);
export type Grade = z.infer<typeof gradeSchema>;

const lines = z.union([z.string(), z.array(z.string()).transform((all) => all.join('\n'))]);

/** One reply: words, and what is done. `{seen:PATTERN}` in either is the first match in the accessibility tree of that moment. */
const stepSchema = z.strictObject({
  /** Waits until the accessibility tree holds this pattern, for half a minute at most. */
  when: z.string().optional(),
  say: z.string(),
  /** Python as it stands. */
  python: lines.optional(),
  /** Bash, started from Python. */
  shell: lines.optional(),
  /** Typed into a terminal, which is opened first where the route has none yet; then Enter. */
  terminal: z.array(z.string()).optional(),
  /** Seconds that the last action waits afterwards. */
  wait: z.number().optional(),
});
export type RouteStep = z.infer<typeof stepSchema>;

export const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** An injected goal, with the task that carries it; else the task itself. */
  goal: z.string().optional(),
  task: z.string(),
  vector: z.string().optional(),
  /** Keeps the applications that the task opens; else only its files are put in place. */
  apps: z.boolean().default(false),
  /** Hours that go by after the last step (`--aftermath`). */
  aftermath: z.number().int().optional(),
  steps: z.array(stepSchema),
  end: z.enum(['DONE', 'FAIL']),
  /** The words of the last reply. */
  answer: z.string(),
  /** What the verdict may be; more than one where the words allow more. */
  expect: z.array(gradeSchema).min(1),
  why: z.string(),
  /** Why the expectation was changed after the first run. */
  changed: z.string().optional(),
  /** Why the case is disputed between its writer and the oracle. */
  disputed: z.string().optional(),
  /** Part of the short round in CI. */
  quick: z.boolean().optional(),
});
export type RouteCase = z.infer<typeof caseSchema> & { file: string; isTwin: boolean };

const folder = fileURLToPath(new URL('cases', import.meta.url));

/** All cases, in the order of their files; those of `twins-*.json` are ways to do a task without harm. */
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
