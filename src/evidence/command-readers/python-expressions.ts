import type { SyntaxNode } from '@lezer/common';
import { addsOnes, onlyCounts } from './harmless-calls.ts';
import type { PythonCall } from './python-call.ts';
import { conditionOf, holds, type PythonCondition } from './python-conditions.ts';
import { PythonFlow } from './python-flow.ts';
import { childrenOf } from './python-tree.ts';
import {
  attributeValue,
  callValue,
  joinedPath,
  literalText,
  type PythonValue,
  sumOf,
  textOf,
  unescapedText,
} from './python-values.ts';

const depthLimit = 60;
const mostVisits = 100_000;
const mostCalls = 5_000;

export class TooMuchError extends Error {}

interface Term {
  value: PythonValue;
  /** Dotted name; empty for a value. */
  name: string;
}

export interface Definition {
  parameters: string[];
  body: SyntaxNode;
}

const unknown: Term = { value: null, name: '' };

/** Evaluates expressions as far as possible and collects their calls. The subclass handles statements. */
export abstract class ExpressionReader {
  protected readonly source: string;
  protected readonly calls: PythonCall[] = [];
  protected readonly aliases = new Map<string, string>();
  protected readonly functions = new Map<string, Definition>();
  protected readonly running: string[] = [];
  protected variables = new Map<string, PythonValue>();
  protected readonly flow = new PythonFlow();
  protected objects = new Map<string, number>();
  /** Objects named in the expression being read. */
  protected touched = new Set<number>();
  /** Objects of the conditions around the statement being read. */
  protected conditions: number[] = [];
  /** Number of enclosing `try` statements that catch exceptions. */
  protected guards = 0;
  /** Number of enclosing loops and callbacks. What they count, one by one, may encode a text. */
  protected loops = 0;
  protected isCertain = true;
  protected jumps = 0;
  protected depth = 0;
  protected visits = 0;
  protected returned: PythonValue = null;
  protected returnedObject: number | null = null;

  constructor(source: string) {
    this.source = source;
  }

  protected abstract perform(
    name: string,
    values: readonly PythonValue[],
    named: Readonly<Record<string, PythonValue>>,
    objects?: ReadonlySet<number>,
  ): PythonValue;
  /** `for TARGET in VALUES`; `inner` runs in each round. */
  protected abstract loop(children: readonly SyntaxNode[], isQuiet: boolean, inner?: () => void): void;
  /** Calls in code that the source passes as a string. */
  protected abstract callsIn(source: string): readonly PythonCall[];

