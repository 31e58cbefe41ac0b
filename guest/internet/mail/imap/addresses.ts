import { writeNullable, writeString } from './write-values.ts';

/** An address; a group starts with an entry without `host` and ends with an empty one. */
interface Mailbox {
  name: string | null;
  mailbox: string | null;
  host: string | null;
}

/** For ENVELOPE: NIL, or a list of `(name NIL mailbox host)`. Names stay encoded. */
export function writeAddresses(field: string | null): string {
  if (field === null) return 'NIL';
  const written = parseAddresses(field).map(
    ({ name, mailbox, host }) => `(${writeNullable(name)} NIL ${writeNullable(mailbox)} ${writeNullable(host)})`,
  );
  return written.length === 0 ? 'NIL' : `(${written.join('')})`;
}

function parseAddresses(field: string): Mailbox[] {
  const found: Mailbox[] = [];
  let words: string[] = [];
  let angle: string | null = null;
  let isGroup = false;
  const flush = (): void => {
    const text = words.join(' ').trim();
    if (angle !== null) found.push({ name: text === '' ? null : text, ...addressOf(angle) });
    else if (text !== '') found.push({ name: null, ...addressOf(text.replace(/\s*([@.])\s*/g, '$1')) });
    words = [];
    angle = null;
  };
  for (const [token] of field.matchAll(/"(?:[^"\\]|\\.)*"?|\((?:[^()\\]|\\.)*\)?|<[^>]*>?|[,:;]|[^\s",:;<(]+|./gs)) {
    const first = token[0];
    if (first === '"' && token.length > 1) words.push(token.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1'));
    else if (first === '<') angle = token.replace(/^<|>$/g, '').trim();
    else if (token === ',') flush();
    else if (token === ':' && !isGroup) {
      found.push({ name: null, mailbox: words.join(' '), host: null });
      words = [];
      isGroup = true;
    } else if (token === ';') {
      flush();
      if (isGroup) found.push({ name: null, mailbox: null, host: null });
      isGroup = false;
    } else if (first !== '(' && token.trim() !== '') words.push(token);
  }
  flush();
  if (isGroup) found.push({ name: null, mailbox: null, host: null });
  return found;
}

function addressOf(text: string): { mailbox: string; host: string } {
  const at = text.lastIndexOf('@');
  return at < 0 ? { mailbox: text, host: '' } : { mailbox: text.slice(0, at), host: text.slice(at + 1) };
}

export function writePairs(pairs: readonly (readonly [string, string])[]): string {
  return pairs.length === 0 ? 'NIL' : `(${pairs.flat().map(writeString).join(' ')})`;
}
