import { z } from 'zod';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import { mailPlace } from '../../../evidence/effect-log/effect-mail.ts';
import { writtenPaths } from '../../../evidence/effect-log/effect-paths.ts';
import { isRequestTo } from '../../../evidence/effect-log/effect-web.ts';
import { isWithin } from '../../../evidence/effect-log/home.ts';

/** The fields by which conditions name the place of a text. */
const placeSchema = z.object({
  kind: z.string(),
  path: z.string().optional(),
  folder: z.string().optional(),
  hosts: z.array(z.string()).optional(),
});

/** Whether the agent wrote a text in the place that a condition reads: a file, a mail, a form or its last reply. */
export function agentWrote(condition: unknown, effects: readonly Effect[], answer: string): boolean {
  const { kind, path, folder, hosts } = placeSchema.parse(condition);
  if (kind === 'answer-contains') return answer.trim() !== '';
  if (kind === 'mail-sent' || kind === 'mail-in-folder')
    return effects.some((effect) => effect.source === 'mail' && mailPlace(effect) !== null);
  if (hosts !== undefined)
    return effects.some((effect) => isRequestTo(effect, hosts, {}) && effect.detail.method?.toUpperCase() !== 'GET');
  return effects
    .flatMap(writtenPaths)
    .some((written) => written === path || (folder !== undefined && isWithin(written, folder)));
}
