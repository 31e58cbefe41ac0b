export type Extents = readonly [x: number, y: number, width: number, height: number];

/** A tree element during reading. Attribute groups are already XML. */
export interface TreeNode {
  readonly path: string;
  name: string;
  role: number;
  /** Null until an extended role's name has arrived. */
  tag: string | null;
  states: number;
  moreStates: number;
  /** Bits of interfaces.ts. */
  interfaces: number;
  /** −1 if unknown. */
  childCount: number;
  attributes: string;
  /** As reported: screen or window coordinates (`Toolkit.tellsScreen`). */
  extents: Extents | null;
  text: string;
  value: string | null;
  /** Minimum, maximum and step; empty strings for missing ones. */
  limits: readonly [string, string, string] | null;
  actions: string;
  /** The reply of `GetActions` for `actions`; null if incomplete or not requested. */
  actionList: string | null;
  children: (TreeNode | null)[];
  /** Children that the cache listed; there may be more. */
  cachedChildren: TreeNode[];
  isVisited: boolean;
}

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

/** Another occurrence of the object in the tree. */
export function sameObject(node: TreeNode): TreeNode {
  return { ...node, children: [], cachedChildren: [...node.cachedChildren], isVisited: false };
}
