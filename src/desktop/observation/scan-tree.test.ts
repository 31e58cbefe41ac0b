import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanTree } from './scan-tree.ts';
import { treeNodes } from './tree-nodes.ts';

const namespaces =
  'xmlns:s="https://accessibility.ubuntu.example.org/ns/state" xmlns:c="https://accessibility.ubuntu.example.org/ns/component"';
const escaped = (text: string) =>
  text
    .replace(/[&<>"]/g, (unit) => `&#${unit.charCodeAt(0)};`)
    .replace(/[\n\t]/g, (unit) => `&#x${unit.charCodeAt(0).toString(16)};`);
/** A comment sends the same tree through the parser. */
const slowly = (xml: string) => treeNodes(`${xml}<!-- -->`);

describe('the tree scanner', () => {
  it.each(['gtk.xml', 'gtk-and-calc.xml'])('the tree scanner finds in %s what a parser finds', (name) => {
    const xml = readFileSync(new URL(`../../../test/golden/trees/${name}`, import.meta.url), 'utf8');
    expect(scanTree(xml, () => false)).not.toBeNull();
    expect(treeNodes(xml)).toEqual(slowly(xml));
  });

  it('the tree scanner agrees with a parser on any tree', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '>', '<', '&', "'", '=', ' ', '\n', '/', 'é', '="', 'xmlns', '😀'),
    });
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc
        .record({
          tag: fc.constantFrom('push-button', 'panel', 'label', 'document-web'),
          name: text,
          inside: text,
          isShown: fc.boolean(),
          spaces: fc.constantFrom('', ' ', '\n  '),
          children: fc.oneof(
            { maxDepth: 4, depthIdentifier: 'tree' },
            fc.constant<string[]>([]),
            fc.array(tie('node') as fc.Arbitrary<string>, { maxLength: 3 }),
          ),
        })
        .map(({ tag, name, inside, isShown, spaces, children }) => {
          const states = isShown ? 's:showing="true" s:visible="true" s:enabled="true"' : 's:showing="false"';
          const open = `${tag} name="${escaped(name)}" ${states} c:screencoord="(1, 2)" c:size="(3, 4)"${spaces}`;
          return inside === '' && children.length === 0
            ? `<${open}/>`
            : `<${open}>${escaped(inside)}${children.join(' ')}</${tag}>`;
        }),
    })).node;
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), (nodes) => {
        const xml = `<desktop-frame ${namespaces}>${nodes.join('\n')}</desktop-frame>`;
        expect(treeNodes(xml)).toEqual(slowly(xml));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['<a><b></a></b>', '<a>', '<a></a><b></b>', 'text', '<a x="1></a>', '<a>&nbsp;</a>', '</a>', '<a></a>x'])(
    'the tree scanner leaves %s to the parser',
    (xml) => {
      expect(scanTree(xml, () => true)).toBeNull();
      expect(() => treeNodes(xml)).toThrow(expect.objectContaining({ code: 'tree-unreadable' }));
    },
  );
});
