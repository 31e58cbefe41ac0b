import type { ApplicationMemory } from './application-memory.ts';
import { readCacheItems, readStates } from './cache-items.ts';
import type { Channel } from './channel.ts';
import type { BodyReader } from './dbus/body-reader.ts';
import { interfacesOf } from './interfaces.ts';
import { indexBody } from './methods.ts';
import { type KeptFields, readFields, readLimits } from './node-fields.ts';
import { isButton, isPartOfMenu, ROLE_DOCUMENT_SPREADSHEET, ROLE_MENU, ROLE_TABLE, tagOfRole } from './roles.ts';
import { SpreadsheetCells } from './spreadsheet-cells.ts';
import { STATE_MANAGES_DESCENDANTS, STATE_SHOWING } from './states.ts';
import { type Toolkit, toolkitNamed } from './toolkits.ts';
import { newNode, sameObject, type TreeNode } from './tree-node.ts';
import { xmlName } from './xml-text.ts';

export const CACHE_PATH = '/org/a11y/atspi/cache';
const NULL_PATH = '/org/a11y/atspi/null';
const DEEPEST = 50;
const MOST_CHILDREN = 1024;

/** A child that belongs to another program, such as an embedded window. */
export interface ForeignChild {
  parent: TreeNode;
  at: number;
  busName: string;
  path: string;
  depth: number;
  isSpreadsheet: boolean;
}

type Basic = 'name' | 'getRole' | 'getState' | 'getInterfaces' | 'childCount' | 'properties';
const KIND: readonly Basic[] = ['getRole', 'getInterfaces', 'childCount'];
const STATE_AND_NAME: readonly Basic[] = ['getState', 'name'];
const STATE_NAME_AND_COUNT: readonly Basic[] = [...STATE_AND_NAME, 'childCount'];
const STATE_AND_PROPERTIES: readonly Basic[] = ['getState', 'properties'];
const ALL_BASICS: readonly Basic[] = [...STATE_AND_NAME, ...KIND];
const ALL_BY_PROPERTIES: readonly Basic[] = [...STATE_AND_PROPERTIES, 'getRole', 'getInterfaces'];
const GONE: ReadonlySet<string> = new Set(
  ['UnknownObject', 'UnknownMethod'].map((name) => `org.freedesktop.DBus.Error.${name}`),
);

const takeBasic: Record<Basic, (reply: BodyReader, node: TreeNode) => void> = {
  name: (reply, node) => {
    if (reply.signatureString() === 's') node.name = reply.string();
  },
  getRole: (reply, node) => {
    node.role = reply.uint32();
  },
  getState: readStates,
  getInterfaces: (reply, node) => {
    node.interfaces = interfacesOf(reply.rawArray(4));
  },
  childCount: (reply, node) => {
    if (reply.signatureString() === 'i') node.childCount = reply.int32();
  },
  properties: (reply, node) => {
    const end = reply.arrayEnd(8);
    while (reply.offset < end) {
      reply.align(8);
      const property = reply.string();
      const signature = reply.signatureString();
      if (signature === 's') {
        const value = reply.string();
        if (property === 'Name') node.name = value;
      } else if (signature === 'i') {
        const value = reply.int32();
        if (property === 'ChildCount') node.childCount = value;
      } else if (signature === '(so)') {
        reply.align(8);
        reply.skipString();
        reply.skipString();
      } else throw new RangeError(`a property of an accessible has the unknown type ${signature}`);
    }
  },
};

/** Reads an application's tree: in bulk if the toolkit supports it, otherwise object by object. */
export class ApplicationReader {
  readonly foreign: ForeignChild[] = [];
  #channel: Channel;
  #busName: string;
  #memory: ApplicationMemory;
  #isKept: boolean;
  #whenDone: (() => void)[] = [];
  #items: Map<string, TreeNode> | null = null;
  #toolkit: Toolkit;

