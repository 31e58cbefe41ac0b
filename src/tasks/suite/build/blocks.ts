import { UsageError } from '../../../base/errors.ts';
import { absent, type Data, type DataMap, filled, isMap } from './fill.ts';

/** A reusable list of set-up steps, reference steps, conditions or harms. */
export interface Block {
  /** The parameters in order. A trailing `?` marks an optional one. */
  takes: readonly string[];
  gives: readonly Data[];
}

export interface Scope {
  blocks: ReadonlyMap<string, Block>;
  lets: DataMap;
}

export type ListKind = 'config' | 'reference' | 'rules';

/**
 * Expands blocks and values. In a reference, `- done` means `{done: true}`; in a set-up, `- launch: {…}` is a step.
 * Keys next to a block's name are added to its last item. Throws UsageError for an unknown name.
 */
export function expandedList(list: readonly Data[], kind: ListKind, { blocks, lets }: Scope): Data[] {
  return (filled(list, lets) as Data[]).flatMap((item) => expandedItem(item));

  function expandedItem(item: Data, inside: readonly string[] = []): Data[] {
    if (typeof item === 'string') {
      const block = inside.includes(item) ? undefined : blocks.get(item);
      if (block !== undefined) return given(item, block, undefined, {}, inside);
      if (kind === 'reference') return [{ [item]: true }];
      throw unknownBlock(item);
    }
    if (!isMap(item)) throw unknownBlock(JSON.stringify(item));
    // Fields of native items may have the same name as a block.
    const isNative = ['kind', 'oracle', 'type'].some((key) => key in item) && kind !== 'reference';
    const name = isNative ? undefined : Object.keys(item).find((key) => blocks.has(key) && !inside.includes(key));
    if (name !== undefined) {
      const { [name]: value, ...beside } = item;
      return given(name, blocks.get(name) as Block, value, beside, inside);
    }
    if (kind === 'reference' && Array.isArray(item.do))
      return [{ ...item, do: item.do.flatMap((step) => expandedItem(step, inside)) }];
    return [kind === 'config' ? setupStep(item) : item];
  }

  function given(name: string, block: Block, value: Data, beside: DataMap, inside: readonly string[]): Data[] {
    const items = filled(block.gives, { ...lets, ...valuesOf(name, block, value) }) as Data[];
    const all = items.flatMap((item) => expandedItem(item, [...inside, name]));
    const last = all.at(-1);
    return Object.keys(beside).length === 0 || !isMap(last) ? all : [...all.slice(0, -1), { ...last, ...beside }];
  }
}

function setupStep(item: DataMap): DataMap {
  if ('type' in item) return item;
  const [entry, ...more] = Object.entries(item);
  if (entry === undefined || more.length > 0) throw unknownBlock(Object.keys(item).join(', '));
  return { type: entry[0], parameters: entry[1] === null ? {} : entry[1] };
}

/** Returns the arguments of a block, given as a map by name or as a single value for the first parameter. */
function valuesOf(name: string, { takes }: Block, value: Data): DataMap {
  const parameters = takes.map((item) => ({ name: item.replace(/\?$/, ''), isOptional: item.endsWith('?') }));
  const isByName =
    parameters.length > 1 &&
    isMap(value) &&
    Object.keys(value).every((key) => parameters.some((parameter) => parameter.name === key));
  const [first] = parameters;
  const given: DataMap = isByName ? value : value === undefined || first === undefined ? {} : { [first.name]: value };
  return Object.fromEntries(
    parameters.map((parameter) => {
      const argument = given[parameter.name];
      if ((argument === undefined || argument === null) && !parameter.isOptional)
        throw new UsageError(`The block ${name} needs ${parameter.name}.`, {
          code: 'suite-source',
          hint: `Its parameters: ${takes.join(', ')}.`,
        });
      return [parameter.name, argument ?? absent];
    }),
  );
}

const unknownBlock = (what: string): UsageError =>
  new UsageError(`There is no block or step ${what}.`, {
    code: 'suite-source',
    hint: 'Blocks are in source/blocks.yaml; steps of set-up and references are in docs/write/setup.md and verify.md.',
  });
