/** x, y, width and height in pixels. */
export type Extents = readonly [x: number, y: number, width: number, height: number];

/** One element of the tree while it is read. Attribute groups are kept as XML, ready to be put together. */
export interface TreeNode {
  readonly path: string;
  name: string;
  role: number;
  /** Null until an extended role's name has come. */
  tag: string | null;
  /** State bits 0–31 and 32–63. */
  states: number;
  moreStates: number;
  /** Bits of interfaces.ts. */
  interfaces: number;
  /** −1 where not known. */
  childCount: number;
  attributes: string;
  /** As the application tells them: on the screen, or in its window (`Toolkit.tellsScreen`). Null where it has none. */
  extents: Extents | null;
  text: string;
  /** Current value; null where the object has none. */
  value: string | null;
  /** Minimum, maximum and step of the value; an empty string for what can't be had. */
  limits: readonly [string, string, string] | null;
  actions: string;
  /** The answer of `GetActions` that `actions` came with; null where it was not asked for or some of them is missing. */
  actionList: string | null;
  children: (TreeNode | null)[];
  /** Children that the application's cache listed, before it is known whether that is all of them. */
  cachedChildren: TreeNode[];
  isVisited: boolean;
}

/** A node of which nothing but its object path is known; `childCount` is -1 until it is asked. */
export function newNode(path: string): TreeNode {
  return {
    path,
    name: '',
    role: 0,
    tag: null,
    states: 0,
    moreStates: 0,
    interfaces: 0,
    childCount: -1,
    attributes: '',
    extents: null,
    text: '',
    value: null,
    limits: null,
    actions: '',
    actionList: null,
    children: [],
    cachedChildren: [],
    isVisited: false,
  };
}

/** A second appearance of the same object elsewhere in the tree. */
export function sameObject(node: TreeNode): TreeNode {
  return { ...node, children: [], cachedChildren: [...node.cachedChildren], isVisited: false };
}
