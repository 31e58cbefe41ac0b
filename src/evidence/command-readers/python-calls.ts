import type { SyntaxNode } from '@lezer/common';
import { keepNewest } from '../../base/keep-newest.ts';
import type { PythonCall, PythonReading } from './python-call.ts';
import { holds, type PythonCondition } from './python-conditions.ts';
import { ExpressionReader, TooMuchError } from './python-expressions.ts';
import { childrenOf, pythonTree } from './python-tree.ts';
import { type PythonValue, sumOf } from './python-values.ts';

/** Limit on the rounds followed in a loop. Calls in a longer loop are uncertain. */
const mostRounds = 100;
const callDepth = 8;

export const pythonCalls = (source: string): PythonCall[] => readPython(source).calls;

const kept = new Map<string, PythonReading>();
const mostKept = 300;

/**
 * Follows assignments, loops over known lists and folders, and calls. Bounded in size, depth and work; runs no code.
 */
export function readPython(source: string): PythonReading {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const reading = new StatementReader(source).read();
  kept.set(source, reading);
  keepNewest(kept, mostKept);
  return reading;
}

const starred = ['write', 'typewrite', 'press', 'hotkey', 'keyDown', 'keyUp'];

class StatementReader extends ExpressionReader {
  read(): PythonReading {
    const tree = pythonTree(this.source);
    if (tree === null) return { calls: [], acts: [], isRead: false };
    try {
      this.block(tree.topNode);
      return { calls: this.calls, acts: this.flow.acts(), isRead: true };
    } catch (error) {
      if (error instanceof TooMuchError) return { calls: [], acts: [], isRead: false };
      throw error;
    }
  }

  protected callsIn(source: string): readonly PythonCall[] {
    return readPython(source).calls;
  }

  /** Stops at a jump that is certain. */
  protected block(node: SyntaxNode): void {
    for (const statement of childrenOf(node)) {
      const before = this.jumps;
      this.enter(() => this.statement(statement));
      if (this.jumps > before && /^(?:Return|Break|Continue|Raise)Statement$/.test(statement.name)) return;
    }
  }

  protected statement(node: SyntaxNode): void {
    const children = childrenOf(node);
    switch (node.name) {
      case 'StatementGroup':
      case 'Body':
        this.block(node);
        return;
      case 'ImportStatement':
        this.import(this.text(node));
        return;
      case 'AssignStatement':
        this.assign(children);
        return;
      case 'UpdateStatement': {
        const [target, operator, value] = children;
        const name = this.text(target);
        const added = value === undefined ? null : this.value(value);
        const before = this.variables.get(name) ?? null;
        this.variables.set(name, this.text(operator) === '+=' ? sumOf(before, added) : null);
        return;
      }
      case 'IfStatement':
        this.branches(children);
        return;
      case 'ForStatement':
        this.loop(children, false);
        return;
      case 'WhileStatement': {
        const condition = children[1] === undefined ? 'unknown' : this.condition(children[1]);
        const saved = this.isCertain;
        this.repeatedly(() => this.under(condition === 'true', () => this.bodies(children)));
        this.isCertain = saved;
        return;
      }
      case 'TryStatement':
        this.attempt(children);
        return;
      case 'WithStatement':
        this.with(children);
        return;
      case 'FunctionDefinition':
        this.define(children);
        return;
      case 'ClassDefinition':
      case 'DecoratedStatement':
        // Methods are registered; other statements in a class body run immediately.
        for (const child of children)
          if (child.name === 'Body' || child.name.endsWith('Definition')) this.enter(() => this.statement(child));
        return;
      case 'ReturnStatement':
        if (children[1] !== undefined) {
          const { result, objects } = this.touching(() => this.value(children[1] as SyntaxNode));
          this.returned = result;
          this.returnedObject = this.flow.joined(objects, false);
        } else this.returned = null;
        this.jumps++;
        return;
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'RaiseStatement':
        for (const child of children) this.value(child);
        this.jumps++;
        return;
      case 'MatchStatement':
        this.under(false, () =>
          this.bodies(
            children.flatMap((child) => (child.name === 'MatchBody' ? childrenOf(child) : [])).flatMap(childrenOf),
          ),
        );
        return;
      default:
        for (const child of children) this.value(child);
    }
  }

  protected bodies(children: readonly SyntaxNode[]): void {
    for (const child of children) if (child.name === 'Body') this.enter(() => this.statement(child));
  }