  /** `isKept`: attributes, actions and limits of objects that look unchanged are still valid. */
  constructor(channel: Channel, busName: string, memory: ApplicationMemory, isKept: boolean) {
    this.#channel = channel;
    this.#memory = memory;
    this.#toolkit = toolkitNamed(memory.toolkit);
    this.#isKept = isKept;
    this.#busName = busName;
  }

  /** Null if the object doesn't exist. Rejects like Channel.finish. */
  async read(path: string, depth: number, isSpreadsheet = false): Promise<TreeNode | null> {
    let root: TreeNode | null = null;
    const { hasCache } = this.#toolkit;
    const first = hasCache ? this.#channel.methods.getItems : this.#channel.methods.ping;
    this.#channel.call(first, CACHE_PATH, (reply) => {
      if (hasCache) this.#items = reply && readCacheItems(reply);
      const known = this.#items?.get(path);
      if (known) {
        root = known;
        this.#visit(known, depth, isSpreadsheet);
      } else {
        this.#readBasics(path, (node) => {
          root = node;
          if (node) this.#visit(node, depth, isSpreadsheet);
        });
      }
    });
    await this.#channel.finish();
    for (const finish of this.#whenDone) finish();
    return root;
  }

  #readBasics(path: string, then: (node: TreeNode | null) => void): void {
    const node = newNode(path);
    this.#readBasicsInto(node, this.#basicsLeft(node), (isThere) => then(isThere ? node : null));
  }

  /** Copies the fields that can't have changed since the last reading, and returns the ones to read. */
  #basicsLeft(node: TreeNode): readonly Basic[] {
    const { hasLastingControls, hasLastingKinds, hasAllProperties } = this.#toolkit;
    const before = hasLastingControls || hasLastingKinds ? this.#memory.objects.get(node.path) : undefined;
    const isPart = before !== undefined && isPartOfMenu(before.role);
    if (before === undefined || !(hasLastingKinds || isPart)) return hasAllProperties ? ALL_BY_PROPERTIES : ALL_BASICS;
    node.role = before.role;
    node.interfaces = before.interfaces;
    if (hasAllProperties) return STATE_AND_PROPERTIES;
    // Only menus have children; menu items don't.
    if (!isPart || before.role === ROLE_MENU) return STATE_NAME_AND_COUNT;
    node.childCount = before.childCount;
    return STATE_AND_NAME;
  }

  #readBasicsInto(node: TreeNode, fields: readonly Basic[], then: (isThere: boolean) => void): void {
    let missing = fields.length;
    let isThere = true;
    for (const field of fields) {
      this.#channel.call(this.#channel.methods[field], node.path, (reply, error) => {
        if (reply) takeBasic[field](reply, node);
        else if (error && GONE.has(error.code)) isThere = false;
        missing -= 1;
        if (missing === 0) then(isThere);
      });
    }
  }

  #visit(node: TreeNode, depth: number, inSpreadsheet: boolean): void {
    node.isVisited = true;
    node.tag = tagOfRole(node.role);
    if (node.tag === null) {
      this.#channel.call(this.#channel.methods.getRoleName, node.path, (reply) => {
        node.tag = (reply && xmlName(reply.string().trim().replaceAll(' ', '-'))) || 'unknown';
      });
    }
    const before = this.#toolkit.hasLastingKinds ? this.#memory.objects.get(node.path) : undefined;
    readFields(this.#channel, node, this.#toolkit, { kept: this.#keptOf(node), before });
    if (depth >= DEEPEST) return;
    const isSpreadsheet = inSpreadsheet || node.role === ROLE_DOCUMENT_SPREADSHEET;
    if (isSpreadsheet && node.role === ROLE_TABLE) {
      this.#readSheet(node, depth);
      return;
    }
    const only = this.#cachedOnlyChild(node);
    if (only) {
      node.children = [only];
      this.#visit(only, depth + 1, isSpreadsheet);
    } else {
      this.#findChildren(node, depth, isSpreadsheet);
    }
  }

  #keptOf(node: TreeNode): KeptFields | undefined {
    const { hasLastingControls } = this.#toolkit;
    const isClosedMenu = hasLastingControls && isPartOfMenu(node.role) && (node.states & STATE_SHOWING) === 0;
    if (!this.#isKept && !isClosedMenu && !(hasLastingControls && isButton(node.role))) return;
    const before = this.#memory.objects.get(node.path);
    if (!before || before.name !== node.name || before.role !== node.role || before.interfaces !== node.interfaces)
      return;
    if (before.states !== node.states || before.moreStates !== node.moreStates) return;
    return { node: before, isWhole: isClosedMenu };
  }

  #readSheet(table: TreeNode, depth: number): void {
    const cells = new SpreadsheetCells({
      channel: this.#channel,
      table,
      memory: this.#memory.sheet(table.path),
      readKind: (cell, then) => {
        this.#readBasicsInto(cell, KIND, () => {
          const { role, interfaces, childCount } = cell;
          readLimits(this.#channel, cell);
          then({ role, interfaces, childCount, limits: cell.limits });
        });
      },
      readCell: (cell, kind, name) => {
        Object.assign(cell, kind);
        if (name !== undefined) {
          cell.name = name;
          this.#visit(cell, depth + 1, true);
          return;
        }
        this.#readBasicsInto(cell, ['name'], (isThere) => {
          if (isThere) this.#visit(cell, depth + 1, true);
        });
      },
    });
    this.#whenDone.push(() => {
      table.children = cells.cells();
    });
    cells.start();
  }

  /** Several children must be queried for their order, because GTK's application windows report a wrong index. */
  #cachedOnlyChild(node: TreeNode): TreeNode | null {
    if (node.childCount !== 1 || node.cachedChildren.length !== 1 || (node.states & STATE_MANAGES_DESCENDANTS) !== 0)
      return null;
    const child = node.cachedChildren[0] as TreeNode;
    return child.isVisited ? null : child;
  }

  #findChildren(node: TreeNode, depth: number, isSpreadsheet: boolean): void {
    const { methods } = this.#channel;
    if (node.childCount === 0) return;
    if (node.childCount < 0) {
      // The cache also reports −1 for objects that manage their descendants.
      this.#channel.call(methods.childCount, node.path, (reply) => {
        node.childCount = reply?.signatureString() === 'i' ? Math.max(0, reply.int32()) : 0;
        this.#findChildren(node, depth, isSpreadsheet);
      });
    } else if (this.#toolkit.hasChildren && node.childCount <= MOST_CHILDREN) {
      this.#channel.call(methods.getChildren, node.path, (reply) => {
        if (!reply) return;
        const end = reply.arrayEnd(8);
        for (let at = 0; reply.offset < end; at += 1) {
          reply.align(8);
          this.#take(node, at, reply.string(), reply.string(), depth, isSpreadsheet);
        }
      });
    } else {
      for (let at = 0; at < Math.min(node.childCount, MOST_CHILDREN); at += 1) {
        this.#channel.call(
          methods.getChildAtIndex,
          node.path,
          (reply) => {
            if (!reply) return;
            reply.align(8);
            this.#take(node, at, reply.string(), reply.string(), depth, isSpreadsheet);
          },
          indexBody(at),
        );
      }
    }
  }

  #take(parent: TreeNode, at: number, busName: string, path: string, depth: number, isSpreadsheet: boolean): void {
    if (at >= MOST_CHILDREN) return;
    parent.children[at] = null;
    if (path === NULL_PATH) return;
    if (busName !== this.#busName && busName !== '') {
      this.foreign.push({ parent, at, busName, path, depth: depth + 1, isSpreadsheet });
      return;
    }
    const known = this.#items?.get(path);
    if (known) {
      const child = known.isVisited ? sameObject(known) : known;
      parent.children[at] = child;
      this.#visit(child, depth + 1, isSpreadsheet);
    } else {
      this.#readBasics(path, (child) => {
        parent.children[at] = child;
        if (child) this.#visit(child, depth + 1, isSpreadsheet);
      });
    }
  }
}
