/** A header field. Text is latin1: one character per byte. */
export interface HeaderField {
  /** Lower case. */
  name: string;
  /** Unfolded and trimmed. */
  value: string;
  raw: string;
}

/** Offset after the first empty line, or `end` without one. */
export function bodyStart(text: string, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0 || lineEnd >= end) return end;
    if (lineEnd === at || (lineEnd === at + 1 && text[at] === '\r')) return lineEnd + 1;
    at = lineEnd + 1;
  }
  return end;
}

/** Skips lines that are not part of a field. */
export function headerFields(header: string): HeaderField[] {
  const fields: HeaderField[] = [];
  for (const raw of header.match(/[^\n]*\n(?:[ \t][^\n]*\n)*|[^\n]+$/g) ?? []) {
    const colon = /^([^\s:]+)[ \t]*:/.exec(raw);
    if (colon === null) continue;
    const value = raw
      .slice(colon[0].length)
      .replace(/\r?\n(?=[ \t])/g, '')
      .trim();
    fields.push({ name: (colon[1] ?? '').toLowerCase(), value, raw });
  }
  return fields;
}

/** `name`: lower case. */
export function fieldValue(fields: readonly HeaderField[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value ?? null;
}

/** Parses `text/plain; charset=utf-8`. Parameters are not decoded (RFC 2231). */
export function parseParameterised(value: string): { main: string; parameters: [name: string, value: string][] } {
  const main = /^[^;]*/.exec(value)?.[0] ?? '';
  const parameters: [string, string][] = [];
  const pattern = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;
  for (const [, name = '', quoted, plain = ''] of value.slice(main.length).matchAll(pattern))
    parameters.push([name, quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/gs, '$1')]);
  return { main: main.trim(), parameters };
}