  protected branches(children: readonly SyntaxNode[]): void {
    let isTaken = false;
    let isOpen = true;
    let condition: PythonCondition = 'unknown';
    let tested: readonly number[] = [];
    const around = this.conditions;
    for (const [at, child] of children.entries()) {
      const word = children[at - 1]?.name;
      if (word === 'if' || word === 'elif') {
        const read = this.touching(() => this.condition(child));
        condition = read.result;
        tested = [...read.objects];
      }
      if (child.name !== 'Body') continue;
      const isElse = word === 'else';
      const isSure = isElse ? isOpen && !isTaken : isOpen && !isTaken && holds(condition);
      if (!isElse && condition === 'false') continue;
      if (isTaken && isSure === false && condition === 'true') continue;
      this.conditions = isElse ? around : [...around, ...tested];
      this.under(isSure, () => this.enter(() => this.statement(child)), condition === 'unlikely');
      this.conditions = around;
      if (isSure) isTaken = true;
      if (condition === 'unknown') isOpen = false;
    }
  }

  /** `for TARGET in VALUES: BODY`, and `for TARGET in VALUES` in comprehensions. */
  protected loop(children: readonly SyntaxNode[], isQuiet: boolean, inner?: () => void): void {
    const at = children.findIndex((child) => child.name === 'in');
    const targets = children.slice(children[0]?.name === 'async' ? 2 : 1, at).filter((child) => child.name !== ',');
    const list = children[at + 1];
    const { result: values, objects } = this.touching(() => (list === undefined ? null : this.value(list)));
    // Elements are content of the object that contains them.
    const element = this.flow.joined(objects, true);
    const rounds =
      typeof values === 'string' ? [...values] : Array.isArray(values) ? values.slice(0, mostRounds) : [null];
    const isWhole = Array.isArray(values) && values.length <= mostRounds;
    const saved = this.isCertain;
    for (const value of rounds) {
      this.isCertain = saved;
      this.bind(targets, value, element);
      const jumps = this.jumps;
      // A loop over unknown values runs once, with an unknown value.
      this.repeatedly(() =>
        this.under(
          isWhole || isQuiet || values === null || typeof values === 'string',
          inner ?? (() => this.bodies(children)),
        ),
      );
      this.jumps = jumps;
    }
    this.isCertain = saved;
  }

  protected bind(targets: readonly SyntaxNode[], value: PythonValue, object: number | null): void {
    const names = targets.flatMap((target) =>
      target.name === 'VariableName'
        ? [target]
        : childrenOf(target).filter((syntaxNode) => syntaxNode.name === 'VariableName'),
    );
    for (const name of names)
      if (object === null) this.objects.delete(this.text(name));
      else this.objects.set(this.text(name), object);
    if (names.length === 1 && targets.length === 1) this.variables.set(this.text(names[0]), value);
    else
      for (const [at, name] of names.entries())
        this.variables.set(this.text(name), Array.isArray(value) ? (value[at] ?? null) : null);
  }

  protected attempt(children: readonly SyntaxNode[]): void {
    let word = '';
    const isCaught = children.some((child) => child.name === 'except');
    for (const child of children) {
      if (child.name !== 'Body') {
        if (/^(?:try|except|else|finally)$/.test(child.name)) word = child.name;
      } else if (word === 'try' && isCaught) {
        this.guards++;
        this.enter(() => this.statement(child));
        this.guards--;
      } else if (word === 'except') this.under(false, () => this.statement(child), true);
      else this.enter(() => this.statement(child));
    }
  }

  protected with(children: readonly SyntaxNode[]): void {
    for (const [at, child] of children.entries()) {
      if (child.name === 'Body') this.enter(() => this.statement(child));
      else if (children[at - 1]?.name === 'as') continue;
      else {
        const { result, objects } = this.touching(() => this.value(child));
        const target = children[at + 1]?.name === 'as' ? children[at + 2] : undefined;
        if (target !== undefined) this.bind([target], result, this.flow.joined(objects, false));
      }
    }
  }

