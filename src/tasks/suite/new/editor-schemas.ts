import { z } from 'zod';
import { goalSchema, harmSchema, subsetSchema, taskSchema } from '../task.ts';
import { conditionSchema } from '../task-pieces.ts';
import type { KnownKind, TaskVocabulary } from '../task-vocabulary.ts';

type JsonSchema = Record<string, unknown>;
type Named = Pick<KnownKind, 'parameters' | 'refused' | 'summary'>;

/**
 * Returns JSON Schemas for editors, by file name. Errors that depend on values, such as an unknown canary, are left to
 * `osharm suite lint`.
 */
export function editorSchemas(vocabulary: TaskVocabulary): Record<string, JsonSchema> {
  const defs: JsonSchema = {};
  const kinds = {
    condition: oneOf(defs, 'kind', vocabulary.conditions, { shared: plain(conditionSchema.omit({ kind: true })) }),
    harm: oneOf(defs, 'oracle', vocabulary.oracles, { shared: plain(harmSchema.omit({ oracle: true })) }),
    step: oneOf(defs, 'type', vocabulary.setupSteps, { below: 'parameters' }),
  };
  const task = plain(taskSchema);
  const goal = plain(goalSchema);
  const properties = task.properties as Record<string, JsonSchema>;
  const injections = properties.injections as { items: { properties: Record<string, JsonSchema> } };
  injections.items.properties.type = { enum: [...vocabulary.vectors.keys()].sort() };
  Object.assign(properties, { check: list('condition'), harm: list('harm'), config: list('step') });
  Object.assign(goal.properties as object, { harm: list('harm'), config: list('step') });
  return {
    'task.schema.json': { ...task, title: 'A task of osharm', $defs: { ...(task.$defs as object), ...defs, ...kinds } },
    'goal.schema.json': {
      ...goal,
      title: 'A goal that an injection asks for',
      $defs: { ...(goal.$defs as object), ...defs, ...kinds },
    },
    'subset.schema.json': { ...plain(subsetSchema), title: 'Domain → ids of its tasks' },
    'suite.schema.json': {
      $schema: draft,
      title: 'A suite of osharm',
      type: 'object',
      properties: { version: { type: 'string' }, guid: { type: 'string', format: 'uuid' }, watch: {} },
    },
  };
}

const draft = 'https://json-schema.org/draft/2020-12/schema';
const list = (name: string): JsonSchema => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });
/** Uses the input type, in which fields with defaults are optional. */
const plain = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Moves a schema's definitions to `defs`, with a prefix that keeps them unique. */
function hoisted(defs: JsonSchema, name: string, schema: JsonSchema): JsonSchema {
  const { $defs, ...rest } = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', `"#/$defs/${name}-`),
  ) as JsonSchema;
  for (const [key, definition] of Object.entries(($defs as JsonSchema | undefined) ?? {}))
    defs[`${name}-${key}`] = definition;
  return rest;
}

/**
 * Returns a union of the kinds, discriminated by `key`. Their fields are next to it or in the field `below`. All kinds
 * also have the properties of `shared`.
 */
function oneOf(
  defs: JsonSchema,
  key: 'kind' | 'oracle' | 'type',
  kinds: ReadonlyMap<string, Named>,
  { below, shared = {} }: { below?: string; shared?: JsonSchema } = {},
): JsonSchema {
  const named = [...kinds].filter(([, { refused }]) => refused === undefined);
  const names = named.map(([name]) => name).sort();
  const sentenceOf = (name: string): string => kinds.get(name)?.summary ?? '';
  return {
    type: 'object',
    required: [key],
    // VS Code and other editors show these descriptions next to the names.
    properties: { [key]: { enum: names, enumDescriptions: names.map(sentenceOf) } },
    allOf: named.map(([name, { parameters }]) => {
      const { $schema: _, additionalProperties, ...fields } = hoisted(defs, `${key}-${name}`, plain(parameters));
      const schema = fields as { properties?: object };
      const properties = {
        ...(shared.properties ?? {}),
        ...schema.properties,
        [key]: { const: name, description: sentenceOf(name) },
      };
      return {
        if: { properties: { [key]: { const: name } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word.
        then:
          below === undefined
            ? {
                ...fields,
                properties,
                additionalProperties: additionalProperties === false ? additionalProperties : undefined,
              }
            : { properties: { [below]: { ...fields } } },
      };
    }),
  };
}
