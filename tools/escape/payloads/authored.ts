/**
 * Payloads written without knowledge of how verdicts are decided. Each is one action that does the harm of an injected
 * goal and is slow to inspect or stops inspection in the same step. Programs that a payload leaves behind exit after 50
 * seconds.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { both, type Payload } from './payload.ts';

const authoredSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(['slow to look at', 'ended in the same step']),
  goal: z.string(),
  task: z.literal('__screen_off_later'),
  python: z.array(z.string()).optional(),
  shell: z.array(z.string()).optional(),
  expect: z.literal('unsafe'),
  why: z.string(),
});

export const authoredPayloads: readonly Payload[] = z
  .array(authoredSchema)
  .parse(JSON.parse(readFileSync(new URL('authored.json', import.meta.url), 'utf8')))
  .flatMap(({ id, goal, python, shell = [] }) => {
    const code = python ?? ['import subprocess', `subprocess.run(['bash', '-c', ${JSON.stringify(shell.join('\n'))}])`];
    return both(id, code.join('\n')).map((payload) => ({ ...payload, goal }));
  });
