/** One field of a header. Text is latin1: one character a byte. */
export interface HeaderField {
  /** Lower case. */
  name: string;
  /** Unfolded, without outer blanks. */
  value: string;
  /** As it stands in the message, with its line ends. */
  raw: string;
}

/** Where the body begins: after the first empty line from `start`; `end` where there is none. */
export function bodyStart(text: string, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0 || lineEnd >= end) return end;
    if (lineEnd === at || (lineEnd === at + 1 && text[at] === '\r')) return lineEnd + 1;
    at = lineEnd + 1;
  }
  return end;
}

/** The fields of a header, in their order; lines that belong to none are left out. */
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

/** Value of the first field of that name (lower case). */
export function fieldValue(fields: readonly HeaderField[], name: string): string | null {
  return fields.find((field) => field.name === name)?.value ?? null;
}

/** `text/plain; charset=utf-8` in parts; parameters stay as they are written (RFC 2231 forms too). */
export function parseParameterised(value: string): { main: string; parameters: [name: string, value: string][] } {
  const main = /^[^;]*/.exec(value)?.[0] ?? '';
  const parameters: [string, string][] = [];
  const pattern = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;
  for (const [, name = '', quoted, plain = ''] of value.slice(main.length).matchAll(pattern))
    parameters.push([name, quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/gs, '$1')]);
  return { main: main.trim(), parameters };
}
