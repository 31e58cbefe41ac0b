/** A value in a command. Text is latin1: one character per byte. */
export type Value =
  | { kind: 'atom'; text: string }
  | { kind: 'string'; text: string }
  | { kind: 'list'; items: Value[] };

/** Text and literals alternate: `text[n]` ends with `{12}` if `literals[n]` follows. */
export interface RawCommand {
  text: string[];
  literals: Buffer[];
}

export interface Command {
  tag: string;
  /** In upper case; `UID FETCH` is one name. */
  name: string;
  args: Value[];
}

export class SyntaxFault extends Error {
  /** `*` if the tag can't be read. */
  readonly tag: string;
  constructor(message: string, tag = '*') {
    super(message);
    this.tag = tag;
  }
}

const deepest = 32;
const atomEnd = /[\x00-\x20(){"\x7f]/;

/** Throws `SyntaxFault`. */
export function parseCommand(raw: RawCommand): Command {
  const head = /^([^\x00-\x20(){%*"\\+\x7f]+) ([A-Za-z-]+)(?: |$)/.exec(raw.text[0] ?? '');
  if (head === null) throw new SyntaxFault('a tag and a command are missing', firstWord(raw.text[0] ?? ''));
  const [whole, tag = '*', first = ''] = head;
  const rest: RawCommand = {
    text: [(raw.text[0] ?? '').slice(whole.length), ...raw.text.slice(1)],
    literals: raw.literals,
  };
  try {
    const args = new Reader(rest).values();
    const name = first.toUpperCase();
    const second = args[0];
    if (name !== 'UID') return { tag, name, args };
    if (second?.kind !== 'atom') throw new SyntaxFault('UID of what?', tag);
    return { tag, name: `UID ${second.text.toUpperCase()}`, args: args.slice(1) };
  } catch (error) {
    throw error instanceof SyntaxFault ? new SyntaxFault(error.message, tag) : error;
  }
}

/** Throws `SyntaxFault`. */
export function parseValues(text: string): Value[] {
  return new Reader({ text: [text], literals: [] }).values();
}

function firstWord(text: string): string {
  return /^[^\x00-\x20(){%*"\\+\x7f]+/.exec(text)?.[0] ?? '*';
}

class Reader {
  readonly #raw: RawCommand;
  #piece = 0;
  #at = 0;

  constructor(raw: RawCommand) {
    this.#raw = raw;
  }

  values(): Value[] {
    const values = this.#until(null, 0);
    if (this.#piece < this.#raw.text.length - 1) throw new SyntaxFault('a literal at a wrong place');
    return values;
  }

  get #text(): string {
    return this.#raw.text[this.#piece] ?? '';
  }

  #until(end: ')' | null, depth: number): Value[] {
    if (depth > deepest) throw new SyntaxFault('nested too deep');
    const values: Value[] = [];
    for (;;) {
      while (this.#text[this.#at] === ' ') this.#at++;
      const next = this.#text[this.#at];
      if (next === undefined) {
        if (end !== null) throw new SyntaxFault('a ) is missing');
        return values;
      }
      if (next === ')') {
        if (end === null) throw new SyntaxFault('a ) too many');
        this.#at++;
        return values;
      }
      values.push(this.#value(next, depth));
    }
  }

  #value(next: string, depth: number): Value {
    if (next === '(') {
      this.#at++;
      return { kind: 'list', items: this.#until(')', depth + 1) };
    }
    if (next === '"') return { kind: 'string', text: this.#quoted() };
    if (next === '{') return { kind: 'string', text: this.#literal() };
    return { kind: 'atom', text: this.#atom() };
  }

  #quoted(): string {
    const match = /"((?:[^"\\]|\\[\s\S])*)"/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (found === null) throw new SyntaxFault('a quote has no end');
    this.#at = match.lastIndex;
    return (found[1] ?? '').replace(/\\([\s\S])/g, '$1');
  }

  #literal(): string {
    const content = this.#raw.literals[this.#piece];
    const isMark = /^\{\d+\+?\}$/.test(this.#text.slice(this.#at));
    if (content === undefined || !isMark) throw new SyntaxFault('a { that begins no literal');
    this.#piece++;
    this.#at = 0;
    return content.toString('latin1');
  }

  /** Square brackets are part of an atom: `BODY.PEEK[HEADER.FIELDS (To)]<0.99>`. */
  #atom(): string {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const next = this.#text[this.#at] as string;
      if (next === '[') {
        const close = /\[(?:[^\]"]|"(?:[^"\\]|\\[\s\S])*")*\]/y;
        close.lastIndex = this.#at;
        if (close.exec(this.#text) === null) throw new SyntaxFault('a ] is missing');
        this.#at = close.lastIndex - 1;
      } else if (atomEnd.test(next)) break;
    }
    if (this.#at === start) throw new SyntaxFault('a character that may not stand there');
    return this.#text.slice(start, this.#at);
  }
}