  protected import(statement: string): void {
    const line = statement
      .replace(/#[^\n]*/g, '')
      .replace(/\\\n|[()\n]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const from = /^from (\S+) import (.*)$/.exec(line);
    for (const part of (from?.[2] ?? line.replace(/^import /, '')).split(',')) {
      const [, name, alias] = /^\s*(\S+)(?: as (\S+))?\s*$/.exec(part) ?? [];
      if (name === undefined) continue;
      if (from !== null) this.aliases.set(alias ?? name, `${from[1]}.${name}`);
      else if (alias !== undefined) this.aliases.set(alias, name);
      if (from !== null && name === '*') for (const value of starred) this.aliases.set(value, `${from[1]}.${value}`);
    }
  }

  protected assign(children: readonly SyntaxNode[]): void {
    const groups: SyntaxNode[][] = [[]];
    for (const child of children) {
      if (child.name === 'AssignOp') groups.push([]);
      else if (child.name !== 'TypeDef' && child.name !== ',') groups.at(-1)?.push(child);
    }
    const right = groups.pop() ?? [];
    const { result: terms, objects } = this.touching(() => right.map((node) => this.term(node)));
    const object = this.flow.joined(objects, false);
    const value = terms.length === 1 ? (terms[0]?.value ?? null) : terms.map((term) => term.value);
    const alias = terms.length === 1 ? (terms[0]?.name ?? '') : '';
    for (const targets of groups) {
      const [only] = targets;
      if (targets.length === 1 && only !== undefined && !/^(?:VariableName|Tuple|Array|Parenthesized)/.test(only.name))
        this.store(only, value, objects);
      else this.bind(targets, value, object);
      // `A[K], B.NAME = X, Y`.
      for (const [at, target] of targets.entries())
        if (targets.length > 1 && target.name === 'MemberExpression')
          this.store(target, Array.isArray(value) ? (value[at] ?? null) : null, objects);
      // An alias of a module or function.
      if (targets.length === 1 && only?.name === 'VariableName' && value === null && alias.includes('.'))
        this.aliases.set(this.text(only), alias);
    }
  }

  /** `OBJECT[KEY] = VALUE` and `OBJECT.KEY = VALUE`. */
  protected store(target: SyntaxNode, value: PythonValue, objects: ReadonlySet<number>): void {
    const [base, mark, ...rest] = childrenOf(target);
    if (target.name !== 'MemberExpression' || base === undefined) {
      this.value(target);
      return;
    }
    const { objects: holders } = this.touching(() => this.value(base));
    const holder = this.flow.joined(holders, false) ?? this.flow.object();
    if (base.name === 'VariableName' && holders.size === 0) this.objects.set(this.text(base), holder);
    const isAttribute = this.text(mark) === '.';
    const [index] = rest;
    // An index may be a comparison that selects rows: `table.loc[table.name == NAME, COLUMN]`.
    const { result: indexes, objects: selecting } = this.touching(() =>
      isAttribute ? [] : rest.filter(({ name }) => !/^[\],]$/.test(name)).map((item) => this.value(item)),
    );
    const key = isAttribute ? this.text(index) : (indexes[0] ?? null);
    if (!isAttribute) this.flow.put(holder, indexes, null, true);
    const places = [...this.conditions, ...selecting];
    this.flow.store(holder, value, typeof key === 'string' ? key : null, objects, places);
  }

  protected define(children: readonly SyntaxNode[]): void {
    const name = this.text(children.find((child) => child.name === 'VariableName'));
    const list = children.find((child) => child.name === 'ParamList');
    const body = children.find((child) => child.name === 'Body');
    if (body === undefined) return;
    const parameters = list === undefined ? [] : childrenOf(list).filter((child) => child.name === 'VariableName');
    this.functions.set(name, { parameters: parameters.map((parameter) => this.text(parameter)), body });
  }

  protected perform(
    name: string,
    values: readonly PythonValue[],
    named: Readonly<Record<string, PythonValue>>,
    objects: ReadonlySet<number> = new Set(),
  ): PythonValue {
    const found = this.functions.get(name);
    if (found === undefined || this.running.includes(name) || this.running.length >= callDepth) return null;
    const [variables, certain, jumps, returned] = [this.variables, this.isCertain, this.jumps, this.returned];
    const outer = { objects: this.objects, returned: this.returnedObject };
    this.variables = new Map(variables);
    this.objects = new Map(outer.objects);
    this.returnedObject = null;
    const object = this.flow.joined(objects, false);
    const parameters = found.parameters.filter((parameter) => parameter !== 'self' && parameter !== 'cls');
    for (const [at, parameter] of parameters.entries()) {
      const value = values[at] ?? named[parameter] ?? null;
      this.variables.set(parameter, value);
      // Objects are not tracked per parameter, so a parameter without a known value may be any of them.
      if (value === null && object !== null) this.objects.set(parameter, object);
      else this.objects.delete(parameter);
    }
    this.running.push(name);
    this.returned = null;
    try {
      this.enter(() => this.statement(found.body));
      if (this.returnedObject !== null) this.touched.add(this.returnedObject);
      return this.returned;
    } finally {
      this.objects = outer.objects;
      this.returnedObject = outer.returned;
      this.running.pop();
      [this.variables, this.isCertain, this.jumps, this.returned] = [variables, certain, jumps, returned];
    }
  }
}
