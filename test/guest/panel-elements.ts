/** One element of a tree, as far as tests of the panel go. */
export interface TreeElement {
  tag: string;
  name: string;
  isChecked: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What is below an application of the tree, in its order. */
export function elementsOf(tree: string, application: string): TreeElement[] {
  const part =
    new RegExp(`<application name="${application}"[^>]*(?<!/)>(.*?)</application>`, 's').exec(tree)?.[1] ?? '';
  return [...part.matchAll(/<([a-z-]+) name="([^"]*)"([^>]*)>/g)].map(([, tag = '', name = '', rest = '']) => {
    const [x = 0, y = 0] = numbers(rest, 'screencoord');
    const [width = 0, height = 0] = numbers(rest, 'size');
    return { tag, name, isChecked: rest.includes('st:checked="true"'), x, y, width, height };
  });
}

function numbers(attributes: string, name: string): number[] {
  const pair = new RegExp(`cp:${name}="\\((-?\\d+), (-?\\d+)\\)"`).exec(attributes);
  return pair === null ? [] : [Number(pair[1]), Number(pair[2])];
}
