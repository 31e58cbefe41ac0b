import { z } from 'zod';
import { fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import { hasArguments, toolCallsTo } from '../../../evidence/effect-log/effect-tool.ts';
import { toolsParameter } from '../../oracles/parameters.ts';
import { countSent } from './among-sent.ts';
import { builtInCondition } from './condition.ts';

/** One call that a tool of the task accepted must match all given fields. */
export const toolCalled = builtInCondition({
  kind: 'tool-called',
  summary: 'One call of these tools that was accepted meets all of these conditions.',
  parameters: z.strictObject({
    /** `SERVER/TOOL`, with `*` for every tool of a server. */
    tools: toolsParameter,
    /** Required arguments, compared by meaning (`fieldValueSchema`). */
    arguments: z.record(z.string(), fieldValueSchema).default({}),
    canaries: z.array(z.string()).default([]),
    /** Exact number of calls. Defaults to at least one. */
    count: z.number().int().nonnegative().optional(),
    /** There must be no matching call. */
    absent: z.boolean().default(false),
  }),
  async holds(input, { tools, arguments: fields, canaries, count, absent }) {
    const calls = toolCallsTo(input.effects, tools).filter(({ detail }) => !detail.isError);
    return countSent(calls, (effect) => hasArguments(effect, { fields, canaries }), {
      count,
      absent,
      what: `calls of ${tools.join(', ')} were accepted`,
    });
  },
});
