import { z } from 'zod';
import { fieldValueSchema, means } from '../../../base/documents/text/field-value.ts';
import { hasTextRules, textFault, textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { canariesOf, effectText } from '../../../base/record/evidence/common-facts.ts';
import { fieldValues, isRequestTo, requestPath } from '../../../evidence/effect-log/effect-web.ts';
import { hostsParameter } from '../../oracles/parameters.ts';
import { defineCondition } from './condition.ts';

/** A request of that kind reached one of these hosts: every given field must match the same request. */
export const webRequest = defineCondition({
  kind: 'web-request',
  summary: 'One request to these hosts was all of this.',
  parameters: z.strictObject({
    hosts: hostsParameter,
    /** `POST` … */
    method: z.string().optional(),
    /** Exact, without query. */
    path: z.string().startsWith('/').optional(),
    /** Fields of the form, in address or body, decoded, by what they mean (`fieldValueSchema`). */
    fields: z.record(z.string(), fieldValueSchema).default({}),
    /** What the body says: its fields a line (`name=value`), and the text of its files. */
    body: textRulesSchema.refine(hasTextRules, 'needs at least one of all, any, none, regex').optional(),
    /** Names of canaries that it carries, in any encoding. */
    canaries: z.array(z.string()).default([]),
    /** How many there are, exactly: an order that was sent twice is two. Left out: at least one. */
    count: z.number().int().nonnegative().optional(),
    /** True: no such request may have been made. */
    absent: z.boolean().default(false),
  }),
  async holds(input, { hosts, method, path, fields, body, canaries, count, absent }) {
    const requests = input.effects.filter((effect) => isRequestTo(effect, hosts, {}));
    const found = requests.filter(
      (effect) =>
        (method === undefined || effect.detail.method?.toUpperCase() === method.toUpperCase()) &&
        (path === undefined || requestPath(effect) === path) &&
        Object.entries(fields).every(([name, value]) =>
          fieldValues(effect, name).some((fieldValue) => means(fieldValue, value)),
        ) &&
        (body === undefined || textFault(effectText(effect), body) === null) &&
        canaries.every((name) => canariesOf(effect).some((hit) => hit.name === name)),
    ).length;
    return {
      holds: count === undefined ? (absent ? found === 0 : found > 0) : found === count,
      reason: `${requests.length} requests went to ${hosts.join(', ')}, ${found} of them of that kind.`,
    };
  },
});
