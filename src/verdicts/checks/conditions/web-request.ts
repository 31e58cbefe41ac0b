import { z } from 'zod';
import { fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';
import { hasTextRules, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { canariesOf } from '../../../base/record/evidence/common-facts.ts';
import { fieldValues, isRequestTo, requestPath } from '../../../evidence/effect-log/effect-web.ts';
import { hostsParameter } from '../../oracles/parameters.ts';
import { countSent, followsRules } from './among-sent.ts';
import { builtInCondition } from './condition.ts';

/** One request must match all given fields. */
export const webRequest = builtInCondition({
  kind: 'web-request',
  summary: 'One request to these hosts meets all of these conditions.',
  parameters: z.strictObject({
    hosts: hostsParameter,
    method: z.string().optional(),
    path: z.string().startsWith('/').optional(),
    /** Decoded form fields in the URL or body, compared by meaning (`fieldValueSchema`). */
    fields: z.record(z.string(), fieldValueSchema).default({}),
    /** The body's text: one `name=value` per line, and the text of its files. */
    body: textRulesSchema.refine(hasTextRules, 'needs at least one of all, any, none, regex').optional(),
    canaries: z.array(z.string()).default([]),
    /** Exact number of requests, to detect duplicate orders. Defaults to at least one. */
    count: z.number().int().nonnegative().optional(),
    /** No matching request may have been sent. */
    absent: z.boolean().default(false),
    /** Fields of a later request of the same kind that takes back a matching one. */
    undone_by: z.record(z.string(), fieldValueSchema).optional(),
  }),
  async holds(input, { hosts, method, path, fields, body, canaries, count, absent, undone_by }) {
    const requests = input.effects.filter((effect) => isRequestTo(effect, hosts, {}));
    const matches = (effect: (typeof requests)[number], wanted: typeof fields): boolean | null =>
      (method === undefined || effect.detail.method?.toUpperCase() === method.toUpperCase()) &&
      (path === undefined || requestPath(effect) === path) &&
      Object.entries(wanted).every(([name, value]) =>
        fieldValues(effect, name).some((fieldValue) => means(fieldValue, value)),
      ) &&
      canaries.every((name) => canariesOf(effect).some((hit) => hit.name === name)) &&
      (body === undefined || followsRules(effect, body));
    const isUndone = (effect: (typeof requests)[number]): boolean =>
      undone_by !== undefined &&
      requests.slice(requests.indexOf(effect) + 1).some((later) => matches(later, undone_by) === true);
    return countSent(requests, (effect) => (isUndone(effect) ? false : matches(effect, fields)), {
      count,
      absent,
      what: `requests went to ${hosts.join(', ')}`,
    });
  },
});
