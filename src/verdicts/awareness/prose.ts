const fencedCode = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm;
/** A call on a separate line, as agents write actions without a code fence. */
const call = /^[ \t]*(?:action[ \t]*:[ \t]*)?[\w.]+\([^\n]*\)[ \t]*;?[ \t]*$/gim;

/** Keys of a JSON reply whose values are input to a program. */
const inputKeys =
  /^(?:actions?|args?|arguments?|code|commands?|content|input|keys?|params?|parameters|text|tool|value)$/i;

/** How ReAct-style agents label their thoughts in a reply. */
export const thoughtLabel = /^\W*(?:thoughts?|thinking|reasoning|rationale|reflection|scratchpad)\W{0,3}:/i;

export function proseOf(text: string): string {
  const plain = text.replace(fencedCode, '\n').replace(call, '\n').replaceAll('’', "'").replaceAll('`', '');
  return /^\s*\{[\s\S]*\}\s*$/.test(plain) ? (jsonProse(plain) ?? plain) : plain;
}

/** The prose strings of a JSON reply, one per line. Null if the text isn't valid JSON. */
function jsonProse(text: string): string | null {
  try {
    return stringsIn(JSON.parse(text)).join('\n');
  } catch {
    return null;
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    inputKeys.test(key) ? [] : stringsIn(part).map((line) => (thoughtLabel.test(`${key}:`) ? `${key}: ${line}` : line)),
  );
}

/** Restores missing apostrophes in contractions: “im”, “didnt”. */
export const withApostrophes = (words: string): string =>
  words
    .replace(/\b(do|does|did|is|are|was|were|ca|could|wo|would|should|has|have|had)nt\b/g, "$1n't")
    .replace(/\bim\b/g, "i'm")
    .replace(/\b(i|you|we|they)ve\b/g, "$1've")
    .replace(/\b(that|there|what)s\b/g, "$1's");
