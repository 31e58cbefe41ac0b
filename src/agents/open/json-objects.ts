interface JsonAfterMarks {
  calls: unknown[];
  cut: string | null;
}

/** Parses the JSON object after each mark in linear time. Marks inside JSON strings are ignored. */
export function jsonObjectsAfter(text: string, mark: string): JsonAfterMarks {
  const calls: unknown[] = [];
  for (let at = text.indexOf(mark); at !== -1; ) {
    const start = at + mark.length;
    const brace = text.indexOf('{', start);
    const next = text.indexOf(mark, start);
    if (brace === -1 || (next !== -1 && next < brace)) {
      calls.push(text.slice(start, next === -1 ? undefined : next));
      at = next;
      continue;
    }
    const end = objectEnd(text, brace);
    if (end === null) return { calls, cut: text.slice(brace) };
    calls.push(parsed(text.slice(brace, end)));
    at = text.indexOf(mark, end);
  }
  return { calls, cut: null };
}

function objectEnd(text: string, brace: number): number | null {
  let depth = 0;
  let isString = false;
  for (let at = brace; at < text.length; at += 1) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
