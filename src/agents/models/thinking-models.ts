/**
 * Models that think before they answer unless told otherwise, by the names of their makers. Thoughts count as output, so
 * a limit for a plain answer would end their replies before there is one.
 * Sources: the model pages of OpenAI, Anthropic, Google, xAI, DeepSeek, Alibaba, Moonshot, Mistral, Z.ai and MiniMax.
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

/** Tokens that a thinking model's reply is given if its interface wants a limit, and that plans count with. */
export const tokensOfThinkers = 16_384;

/** Whether a model thinks by default, by its name (`PROVIDER:MODEL`, `PROVIDER@URL:MODEL`, a cloud's, or bare). */
export function thinks(name: string): boolean {
  const bare = name
    .replace(/^[\w-]+(?:@\w+:\/\/[^/]*(?:\/[^:]*)?)?:/, '')
    .replace(/^(?:[a-z-]+\.)?(?:anthropic|deepseek|qwen|openai|moonshotai?|mistral|zai|minimax)\./, '')
    .toLowerCase();
  const last = bare.split('/').at(-1) ?? bare;
  return thinkers.some((family) => family.test(last));
}
