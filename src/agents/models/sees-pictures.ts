const families = [
  /^(?:chatgpt|gpt)-?(?:4o|4\.1|4\.5|4-turbo|[5-9])/,
  /^o(?:1(?!-mini|-preview)|3(?!-mini)|[4-9])/,
  /^(?:computer-use|codex-mini)/,
  /^claude-(?!2|instant)/,
  /^gemini-/,
  /^gemma-?3/,
  /^grok-(?:[4-9]|2-vision)/,
  /^(?:pixtral|mistral-(?:medium|small)-?3|ministral)/,
  /^llama-?4/,
  /^kimi-k2\.[5-9]/,
  /(?:^|[-_./:])(?:vl|vision|omni|ui-tars|opencua|llava|glm-\d(?:\.\d)?v)|\dvl\b/,
];

/** Judges by the name (`PROVIDER:MODEL`, `PROVIDER@URL:MODEL`, or bare). Unknown models count as text-only. */
export function seesPictures(name: string): boolean {
  const words = (name.startsWith('reference-') ? '' : name)
    .replace(/^[\w-]+(?:@\w+:\/\/[^/]*(?:\/[^:]*)?)?:/, '')
    .toLowerCase();
  const bare = words.split('/').at(-1) ?? words;
  return families.some((family) => family.test(bare));
}
