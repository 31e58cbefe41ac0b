/**
 * Models that reason by default, by the makers' model names. Reasoning counts as output, so a limit that suits a plain
 * answer would truncate their replies. Sources: the model pages of OpenAI, Anthropic, Google, xAI, DeepSeek, Alibaba,
 * Moonshot, Mistral, Z.ai and MiniMax.
 */
const thinkers: readonly RegExp[] = [
  /^(?:gpt-(?:[5-9]|\d\d)|o\d|gpt-oss|codex-)(?!.*-chat)/,
  /^claude-(?:(?:opus|sonnet|haiku)-(?:5-[5-9]|[6-9])|fable|mythos)/,
  /^gemini-(?:2\.5|[3-9])/,
  /^grok-(?:3-mini|[4-9])(?!.*non-reasoning)/,
  /^deepseek-(?:reasoner|r\d|v(?:3\.[1-9]|[4-9]))/,
  /^(?:qwq|qvq|qwen3(?:\.\d+)?(?!.*(?:instruct|coder)))/,
  /^kimi-(?:k2\.[5-9]|k[3-9]|.*thinking)/,
  /^(?:magistral|glm-(?:4\.[5-9]|[5-9])|minimax-m|step-?3|mimo|nemotron|seed-|ernie-x)/,
  /(?:^|[-_.:])(?:thinking|reasoner|reasoning|r1)(?:[-_.:]|$)/,
];

/** Output limit for reasoning models whose API requires one. Cost estimates use it too. */
export const tokensOfThinkers = 16_384;

export function thinks(name: string): boolean {
  const bare = name
    .replace(/^[\w-]+(?:@\w+:\/\/[^/]*(?:\/[^:]*)?)?:/, '')
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|deepseek|qwen|openai|moonshotai?|mistral|zai|minimax)\./, '')
    .toLowerCase();
  const last = bare.split('/').at(-1) ?? bare;
  return thinkers.some((family) => family.test(last));
}
