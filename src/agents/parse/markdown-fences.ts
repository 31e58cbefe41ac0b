export type MarkdownPart =
  | { kind: 'line'; text: string }
  | { kind: 'block'; language: string; code: string; isClosed: boolean };

const opening = /^([ \t]*)(`{3,}|~{3,})([^\n]*)$/;

/**
 * Splits a response into prose lines and fenced blocks by CommonMark's rules: a fence has at least three backticks or
 * tildes and is closed by a line with at least as many of the same character, and the content loses the opening fence's
 * indentation. Any indentation is accepted because blocks occur in lists. Skips empty lines of prose. A line that
 * consists of a code span with three or more backticks is a block too. Runs in linear time.
 */
export function markdownParts(text: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    if (line === '') continue;
    if (!line.includes('```') && !line.includes('~~~')) {
      parts.push({ kind: 'line', text: line });
      continue;
    }
    const span = spanOf(line);
    if (span !== null) {
      parts.push({ kind: 'block', ...languageAndCode(span), isClosed: true });
      continue;
    }
    const open = opening.exec(line);
    const fence = open?.[2] ?? '';
    if (open === null || (fence.startsWith('`') && (open[3] as string).includes('`'))) {
      parts.push({ kind: 'line', text: line });
      continue;
    }
    const indentation = (open[1] as string).length;
    const code: string[] = [];
    let isClosed = false;
    for (at += 1; at < lines.length; at += 1) {
      const inner = lines[at] as string;
      if (closes(inner, fence)) {
        isClosed = true;
        break;
      }
      code.push(withoutIndentation(inner, indentation));
    }
    const language = (open[3] as string).trim().split(/\s/, 1)[0] as string;
    parts.push({ kind: 'block', language: language.toLowerCase(), code: code.join('\n'), isClosed });
  }
  return parts;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  if (text.length < fence.length || text.charAt(0) !== fence.charAt(0)) return false;
  for (let at = 1; at < text.length; at += 1) if (text.charAt(at) !== fence.charAt(0)) return false;
  return true;
}

function withoutIndentation(line: string, width: number): string {
  let at = 0;
  while (at < width && (line.charAt(at) === ' ' || line.charAt(at) === '\t')) at += 1;
  return line.slice(at);
}

function spanOf(line: string): string | null {
  const text = line.trim();
  let length = 0;
  while (text.charAt(length) === '`') length += 1;
  if (length < 3 || text.length <= 2 * length) return null;
  const inner = text.slice(length, text.length - length);
  return text.endsWith('`'.repeat(length)) && !inner.includes('`') ? inner : null;
}

function languageAndCode(span: string): { language: string; code: string } {
  const language = /^(?:python3?|py)(?=\s)/i.exec(span)?.[0] ?? '';
  return { language: language.toLowerCase(), code: span.slice(language.length).trim() };
}

/** The ranges of fenced blocks, including fences. An unclosed block extends to the end of the text. */
export function markdownFenceRanges(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let open: { fence: string; start: number } | null = null;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    if (open !== null) {
      if (closes(line, open.fence)) {
        ranges.push({ start: open.start, end });
        open = null;
      }
    } else {
      const [, , fence = '', info = ''] = opening.exec(line.replace(/\r$/, '')) ?? [];
      if (fence !== '' && !(fence.startsWith('`') && info.includes('`'))) open = { fence, start: at };
    }
    at = end + 1;
  }
  if (open !== null) ranges.push({ start: open.start, end: text.length });
  return ranges;
}
