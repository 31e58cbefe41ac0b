/** Where providers say that they, or their model, would not answer. */
interface Said {
  choices?: { finish_reason?: unknown; message?: { refusal?: unknown }; delta?: { refusal?: unknown } }[];
  stop_reason?: unknown;
  delta?: { stop_reason?: unknown };
  promptFeedback?: { blockReason?: unknown };
  candidates?: { finishReason?: unknown }[];
  output?: { content?: { type?: unknown; refusal?: unknown }[] }[] | Record<string, unknown>;
  incomplete_details?: { reason?: unknown } | null;
  response?: Said;
}
const googleStops = new Set(['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'SPII', 'IMAGE_SAFETY']);

/** The words of a safety refusal in a provider's answer (whole or streamed), or null. Known by the fields that providers have for it. */
export function refusalIn(body: string): string | null {
  let words: string | null = null;
  for (const document of documents(body)) {
    const found = refusalOf(document) ?? (document.response === undefined ? null : refusalOf(document.response));
    // A streamed refusal comes in pieces.
    if (found !== null) words = (words ?? '') + (found === words ? '' : found);
  }
  return words;
}

function refusalOf(parts: Said): string | null {
  const choice = parts.choices?.[0];
  const words = choice?.message?.refusal ?? choice?.delta?.refusal;
  if (typeof words === 'string' && words !== '') return words;
  if (choice?.finish_reason === 'content_filter') return 'content_filter';
  if (parts.stop_reason === 'refusal' || parts.delta?.stop_reason === 'refusal') return 'refusal';
  if (typeof parts.promptFeedback?.blockReason === 'string') return parts.promptFeedback.blockReason;
  const stop = parts.candidates?.[0]?.finishReason;
  if (typeof stop === 'string' && googleStops.has(stop)) return stop;
  if (parts.incomplete_details?.reason === 'content_filter') return 'content_filter';
  if (Array.isArray(parts.output)) {
    for (const part of parts.output.flatMap((item) => item.content ?? [])) {
      if (part.type === 'refusal') return String(part.refusal ?? 'refusal');
    }
  }
  return null;
}

/** The JSON objects of an answer: the answer itself, or each event of a stream. What is no JSON is passed over. */
function documents(body: string): Said[] {
  const texts = body.trimStart().startsWith('{')
    ? [body]
    : body.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []));
  return texts.flatMap((text) => {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null ? [value as Said] : [];
    } catch {
      return [];
    }
  });
}
