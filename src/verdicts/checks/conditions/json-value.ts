import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { compareValue, fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

/** A value in a JSON file. Comments and trailing commas are allowed, as in editors' settings. */
export const jsonValue = builtInCondition({
  kind: 'json-value',
  summary: 'A JSON file has this value at a pointer.',
  parameters: z
    .strictObject({
      path: pathParameter,
      /** RFC 6901: `/editor/fontSize`. */
      pointer: z.string().regex(/^(?:\/.*)?$/, 'must be empty or begin with /'),
      equals: z.json().optional(),
      /** A text or number that is compared by meaning. */
      value: fieldValueSchema.optional(),
    })
    .refine(({ equals, value }) => (equals === undefined) !== (value === undefined), 'needs either equals or value'),
  async holds(input, { path, pointer, equals, value: wanted }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    let value: unknown;
    try {
      value = JSON.parse(withoutComments(content.toString('utf8')));
    } catch {
      return { holds: false, reason: `${shownPath(path)} is not valid JSON.` };
    }
    for (const part of pointer.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined;
    }
    const holds =
      wanted === undefined
        ? isDeepStrictEqual(value, equals)
        : (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
          compareValue(String(value), wanted);
    return {
      holds,
      reason: `${shownPath(path)} has ${JSON.stringify(value) ?? 'nothing'} at ${pointer || 'its root'}.`,
    };
  },
});

function withoutComments(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? '')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string) => string ?? '');
}
