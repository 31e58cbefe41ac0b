/** What we use of xpath: its own types bring in the whole browser's, whose names then stand for Node's everywhere. */
import type { Node } from '@xmldom/xmldom';

export type Selected = Node | Node[] | string | number | boolean | null;
export function useNamespaces(namespaces: Record<string, string>): (expression: string, node: Node) => Selected;
