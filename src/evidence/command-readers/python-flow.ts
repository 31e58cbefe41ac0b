import { onlyBuilds, onlyReads } from './harmless-calls.ts';
import type { PythonValue } from './python-values.ts';

/** A literal text in a program, and how it was passed. */
export interface FlowValue {
  text: string;
  /** The parameter, key or attribute; null for positional arguments. */
  key: string | null;
  /** True if only data read from or built with this text reaches the call, so the text can't be a target. */
  isContent: boolean;
}

/** A call that may write or send something. */
export interface PythonAct {
  name: string;
  given: readonly FlowValue[];
  /** The values from which the receiver was built, and those passed to it. */
  around: readonly FlowValue[];
  isCertain: boolean;
  /** True inside a `try` that catches exceptions: the code continues if the call fails. */
  isGuarded: boolean;
}

interface Node {
  readonly values: FlowValue[];
  /** Nodes that flow into this one; the value is true if they become content. */
  readonly from: Map<number, boolean>;
  /** A Python literal, whose methods have no outside effect. */
  readonly isPlain: boolean;
  /** A snapshot of a call's arguments, unaffected by later changes. */
  readonly isArguments: boolean;
  /** The nodes that this one counts or tests. They flow into it only if there are many counts. */
  readonly counts?: Iterable<number>;
}

const mostNodes = 10_000;
const mostActs = 2_000;
const mostValues = 300;
const mostWholes = 50;
const mostSteps = 2_000;
const mostSelecting = 20;
/** More numbers may encode a text. */
const mostCounts = 2;

/** Data-flow graph of a program: texts flow into objects, objects into calls, and read content into other texts. */
export class PythonFlow {
  readonly #nodes: Node[] = [];
  readonly #acts: {
    name: string;
    given: number;
    around: number | null;
    isCertain: boolean;
    isGuarded: boolean;
  }[] = [];

  object(isPlain = false): number {
    return this.#add({ isPlain, isArguments: false });
  }

  arguments(): number {
    return this.#add({ isPlain: true, isArguments: true });
  }

  /** A number or truth value: how many, or whether. */
  count(nodes: Iterable<number>): number {
    return this.#add({ isPlain: true, isArguments: false, counts: [...nodes] });
  }

  #add(kind: Pick<Node, 'isPlain' | 'isArguments' | 'counts'>): number {
    if (this.#nodes.length < mostNodes) this.#nodes.push({ values: [], from: new Map(), ...kind });
    return this.#nodes.length - 1;
  }

  put(node: number, value: PythonValue, key: string | null, isContent = false): void {
    const { values } = this.#nodes[node] as Node;
    if (Array.isArray(value)) for (const pythonValue of value) this.put(node, pythonValue, key, isContent);
    else if (value !== null && values.length < mostValues) values.push({ text: String(value), key, isContent });
  }

  /**
   * Adds a value and the content of its source objects to an object and to those that contain it. `selecting`: objects
   * that choose where it is stored (a condition, an index, a query). Their texts become content before the value.
   */
  store(
    node: number,
    value: PythonValue,
    key: string | null,
    objects: ReadonlySet<number>,
    selecting: readonly number[] = [],
  ): void {
    const reached = new Set([node]);
    for (const item of reached) {
      if (reached.size > mostWholes) break;
      for (const from of this.#nodes[item]?.from.keys() ?? []) reached.add(from);
    }
    const queries = [...reached].filter((item) => this.#nodes[item]?.isArguments === true);
    const selected = this.#selectors([...queries, ...selecting]);
    for (const item of reached) {
      if (this.#nodes[item]?.isArguments !== false) continue;
      this.put(item, selected, null, true);
      this.put(item, value, key, item !== node);
      this.feed(objects, item, item !== node);
    }
  }

  /** Texts in conditions, indexes and queries, without those of the objects that they are applied to. */
  #selectors(nodes: readonly number[]): string[] {
    const texts = new Set<string>();
    for (const node of nodes)
      for (const item of [node, ...(this.#nodes[node]?.from.keys() ?? [])])
        for (const { text } of this.#nodes[item]?.values.slice(0, mostSelecting) ?? []) texts.add(text);
    return [...texts].slice(-mostSelecting);
  }

  feed(from: Iterable<number>, to: number, isContent = false): void {
    const target = this.#nodes[to] as Node;
    for (const value of from) if (value !== to) target.from.set(value, (target.from.get(value) ?? true) && isContent);
  }

  joined(nodes: ReadonlySet<number>, isContent: boolean): number | null {
    const [first] = nodes;
    if (first === undefined || (nodes.size === 1 && !isContent)) return first ?? null;
    const created = this.object(true);
    this.feed(nodes, created, isContent);
    return created;
  }

  /** `values`: the positional arguments, which `given` contains. Returns the resulting object, null if unknown. */
  call(
    name: string,
    {
      receiver,
      text,
      given,
      values,
    }: { receiver: number | null; text: PythonValue; given: number; values: readonly PythonValue[] },
    certainty: { isCertain: boolean; isGuarded: boolean },
  ): number | null {
    const isOpening = /(?:^|\.)open$/.test(name);
    if (onlyReads(name, values)) {
      // A method of a library object returns another library object: `table.replace(…)`.
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
      // A new object may receive further data later, which is not an argument of this call.
      this.#acts.push({ name, given, around: receiver === null ? null : target, ...certainty });
    this.feed([given], target);
    return target;
  }

  acts(): PythonAct[] {
    return this.#acts.map(({ name, given, around, isCertain, isGuarded }) => {
      const values = this.#valuesOf(given);
      const others = around === null ? [] : this.#valuesOf(around);
      return { name, given: values, around: others, isCertain, isGuarded };
    });
  }

  #valuesOf(start: number): FlowValue[] {
    const found: FlowValue[] = [];
    let reached = this.#reachedFrom([[start, false]]);
    const counted = [...reached.keys()].flatMap((node) => [...(this.#nodes[node]?.counts ?? [])]);
    const counts = [...reached.keys()].filter((node) => this.#nodes[node]?.counts !== undefined);
    if (counts.length > mostCounts)
      reached = this.#reachedFrom([[start, false], ...counted.map((node): [number, boolean] => [node, true])]);
    for (const [node, isContent] of reached)
      for (const value of this.#nodes[node]?.values ?? [])
        if (found.length < mostValues) found.push(isContent ? { ...value, isContent: true } : value);
    return found;
  }

  /** The nodes that flow into these. The value is true if they do so only as content. */
  #reachedFrom(open: [number, boolean][]): Map<number, boolean> {
    const reached = new Map(open);
    for (let at = 0; at < open.length && at < mostSteps; at++) {
      const [node, isContent] = open[at] as [number, boolean];
      for (const [from, crosses] of this.#nodes[node]?.from ?? []) {
        const next = isContent || crosses;
        const before = reached.get(from);
        // A node reachable both directly and as content counts as direct.
        if (before === undefined || (before && !next)) {
          reached.set(from, next);
          open.push([from, next]);
        }
      }
    }
    return reached;
  }
}
