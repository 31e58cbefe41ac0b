import type { Channel } from './channel.ts';
import type { BodyReader } from './dbus/body-reader.ts';
import { BodyWriter } from './dbus/body-writer.ts';
import type { MethodCall } from './dbus/method-call.ts';
import { glibHashOrder } from './glib-hash-order.ts';
import * as interfaces from './interfaces.ts';
import { indexBody } from './methods.ts';
import { pythonFloat } from './python-float.ts';
import { STATE_SHOWING, STATE_VISIBLE } from './states.ts';
import type { Toolkit } from './toolkits.ts';
import type { TreeNode } from './tree-node.ts';
import { escapeAttribute, xmlName } from './xml-text.ts';

const OBJECT_PLACEHOLDERS = /[\ufffc\ufffd]/g;
const ON_SCREEN = (STATE_SHOWING | STATE_VISIBLE) >>> 0;

/** Reusable fields of the last reading: attributes, actions and limits, or all if `isWhole`. */
export interface KeptFields {
  node: TreeNode;
  isWhole: boolean;
}

/** `before`: the object in the last reading, if its actions can be reused (`Toolkit.hasLastingKinds`). */
export function readFields(
  channel: Channel,
  node: TreeNode,
  toolkit: Toolkit,
  { kept, before }: { kept?: KeptFields | undefined; before?: TreeNode | undefined },
): void {
  if (kept) {
    node.attributes = kept.node.attributes;
    node.actions = kept.node.actions;
    node.actionList = kept.node.actionList;
    node.limits = kept.node.limits;
    if (kept.isWhole) {
      node.text = kept.node.text;
      node.value = kept.node.value;
      return;
    }
  } else {
    readAttributes(channel, node);
    readActions(channel, node, toolkit, before);
  }
  readExtents(channel, node, toolkit.tellsScreen ? ON_SCREEN : STATE_VISIBLE);
  readText(channel, node, toolkit.hasTextToEnd);
  readValue(channel, node);
}

function readAttributes(channel: Channel, node: TreeNode): void {
  channel.call(channel.methods.getAttributes, node.path, (reply) => {
    if (reply) node.attributes = attributesOf(reply);
  });
}

function readExtents(channel: Channel, node: TreeNode, states: number): void {
  if ((node.interfaces & interfaces.COMPONENT) === 0 || (node.states & states) >>> 0 !== states) return;
  channel.call(channel.methods.getExtents, node.path, (reply) => {
    if (!reply) return;
    reply.align(8);
    node.extents = [reply.int32(), reply.int32(), reply.int32(), reply.int32()];
  });
}

function readText(channel: Channel, node: TreeNode, hasTextToEnd: boolean): void {
  if ((node.interfaces & interfaces.TEXT) === 0) return;
  const { getText, characterCount } = channel.methods;
  const take = (reply: BodyReader | null): void => {
    if (reply) node.text = reply.string().replace(OBJECT_PLACEHOLDERS, '');
  };
  if (hasTextToEnd) {
    channel.call(getText, node.path, take);
    return;
  }
  channel.call(characterCount, node.path, (reply) => {
    if (reply?.signatureString() !== 'i') return;
    channel.call(getText, node.path, take, new BodyWriter().int32(0).int32(reply.int32()).bytes());
  });
}

function readValue(channel: Channel, node: TreeNode): void {
  if ((node.interfaces & interfaces.VALUE) === 0) return;
  channel.call(channel.methods.currentValue, node.path, (reply) => {
    node.value = doubleOf(reply);
  });
  if (!node.limits) readLimits(channel, node);
}

export function readLimits(channel: Channel, node: TreeNode): void {
  if ((node.interfaces & interfaces.VALUE) === 0) return;
  const { minimumValue, maximumValue, minimumIncrement } = channel.methods;
  const limits: [string, string, string] = ['', '', ''];
  node.limits = limits;
  [minimumValue, maximumValue, minimumIncrement].forEach((call, at) => {
    channel.call(call, node.path, (reply) => {
      limits[at] = doubleOf(reply);
    });
  });
}

function doubleOf(reply: BodyReader | null): string {
  return reply?.signatureString() === 'd' ? pythonFloat(reply.double()) : '';
}

function readActions(
  channel: Channel,
  node: TreeNode,
  { actions: right, hasLastingKinds }: Toolkit,
  before?: TreeNode,
): void {
  if ((node.interfaces & interfaces.ACTION) === 0) return;
  const { getActions, getActionName, getActionDescription, getActionKeyBinding } = channel.methods;
  channel.call(getActions, node.path, (reply) => {
    if (!reply) return;
    const list = hasLastingKinds ? reply.rawArray(8) : null;
    if (list !== null && list === before?.actionList) {
      node.actions = before.actions;
      node.actionList = before.actionList;
      return;
    }
    reply.rewind(0);
    const actions: Action[] = [];
    const end = reply.arrayEnd(8);
    while (reply.offset < end) {
      reply.align(8);
      reply.skipString();
      actions.push({ name: '', description: reply.string(), keyBinding: reply.string() });
    }
    let missing = 1;
    let isWhole = true;
    const arrived = (): void => {
      missing -= 1;
      if (missing > 0) return;
      node.actions = actionAttributes(actions);
      if (isWhole) node.actionList = list;
    };
    const ask = (call: MethodCall, at: number, action: Action, field: keyof Action): void => {
      missing += 1;
      channel.call(
        call,
        node.path,
        (answer) => {
          if (answer) action[field] = answer.string();
          else isWhole = false;
          arrived();
        },
        indexBody(at),
      );
    };
    actions.forEach((action, at) => {
      ask(getActionName, at, action, 'name');
      if (right === 'only-key-bindings' || right === 'none') ask(getActionDescription, at, action, 'description');
      if (right === 'none') ask(getActionKeyBinding, at, action, 'keyBinding');
    });
    arrived();
  });
}

interface Action {
  name: string;
  description: string;
  keyBinding: string;
}

function actionAttributes(actions: readonly Action[]): string {
  const byName = new Map<string, string>();
  for (const action of actions) {
    const name = xmlName(action.name.replaceAll(' ', '-'));
    byName.set(`${name}_desc`, action.description);
    byName.set(`${name}_kb`, action.keyBinding);
  }
  return [...byName].map(([name, value]) => ` act:${name}="${escapeAttribute(value)}"`).join('');
}

const attributesSeen = new Map<string, string>();

function attributesOf(reply: BodyReader): string {
  const start = reply.offset;
  const raw = reply.rawArray(8);
  let text = attributesSeen.get(raw);
  if (text === undefined) {
    reply.rewind(start);
    const values = new Map<string, string>();
    const end = reply.arrayEnd(8);
    while (reply.offset < end) {
      reply.align(8);
      values.set(reply.string(), reply.string());
    }
    const byName = new Map<string, string>();
    for (const key of glibHashOrder([...values.keys()])) {
      const name = xmlName(key);
      if (name) byName.set(name, values.get(key) as string);
    }
    text = [...byName].map(([name, value]) => ` attr:${name}="${escapeAttribute(value)}"`).join('');
    if (attributesSeen.size >= 4096) attributesSeen.clear();
    attributesSeen.set(raw, text);
  }
  return text;
}
