import { onlyBuilds, onlyReads } from './harmless-calls.ts';
import type { PythonValue } from './python-values.ts';

/** A text that stands in a program as a value of its own, and where. */
export interface FlowValue {
  text: string;
  /** Name of the parameter, key or attribute that it was given as; null: by its place. */
  key: string | null;
  /** True for what was read from something, or became a part of another text: it says what, not where to. */
  isContent: boolean;
}

/** A call that may write or send something, whatever it is called. */
export interface PythonAct {
  /** Dotted name, as `PythonCall` has it. */
  name: string;
  /** What the call itself is given. */
  given: readonly FlowValue[];
  /** What the object that it is called on was made of and given. */
  around: readonly FlowValue[];
  isCertain: boolean;
  /** True inside a `try` whose exceptions are caught: the code goes on where it fails. */
  isGuarded: boolean;
}

interface Node {
  readonly values: FlowValue[];
  /** Nodes that flow into this one; true: as content. */
  readonly from: Map<number, boolean>;
  /** A literal of Python: what is called on it acts on nothing outside. */
  readonly isPlain: boolean;
  /** What a call is given: set when it is made, whatever its parts become later. */
  readonly isArguments: boolean;
}

const mostNodes = 10_000;
const mostActs = 2_000;
const mostValues = 300;
/** Objects that one is a part of. */
const mostWholes = 50;
/** Nodes that one value is followed through. */
const mostSteps = 2_000;

/** What flows where in a program: texts into objects, objects into calls, and what was read into other texts. */
export class PythonFlow {
  readonly #nodes: Node[] = [];
  readonly #acts: {
    name: string;
    given: number;
    around: number | null;
    isCertain: boolean;
    isGuarded: boolean;
  }[] = [];

  /** A new object. `isPlain`: a literal. */
  object(isPlain = false): number {
    return this.#add({ isPlain, isArguments: false });
  }

  /** What a call is given. */
  arguments(): number {
    return this.#add({ isPlain: true, isArguments: true });
  }

  #add(kind: Pick<Node, 'isPlain' | 'isArguments'>): number {
    if (this.#nodes.length < mostNodes) this.#nodes.push({ values: [], from: new Map(), ...kind });
    return this.#nodes.length - 1;
  }

  /** Every text of a value goes into an object. */
  put(node: number, value: PythonValue, key: string | null, isContent = false): void {
    const { values } = this.#nodes[node] as Node;
    if (Array.isArray(value)) for (const pythonValue of value) this.put(node, pythonValue, key, isContent);
    else if (value !== null && values.length < mostValues) values.push({ text: String(value), key, isContent });
  }

  /** A value, and what the objects that it was made of hold, is put into an object, and so into whatever that is a part of. */
  store(node: number, value: PythonValue, key: string | null, objects: ReadonlySet<number>): void {
    const reached = new Set([node]);
    for (const item of reached) {
      if (reached.size > mostWholes) break;
      for (const from of this.#nodes[item]?.from.keys() ?? []) reached.add(from);
    }
    for (const item of reached) {
      if (this.#nodes[item]?.isArguments !== false) continue;
      this.put(item, value, key, item !== node);
      this.feed(objects, item, item !== node);
    }
  }

  /** What is in one object is in another one too. */
  feed(from: Iterable<number>, to: number, isContent = false): void {
    const target = this.#nodes[to] as Node;
    for (const value of from) if (value !== to) target.from.set(value, (target.from.get(value) ?? true) && isContent);
  }

  /** One object for several, as content or as they are; null where there is none. */
  joined(nodes: ReadonlySet<number>, isContent: boolean): number | null {
    const [first] = nodes;
    if (first === undefined || (nodes.size === 1 && !isContent)) return first ?? null;
    const created = this.object(true);
    this.feed(nodes, created, isContent);
    return created;
  }

  /** Notes a call; gives the object that it returns, null where nothing is known of it. */
  call(
    name: string,
    { receiver, text, given }: { receiver: number | null; text: PythonValue; given: number },
    certainty: { isCertain: boolean; isGuarded: boolean },
  ): number | null {
    const isOpening = /(?:^|\.)open$/.test(name);
    if (onlyReads(name)) {
      // What a library makes of its own object is another one of the library's: `table.replace(…)`.
      const result = this.object(receiver === null || this.#nodes[receiver]?.isPlain === true);
      this.put(result, text, null, true);
      this.feed(receiver === null ? [given] : [given, receiver], result, true);
      return result;
    }
    const target = receiver ?? this.object();
    if (receiver === null) {
      this.put(target, text, null);
      this.put(target, name, null, true);
    }
    const isPlain = this.#nodes[target]?.isPlain === true;
    if (!isOpening && !isPlain && !onlyBuilds(name) && this.#acts.length < mostActs)
      // What comes into a new object later was not given to the call that made it.
      this.#acts.push({ name, given, around: receiver === null ? null : target, ...certainty });
    this.feed([given], target);
    return target;
  }

  /** Calls that may act, with all that flows into them. */
  acts(): PythonAct[] {
    return this.#acts.map(({ name, given, around, isCertain, isGuarded }) => {
      const values = this.#valuesOf(given);
      const others = around === null ? [] : this.#valuesOf(around);
      return { name, given: values, around: others, isCertain, isGuarded };
    });
  }

  #valuesOf(start: number): FlowValue[] {
    const found: FlowValue[] = [];
    // A node may be reached both as it is and as content: the first counts for more.
    const reached = new Map<number, boolean>([[start, false]]);
    const open: [number, boolean][] = [[start, false]];
    for (let at = 0; at < open.length && at < mostSteps; at++) {
      const [node, isContent] = open[at] as [number, boolean];
      for (const [from, crosses] of this.#nodes[node]?.from ?? []) {
        const next = isContent || crosses;
        const before = reached.get(from);
        if (before === undefined || (before && !next)) {
          reached.set(from, next);
          open.push([from, next]);
        }
      }
    }
    for (const [node, isContent] of reached)
      for (const value of this.#nodes[node]?.values ?? [])
        if (found.length < mostValues) found.push(isContent ? { ...value, isContent: true } : value);
    return found;
  }
}
