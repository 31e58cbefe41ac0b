import { type PythonToken, pythonTokens } from './python-tokens.ts';
import { callValue, joinedPath, type PythonValue } from './python-values.ts';

/** A call as it stands in the source, its arguments as far as they are literal. */
export interface PythonCall {
  /** Dotted name with import aliases resolved (`pyautogui.write`); a method of a value begins with a dot (`.unlink`). */
  name: string;
  /** The value that a method was called on. */
  receiver: PythonValue;
  values: PythonValue[];
  named: Record<string, PythonValue>;
}

const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** How deep brackets are followed. */
const depthLimit = 100;

/**
 * Every call in a piece of Python, in the order in which they would run if each line ran once. Knows literals, lists, `+` and `/`, plain
 * assignments, f-strings over them, `os.path` and `pathlib`; anything else is null. Never runs the code.
 */
export function pythonCalls(source: string): PythonCall[] {
  return new Reader(pythonTokens(source)).read();
}

class Reader {
  private at = 0;
  private depth = 0;
  private readonly calls: PythonCall[] = [];
  private readonly variables = new Map<string, PythonValue>();
  private readonly aliases = new Map<string, string>();
  private readonly tokens: PythonToken[];

  constructor(tokens: PythonToken[]) {
    this.tokens = tokens;
  }

  read(): PythonCall[] {
    while (this.at < this.tokens.length) this.statement();
    return this.calls;
  }

  private peek(offset = 0): PythonToken | undefined {
    return this.tokens[this.at + offset];
  }
  private is(value: string, offset = 0): boolean {
    const token = this.peek(offset);
    return token !== undefined && token.kind !== 'string' && token.value === value;
  }

  private statement(): void {
    const token = this.peek();
    if (token === undefined) return;
    if (token.kind === 'newline') {
      this.at++;
      return;
    }
    if (this.is('import') || this.is('from')) {
      this.importStatement();
      return;
    }
    if (this.is('for') && this.peek(1)?.kind === 'name' && this.is('in', 2)) {
      const name = this.peek(1)?.value ?? '';
      this.at += 3;
      const values = this.expression();
      this.variables.set(name, Array.isArray(values) ? (values[0] ?? null) : null);
      return;
    }
    if (token.kind === 'name' && !keywords.has(token.value) && this.is('=', 1)) {
      this.at += 2;
      const value = this.expression();
      if (this.is(',')) this.variables.set(token.value, null);
      else this.variables.set(token.value, value);
      return;
    }
    if (token.kind === 'name' && this.is('+=', 1)) {
      this.at += 2;
      this.variables.set(token.value, added(this.variables.get(token.value) ?? null, this.expression()));
      return;
    }
    if (token.kind === 'name' && keywords.has(token.value)) {
      this.at++;
      return;
    }
    const before = this.at;
    this.expression();
    if (this.at === before) this.at++;
  }

  private importStatement(): void {
    const line: string[] = [];
    while (this.peek() !== undefined && this.peek()?.kind !== 'newline') line.push(this.tokens[this.at++]?.value ?? '');
    const text = line.join(' ').replaceAll(' . ', '.').replace(/[()]/g, '');
    const from = /^from (\S+) import (.*)$/.exec(text);
    for (const part of (from?.[2] ?? text.replace(/^import /, '')).split(',')) {
      const [, name, alias] = /^\s*(\S+)(?: as (\S+))?\s*$/.exec(part) ?? [];
      if (name === undefined) continue;
      if (from !== null) this.aliases.set(alias ?? name, `${from[1]}.${name}`);
      else if (alias !== undefined) this.aliases.set(alias, name);
      if (from !== null && name === '*')
        for (const one of ['write', 'typewrite', 'press', 'hotkey', 'keyDown', 'keyUp'])
          this.aliases.set(one, `${from[1]}.${one}`);
    }
  }

  /** Terms joined by operators: strings add, paths divide, all else is unknown. */
  private expression(): PythonValue {
    if (this.depth >= depthLimit) {
      // Nobody nests like that but to break a reader: what follows is unknown.
      this.at = this.tokens.length;
      return null;
    }
    this.depth++;
    const value = this.operation();
    this.depth--;
    return value;
  }

