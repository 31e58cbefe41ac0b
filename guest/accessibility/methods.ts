import { BodyWriter } from './dbus/body-writer.ts';
import { type MethodCall, methodCall } from './dbus/method-call.ts';

const ACCESSIBLE = 'org.a11y.atspi.Accessible';
const VALUE = 'org.a11y.atspi.Value';
const SCREEN_COORDINATES = 0;

/** Encoded calls to one program. */
export interface Methods {
  getItems: MethodCall;
  getChildren: MethodCall;
  getChildAtIndex: MethodCall;
  getRole: MethodCall;
  getRoleName: MethodCall;
  getState: MethodCall;
  getInterfaces: MethodCall;
  getAttributes: MethodCall;
  name: MethodCall;
  properties: MethodCall;
  childCount: MethodCall;
  getExtents: MethodCall;
  getText: MethodCall;
  characterCount: MethodCall;
  getActions: MethodCall;
  /** These take the action's index (`indexBody`). */
  getActionName: MethodCall;
  getActionDescription: MethodCall;
  getActionKeyBinding: MethodCall;
  currentValue: MethodCall;
  minimumValue: MethodCall;
  maximumValue: MethodCall;
  minimumIncrement: MethodCall;
  columnCount: MethodCall;
  getAccessibleAt: MethodCall;
  getAccessibleAtPoint: MethodCall;
  getIndexInParent: MethodCall;
  getApplicationBusAddress: MethodCall;
  toolkitName: MethodCall;
  ping: MethodCall;
}

/** `destination`: the program's bus name; undefined on a direct connection. */
export function methodsFor(destination: string | undefined): Methods {
  const to = destination === undefined ? {} : { destination };
  const plain = (member: string, on = ACCESSIBLE): MethodCall => methodCall({ ...to, interface: on, member });
  // Properties are read one by one: Properties.GetAll on the Value interface crashes Chromium.
  const property = (on: string, name: string): MethodCall =>
    methodCall({
      ...to,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: new BodyWriter().string(on).string(name),
    });
  const withArguments = (on: string, member: string, signature: string, body: BodyWriter): MethodCall =>
    methodCall({ ...to, interface: on, member, signature, body });
  const ofAction = (member: string): MethodCall =>
    withArguments('org.a11y.atspi.Action', member, 'i', new BodyWriter().int32(0));
  return {
    getItems: plain('GetItems', 'org.a11y.atspi.Cache'),
    getChildren: plain('GetChildren'),
    getChildAtIndex: withArguments(ACCESSIBLE, 'GetChildAtIndex', 'i', new BodyWriter().int32(0)),
    getRole: plain('GetRole'),
    getRoleName: plain('GetRoleName'),
    getState: plain('GetState'),
    getInterfaces: plain('GetInterfaces'),
    getAttributes: plain('GetAttributes'),
    name: property(ACCESSIBLE, 'Name'),
    properties: withArguments('org.freedesktop.DBus.Properties', 'GetAll', 's', new BodyWriter().string(ACCESSIBLE)),
    childCount: property(ACCESSIBLE, 'ChildCount'),
    getExtents: withArguments(
      'org.a11y.atspi.Component',
      'GetExtents',
      'u',
      new BodyWriter().uint32(SCREEN_COORDINATES),
    ),
    getText: withArguments('org.a11y.atspi.Text', 'GetText', 'ii', new BodyWriter().int32(0).int32(-1)),
    characterCount: property('org.a11y.atspi.Text', 'CharacterCount'),
    getActions: plain('GetActions', 'org.a11y.atspi.Action'),
    getActionName: ofAction('GetName'),
    getActionDescription: ofAction('GetDescription'),
    getActionKeyBinding: ofAction('GetKeyBinding'),
    currentValue: property(VALUE, 'CurrentValue'),
    minimumValue: property(VALUE, 'MinimumValue'),
    maximumValue: property(VALUE, 'MaximumValue'),
    minimumIncrement: property(VALUE, 'MinimumIncrement'),
    columnCount: property('org.a11y.atspi.Table', 'NColumns'),
    getAccessibleAt: withArguments('org.a11y.atspi.Table', 'GetAccessibleAt', 'ii', new BodyWriter().int32(0).int32(0)),
    getAccessibleAtPoint: withArguments(
      'org.a11y.atspi.Component',
      'GetAccessibleAtPoint',
      'iiu',
      new BodyWriter().int32(0).int32(0).uint32(SCREEN_COORDINATES),
    ),
    getIndexInParent: plain('GetIndexInParent'),
    getApplicationBusAddress: plain('GetApplicationBusAddress', 'org.a11y.atspi.Application'),
    toolkitName: property('org.a11y.atspi.Application', 'ToolkitName'),
    ping: plain('Ping', 'org.freedesktop.DBus.Peer'),
  };
}

const indexBodies: Buffer[] = [];

export function indexBody(index: number): Buffer {
  let body = indexBodies[index];
  if (!body) {
    body = new BodyWriter().int32(index).bytes();
    if (index < 1024) indexBodies[index] = body;
  }
  return body;
}
