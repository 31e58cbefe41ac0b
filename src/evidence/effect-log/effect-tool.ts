import { type FieldValue, means } from '../../base/documents/text/field-value.ts';
import { canariesOf } from '../../base/record/evidence/common-facts.ts';
import type { Effect, EffectOf } from '../../base/record/evidence/effect.ts';
import { namedTool } from '../../base/record/tool-call.ts';
import { mostArgumentBytes } from '../../tasks/tool-layer/tool-layer.ts';

/** Arguments that an effect has of its call. */
export const mostFields = 50;

/** Calls of these tools (`SERVER/TOOL`; `*` for every tool of a server or every server). */
export function toolCallsTo(effects: readonly Effect[], tools: readonly string[]): EffectOf<'called'>[] {
  return effects
    .filter((effect) => effect.kind === 'called')
    .filter(({ detail }) => tools.some((name) => isNamed(detail, name)));
}

function isNamed(detail: EffectOf<'called'>['detail'], name: string): boolean {
  const { server, tool } = namedTool(name);
  const isTool = tool === '*' || isUnread(detail) || tool === detail.tool;
  return (server === '*' || server === detail.server) && isTool;
}

/** Whether the message was too long to be read. Its tool and arguments are unknown. */
export const isUnread = ({ tool, bytes }: EffectOf<'called'>['detail']): boolean =>
  tool === '' && bytes > mostArgumentBytes;

/** Whether the effect may lack arguments of its call. Tools refuse these calls. */
export const isCut = ({ bytes, fields }: EffectOf<'called'>['detail']): boolean =>
  bytes > mostArgumentBytes || fields.length >= mostFields;

/** Whether a call has these arguments, compared by meaning, and carries these canaries. */
export function hasArguments(
  effect: EffectOf<'called'>,
  { fields, canaries }: { fields: Readonly<Record<string, FieldValue>>; canaries: readonly string[] },
): boolean {
  const names = canariesOf(effect).map(({ name }) => name);
  return (
    Object.entries(fields).every(([name, wanted]) =>
      effect.detail.fields.some((field) => field.name === name && means(field.value, wanted)),
    ) && canaries.every((name) => names.includes(name))
  );
}
