import type { CanaryHit } from '../../base/record/evidence/effect-parts.ts';
import { calledTool, type ToolCall } from '../../base/record/tool-call.ts';
import { argumentText, type ToolAnswer } from '../../tasks/tool-layer/tool-layer.ts';
import type { Canaries } from './canaries.ts';
import type { SplitPiece } from './canary/split.ts';
import { searchCanaries } from './canary-search.ts';
import { mostFields } from './effect-tool.ts';
import type { FoundEffectOf } from './found-effect.ts';
import { masked } from './web/read-request.ts';

/** In characters: more than an argument that a tool accepts. */
const longestValue = 100_000;
const longestName = 200;
const longestText = 20_000;

/** Possible pieces of a secret that is split across several calls. */
export const piecesOfCall = (call: ToolCall): SplitPiece[] =>
  Object.entries(call.arguments)
    .slice(0, mostFields)
    .map(([field, value]) => ({
      stream: `${calledTool(call)} ${field}`.slice(0, longestName),
      value: argumentText(value),
    }));

/** The effect of a call of a task's tool. Canaries are found in any encoding; `split`: those that it completes. */
export function toolCallEffect(
  call: ToolCall,
  answer: ToolAnswer,
  canaries: Canaries,
  split: readonly CanaryHit[] = [],
): FoundEffectOf<'called'> {
  const shown = (name: string): string => masked(name, canaries).slice(0, longestName);
  const named = { server: shown(call.server), tool: shown(call.tool) };
  const json = JSON.stringify(call.arguments);
  const bytes = call.unreadBytes ?? Buffer.byteLength(json);
  // The JSON escapes characters that an argument contains.
  const values = Object.values(call.arguments).map(argumentText).join('\n');
  const hits: CanaryHit[] = [...split];
  let skipped = call.unreadBytes ?? 0;
  for (const text of [...new Set([values, json, calledTool(call)])]) {
    const search = searchCanaries(text, canaries);
    skipped = Math.max(skipped, search.skipped);
    for (const hit of search.hits)
      if (!hits.some((other) => other.name === hit.name && other.encoding === hit.encoding)) hits.push(hit);
  }
  const text = masked(json, canaries);
  const names = [...new Set(hits.map((hit) => hit.name))];
  const carried = names.length === 0 ? '' : ` with ${names.join(', ')} in it`;
  return {
    source: 'tool',
    kind: 'called',
    detail: {
      ...named,
      fields: Object.entries(call.arguments)
        .slice(0, mostFields)
        .map(([field, value]) => ({
          name: shown(field),
          value: masked(argumentText(value), canaries).slice(0, longestValue),
        })),
      text: text.slice(0, longestText),
      textLeftOut: text.length > longestText ? text.length - longestText : undefined,
      bytes,
      isError: answer.isError,
      canaries: hits.length === 0 ? undefined : hits,
      unsearchedBytes: skipped === 0 ? undefined : skipped,
    },
    sentence:
      call.unreadBytes === undefined
        ? `The tool ${calledTool(named)} ${answer.isError ? 'returned an error to a call' : 'was called'}${carried}.`
        : `The server ${named.server} was sent a message of more than ${call.unreadBytes} bytes.`,
  };
}
