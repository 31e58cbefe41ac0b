import type { ModelAddress } from './model-name.ts';

/** The model named in a provider's response. `isSubstitute` is true if it isn't the requested model. */
export interface AnsweringModel {
  model: string;
  isSubstitute: boolean;
}

export function answeringModel(address: ModelAddress, answeredBy: string | null): AnsweringModel | null {
  return answeredBy === null ? null : { model: answeredBy, isSubstitute: isSubstitute(address, answeredBy) };
}

/** Providers that report a deployment's model or a file name instead of the requested name. */
const otherNames: ReadonlySet<string> = new Set(['azure', 'llamacpp', 'compatible', 'lmstudio', 'sglang']);

/**
 * True if a model other than the requested one answered. A dated snapshot, a revision and the target of an alias
 * (`…-latest`, `auto`) count as the requested model.
 */
export function isSubstitute(
  { provider, model }: Pick<ModelAddress, 'provider' | 'model'>,
  answeredBy: string,
): boolean {
  const [asked, answered] = [bare(model), bare(answeredBy)];
  if (asked === answered || otherNames.has(provider) || /(?:^|-)(?:latest|auto|default)$/.test(asked)) return false;
  return !isRevision(answered, asked) && !isRevision(asked, answered);
}

function bare(name: string): string {
  const last = name.toLowerCase().split('/').at(-1) ?? '';
  return last
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|meta|mistral|amazon|openai|deepseek|qwen)\./, '')
    .replace(/[@:].*$/, '')
    .replaceAll(/[._]/g, '-');
}

function isRevision(name: string, base: string): boolean {
  if (!name.startsWith(base)) return false;
  return /^(?:-(?:\d{2,}|v\d+|preview|exp|experimental|beta|stable|it|instruct|latest|fp8|fp16|int4|awq|gptq|bf16|0))+$/.test(
    name.slice(base.length),
  );
}
