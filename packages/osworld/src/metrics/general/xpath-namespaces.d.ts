/** Declares only the part of xpath that we use, because its bundled types add the browser's globals. */
import type { Node } from '@xmldom/xmldom';

export type Selected = Node | Node[] | string | number | boolean | null;
export function useNamespaces(namespaces: Record<string, string>): (expression: string, node: Node) => Selected;