  protected text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : this.source.slice(node.from, node.to);
  }

  protected enter<T>(act: () => T): T {
    if (++this.visits > mostVisits || this.depth >= depthLimit) throw new TooMuchError();
    this.depth++;
    try {
      return act();
    } finally {
      this.depth--;
    }
  }

  /** Runs `act` as code that is possibly not executed. After a jump in this code, the code that follows is uncertain. */
  protected under(isSure: boolean, act: () => void, isRare = false): void {
    const saved = this.isCertain;
    const jumps = this.jumps;
    this.isCertain = saved && isSure;
    act();
    this.isCertain = saved && (isSure || isRare || this.jumps === jumps);
    if (!isSure) this.jumps = jumps;
  }

  /** Collects the objects that `act` names, without leaking them to the enclosing expression. */
  protected touching<T>(act: () => T): { result: T; objects: ReadonlySet<number> } {
    const saved = this.touched;
    this.touched = new Set();
    try {
      const result = act();
      return { result, objects: this.touched };
    } finally {
      this.touched = saved;
    }
  }

  protected repeatedly(act: () => void): void {
    this.loops++;
    act();
    this.loops--;
  }

  /** Reads an expression of which only a count or a truth value is used. */
  protected asCount<T>(act: () => T): T {
    const { result, objects } = this.touching(act);
    if (this.loops === 0) this.touched.add(this.flow.count(objects));
    else for (const object of objects) this.touched.add(object);
    return result;
  }

  /** Reads an expression whose parts become content of a new object. */
  protected asContent<T>(act: () => T): T {
    const { result, objects } = this.touching(act);
    const joined = this.flow.joined(objects, true);
    if (joined !== null) this.touched.add(joined);
    return result;
  }

  protected condition(node: SyntaxNode): PythonCondition {
    const condition = conditionOf(node, this.source, (syntaxNode) => this.quietly(syntaxNode));
    this.value(node);
    return condition;
  }

  protected quietly(node: SyntaxNode): PythonValue {
    const count = this.calls.length;
    const value = this.value(node);
    this.calls.length = count;
    return value;
  }

  protected value(node: SyntaxNode): PythonValue {
    return this.term(node).value;
  }

  protected term(node: SyntaxNode): Term {
    return this.enter(() => this.expression(node));
  }

  protected expression(node: SyntaxNode): Term {
    const children = childrenOf(node);
    const is = (value: PythonValue): Term => ({ value, name: '' });
    const items = (): PythonValue[] =>
      children.filter((child) => !/^[([{,)\]}]$/.test(child.name)).map((child) => this.value(child));
    switch (node.name) {
      case 'String':
        return is(literalText(this.text(node)));
      case 'FormatString':
        return is(this.asContent(() => this.formatted(node, children)));
      case 'ContinuedString':
        return is(children.map((child) => textOf(this.value(child))).join(''));
      case 'Number':
        return is(Number(this.text(node).replaceAll('_', '')));
      case 'VariableName': {
        const name = this.text(node);
        const value = this.variables.get(name) ?? null;
        const object = this.objects.get(name);
        if (object !== undefined) this.touched.add(object);
        return { value, name: value === null ? (this.aliases.get(name) ?? name) : '' };
      }
      case 'ParenthesizedExpression':
        return children[1] === undefined ? unknown : this.term(children[1]);
      case 'TupleExpression':
      case 'ArrayExpression':
      case 'SetExpression':
        return is(items());
      case 'BinaryExpression':
        if (children.some(({ name }) => name === 'in')) {
          this.asCount(() => children.map((child) => this.value(child)));
          return unknown;
        }
        return is(this.asContent(() => this.operation(children)));
      case 'DictionaryExpression':
        this.dictionary(children);
        return unknown;
      case 'MemberExpression':
        return this.member(children);
      case 'CallExpression':
        return this.call(children);
      case 'NamedExpression': {
        const value = children[2] === undefined ? null : this.value(children[2]);
        this.variables.set(this.text(children[0]), value);
        return is(value);
      }
      case 'ConditionalExpression': {
        const [first, , condition, , last] = children;
        if (condition !== undefined) this.under(false, () => void this.asCount(() => this.value(condition)));
        for (const child of [first, last]) if (child !== undefined) this.under(false, () => void this.value(child));
        return unknown;
      }
      case 'LambdaExpression':
        this.repeatedly(() => {
          for (const child of children) if (child.name !== 'ParamList') this.under(false, () => void this.value(child));
        });
        return unknown;
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'ComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        return is(this.comprehension(children));
      case 'AwaitExpression':
        return children[1] === undefined ? unknown : this.term(children[1]);
      default:
        for (const child of children) this.value(child);
        return unknown;
    }
  }

  protected dictionary(children: readonly SyntaxNode[]): void {
    const created = this.flow.object(true);
    let key: PythonValue = null;
    for (const [at, child] of children.entries()) {
      if (/^[{},:]$/.test(child.name)) continue;
      const { result, objects } = this.touching(() => this.value(child));
      if (children[at + 1]?.name === ':') {
        key = result;
        this.flow.put(created, key, null, true);
      } else this.flow.put(created, result, typeof key === 'string' ? key : null);
      this.flow.feed(objects, created);
    }
    this.touched.add(created);
  }

  protected operation([left, operator, right]: readonly SyntaxNode[]): PythonValue {
    const a = left === undefined ? null : this.value(left);
    const word = this.text(operator);
    if (word === 'and' || word === 'or') {
      if (right !== undefined) this.under(false, () => void this.value(right));
      return null;
    }
    const b = right === undefined ? null : this.value(right);
    if (word === '+') return sumOf(a, b);
    if (word === '/') return joinedPath([a, b]);
    if (word === '%' && typeof a === 'string') {
      const parts = Array.isArray(b) ? [...b] : [b];
      return a.replace(/%[sdr]/g, () => textOf(parts.shift() ?? null));
    }
    // A library may overload comparison (`column == TEXT`), so the result contains the text.
    const object = this.flow.object(true);
    this.flow.put(object, [a, b], null, true);
    this.touched.add(object);
    return null;
  }

  protected formatted(node: SyntaxNode, children: readonly SyntaxNode[]): string {
    const source = this.text(node);
    const opening = /^[a-zA-Z]{0,2}(?:'''|"""|'|")/.exec(source)?.[0] ?? '';
    const isRaw = /r/i.test(opening);
    const quote = opening.replace(/^[a-zA-Z]+/, '');
    const end = source.length > opening.length && source.endsWith(quote) ? node.to - quote.length : node.to;
    let text = '';
    let at = node.from + opening.length;
    const plain = (to: number): void => {
      const part = this.source.slice(at, Math.max(at, to)).replaceAll('{{', '{').replaceAll('}}', '}');
      text += isRaw ? part : unescapedText(part);
    };
    for (const child of children) {
      if (child.name !== 'FormatReplacement') continue;
      plain(child.from);
      const inner = childrenOf(child)[1];
      text += inner === undefined ? '' : textOf(this.value(inner));
      at = child.to;
    }
    plain(end);
    return text;
  }

  protected member(children: readonly SyntaxNode[]): Term {
    const [object, mark] = children;
    if (object === undefined) return unknown;
    const base = this.term(object);
    if (this.text(mark) === '.') {
      const name = this.text(children[2]);
      return { value: attributeValue(base.value, name), name: `${base.name}.${name}` };
    }
    const index = children.slice(2, -1);
    const value = index.length === 1 && index[0] !== undefined ? this.value(index[0]) : null;
    if (base.name === 'os.environ') return { value: callValue('getenv', null, [value]), name: '' };
    const list = base.value;
    const at = typeof value === 'number' && value < 0 && Array.isArray(list) ? list.length + value : value;
    const element = Array.isArray(list) && typeof at === 'number' ? (list[at] ?? null) : null;
    // A pattern may match any of several files.
    return { value: typeof element === 'string' && /[*?[]/.test(element) ? null : element, name: '' };
  }

  protected call([called, list]: readonly SyntaxNode[]): Term {
    if (called === undefined) return unknown;
    const [object, , property] = called.name === 'MemberExpression' ? childrenOf(called) : [];
    const isMethod = object !== undefined && property?.name === 'PropertyName';
    const { result: base, objects } = this.touching(() => (isMethod ? this.term(object) : this.term(called)));
    const name = isMethod ? `${base.name}.${this.text(property)}` : base.name;
    const receiver = base.value;
    const { result: given, objects: givenObjects } = this.touching(() => this.arguments(list));
    const { values, named, callbacks, truths } = given;
    if (this.calls.length >= mostCalls) throw new TooMuchError();
    this.calls.push({ name, receiver, values, named, isCertain: this.isCertain });
    const method = name.slice(name.lastIndexOf('.') + 1);
    if (name === 'exec' && typeof values[0] === 'string') this.calls.push(...this.callsIn(values[0]));
    if (/^(?:sys\.)?exit$|^quit$|^os\._exit$/.test(name)) this.jumps++;
    this.repeatedly(() => {
      for (const callback of callbacks) this.under(false, () => void this.perform(callback, [], {}));
    });
    if (this.functions.has(method)) return { value: this.perform(method, values, named, givenObjects), name: '' };
    const parts = this.flow.arguments();
    this.flow.put(parts, [...values, ...truths], null);
    for (const [key, value] of Object.entries(named)) this.flow.put(parts, value, key);
    this.flow.feed(givenObjects, parts);
    if (this.loops === 0 && (onlyCounts(name) || addsOnes(name, list))) {
      this.touched.add(this.flow.count([parts, ...objects]));
      return { value: callValue(name, receiver, values), name: '' };
    }
    const returned = this.flow.call(
      name,
      { receiver: this.flow.joined(objects, false), text: receiver, given: parts, values },
      { isCertain: this.isCertain, isGuarded: this.guards > 0 },
    );
    if (returned !== null) this.touched.add(returned);
    return { value: callValue(name, receiver, values), name: '' };
  }

  protected arguments(list: SyntaxNode | undefined): {
    values: PythonValue[];
    named: Record<string, PythonValue>;
    callbacks: string[];
    /** Source text of `True` and `False` arguments. */
    truths: string[];
  } {
    const values: PythonValue[] = [];
    const named: Record<string, PythonValue> = {};
    const callbacks: string[] = [];
    const truths: string[] = [];
    const parts = list === undefined ? [] : childrenOf(list).filter((child) => !/^[(,)]$/.test(child.name));
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as SyntaxNode;
      if (part.name === 'VariableName' && this.functions.has(this.text(part))) callbacks.push(this.text(part));
      const value = parts[at + 2];
      if (parts[at + 1]?.name === 'AssignOp' && value !== undefined) {
        if (value.name === 'VariableName' && this.functions.has(this.text(value))) callbacks.push(this.text(value));
        named[this.text(part)] = this.value(value);
        at += 2;
      } else if (part.name === '*') {
        const spread =
          value === undefined && parts[at + 1] !== undefined ? this.value(parts[at + 1] as SyntaxNode) : null;
        values.push(...(Array.isArray(spread) ? spread : [null]));
        at++;
      } else {
        const value = this.value(part);
        // Booleans matter only if they are written as text.
        if (part.name === 'Boolean') truths.push(this.text(part));
        values.push(value);
      }
    }
    return { values, named, callbacks, truths };
  }

  /** `[EXPRESSION for X in Y if Z]`. Null if a filter can't be evaluated. */
  protected comprehension(children: readonly SyntaxNode[]): PythonValue {
    const at = children.findIndex((child) => child.name === 'for' || child.name === 'async');
    const expression = children.slice(1, at).filter((child) => child.name !== ':');
    const filter = children.findIndex((child) => child.name === 'if');
    const condition = children[filter + 1];
    const found: PythonValue[] = [];
    let isWhole = true;
    this.loop(children.slice(at, filter === -1 ? -1 : filter), true, () => {
      const holdsHere = filter === -1 || condition === undefined ? 'true' : this.condition(condition);
      if (holdsHere === 'false') return;
      if (!holds(holdsHere)) isWhole = false;
      this.under(holds(holdsHere), () => {
        for (const syntaxNode of expression) {
          const value = this.value(syntaxNode);
          if (holds(holdsHere)) found.push(value);
        }
      });
    });
    return isWhole ? found : null;
  }
}
