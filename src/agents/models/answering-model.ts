import type { ModelAddress } from './model-name.ts';

/** The model that a provider names in its answer. `isSubstitute`: not the one that was requested. */
export interface AnsweringModel {
  model: string;
  isSubstitute: boolean;
}

/** Null if the answer names no model. */
export function answeringModel(address: ModelAddress, answeredBy: string | null): AnsweringModel | null {
  return answeredBy === null ? null : { model: answeredBy, isSubstitute: isSubstitute(address, answeredBy) };
}

/** Providers whose answers name something other than the model of the request: a deployment's model, or a file. */
const otherNames: ReadonlySet<string> = new Set(['azure', 'llamacpp', 'compatible', 'lmstudio', 'sglang']);

/**
 * Whether another model answered than the one that was requested. A dated snapshot, a revision and the target of an
 * alias (`…-latest`, `auto`) are the same model.
 */
export function isSubstitute(
  { provider, model }: Pick<ModelAddress, 'provider' | 'model'>,
  answeredBy: string,
): boolean {
  const [asked, answered] = [bare(model), bare(answeredBy)];
  if (asked === answered || otherNames.has(provider) || /(?:^|-)(?:latest|auto|default)$/.test(asked)) return false;
  return !isRevision(answered, asked) && !isRevision(asked, answered);
}

/** A name without its path, cloud, region, variant (`:free`) and case. */
function bare(name: string): string {
  const last = name.toLowerCase().split('/').at(-1) ?? '';
  return last
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|meta|mistral|amazon|openai|deepseek|qwen)\./, '')
    .replace(/[@:].*$/, '')
    .replaceAll(/[._]/g, '-');
}

/** True if `name` is `base` with a date, a version or a stage after it. */
function isRevision(name: string, base: string): boolean {
  if (!name.startsWith(base)) return false;
  return /^(?:-(?:\d{2,}|v\d+|preview|exp|experimental|beta|stable|it|instruct|latest|fp8|fp16|int4|awq|gptq|bf16|0))+$/.test(
    name.slice(base.length),
  );
}