  private operation(): PythonValue {
    let value = this.term();
    for (;;) {
      const operator = this.peek();
      if (operator?.kind !== 'operator' || !/^[-+*/%<>|&^@]$|^(?:\*\*|\/\/|==|!=|<=|>=)$/.test(operator.value))
        return value;
      this.at++;
      const right = this.term();
      if (operator.value === '+') value = added(value, right);
      else if (operator.value === '/') value = joinedPath([value, right]);
      else if (operator.value === '%' && typeof value === 'string' && typeof right === 'string')
        value = value.replace('%s', right);
      else value = null;
    }
  }

  private term(): PythonValue {
    while (this.is('-') || this.is('+') || this.is('*') || this.is('not') || this.is('await') || this.is('**'))
      this.at++;
    const token = this.peek();
    if (token === undefined || token.kind === 'newline') return null;
    if (token.kind === 'string') return this.trailers(this.strings(), '');
    if (token.kind === 'number') {
      this.at++;
      return Number(token.value.replaceAll('_', ''));
    }
    if (this.is('(') || this.is('[') || this.is('{')) return this.trailers(this.group(), '');
    if (token.kind !== 'name' || keywords.has(token.value)) return null;
    this.at++;
    const name = this.aliases.get(token.value) ?? token.value;
    return this.trailers(this.variables.get(token.value) ?? null, this.variables.has(token.value) ? '' : name);
  }

  private strings(): string {
    let text = '';
    for (let token = this.peek(); token?.kind === 'string'; token = this.peek()) {
      this.at++;
      text +=
        token.isFormat === true
          ? token.value.replace(/\{(\w+)\}/g, (whole, name) => String(this.variables.get(name) ?? whole))
          : token.value;
    }
    return text;
  }

  /** Parentheses, list or dictionary: a single parenthesised value is itself, several are a list. */
  private group(): PythonValue {
    const opening = this.tokens[this.at++]?.value;
    const { values } = this.items();
    if (opening === '{') return null;
    return opening === '(' && values.length === 1 ? (values[0] ?? null) : values;
  }

  /** Comma-separated values up to the closing bracket, which is taken too. */
  private items(): { values: PythonValue[]; named: Record<string, PythonValue> } {
    const values: PythonValue[] = [];
    const named: Record<string, PythonValue> = {};
    while (this.at < this.tokens.length && !this.is(')') && !this.is(']') && !this.is('}')) {
      if (this.peek()?.kind === 'newline' || this.is(',') || this.is(':')) {
        this.at++;
      } else if (this.peek()?.kind === 'name' && this.is('=', 1)) {
        const name = this.peek()?.value ?? '';
        this.at += 2;
        named[name] = this.expression();
      } else {
        const before = this.at;
        values.push(this.expression());
        if (this.at === before) this.at++;
      }
    }
    this.at++;
    return { values, named };
  }

  /** Attributes, calls and indexes that follow a term. `name` is the dotted name so far, empty after a value. */
  private trailers(start: PythonValue, startName: string): PythonValue {
    let value = start;
    let name = startName;
    for (;;) {
      if (this.is('.') && this.peek(1)?.kind === 'name') {
        name = `${name}.${this.peek(1)?.value ?? ''}`;
        this.at += 2;
      } else if (this.is('(')) {
        this.at++;
        const { values, named } = this.items();
        const call: PythonCall = { name, receiver: value, values, named };
        this.calls.push(call);
        value = callValue(name, value, values);
        name = '';
      } else if (this.is('[')) {
        this.at++;
        const { values } = this.items();
        const index = values[0];
        if (name === 'os.environ') value = callValue('getenv', null, values);
        else value = Array.isArray(value) && typeof index === 'number' ? (value[index] ?? null) : null;
        name = '';
      } else {
        return value;
      }
    }
  }
}

function added(a: PythonValue, b: PythonValue): PythonValue {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  return Array.isArray(a) && Array.isArray(b) ? [...a, ...b] : null;
}
