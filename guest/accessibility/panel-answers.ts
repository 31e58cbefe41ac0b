import { ROOT_PATH } from './application-connection.ts';
import { CACHE_PATH } from './application-reader.ts';
import type { BodyReader } from './dbus/body-reader.ts';
import { BodyWriter } from './dbus/body-writer.ts';
import type { IncomingCall } from './dbus/connection.ts';
import type { PanelObject } from './panel-objects.ts';
import { nameOfRole } from './roles.ts';
import { SESSION_TOOLKIT } from './toolkits.ts';

const ATSPI = 'org.a11y.atspi.';
const NULL_PATH = '/org/a11y/atspi/null';
const WIDGET_LAYER = 3;

/** Signature and body. */
type Answer = [string, BodyWriter];

interface Asked {
  busName: string;
  object: PanelObject | undefined;
  all: ReadonlyMap<string, PanelObject>;
}

/**
 * Reads the arguments and returns a function that answers the call; null means an unknown object or method. Source: the
 * interface files of at-spi2-core 2.46.
 */
export function answersFor({ path, interface: on, member, body }: IncomingCall): (request: Asked) => Answer | null {
  const nothing: Answer = ['', new BodyWriter()];
  if (on === 'org.freedesktop.DBus.Peer' && member === 'Ping') return () => nothing;
  if (on === 'org.freedesktop.DBus.Properties') return property(path, member, body);
  if (path === CACHE_PATH)
    return () => (member === 'GetItems' ? ['a((so)(so)(so)iiassusau)', new BodyWriter().array(8, () => {})] : null);
  const numbers = body.signature.startsWith('i')
    ? [body.int32(), body.signature.startsWith('ii') ? body.int32() : 0]
    : [];
  const of = (read: (object: PanelObject, request: Asked) => Answer | null) => (request: Asked) =>
    request.object === undefined ? null : read(request.object, request);
  if (on === `${ATSPI}Accessible`) return of((object, request) => accessible(object, request, member, numbers));
  if (on === `${ATSPI}Component`) return of((object, request) => component(object, request, member, numbers));
  if (on === `${ATSPI}Application` && path === ROOT_PATH)
    return of(() => (/^Get(Locale|ApplicationBusAddress)$/.test(member) ? ['s', new BodyWriter().string('')] : null));
  return () => null;
}

function accessible(object: PanelObject, { busName, all }: Asked, member: string, [at = -1]: number[]): Answer | null {
  const body = new BodyWriter();
  const reference = (path: string | null | undefined): Answer => ['(so)', refer(body, busName, path ?? null)];
  switch (member) {
    case 'GetChildren':
      return [
        'a(so)',
        body.array(8, () => {
          for (const child of object.children) refer(body, busName, child);
        }),
      ];
    case 'GetChildAtIndex':
      return reference(object.children[at]);
    case 'GetIndexInParent':
      return [
        'i',
        body.int32(object.parent === null ? -1 : (all.get(object.parent)?.children.indexOf(object.path) ?? -1)),
      ];
    case 'GetApplication':
      return reference(ROOT_PATH);
    case 'GetRole':
      return ['u', body.uint32(object.role)];
    case 'GetRoleName':
    case 'GetLocalizedRoleName':
      return ['s', body.string(nameOfRole(object.role))];
    case 'GetState':
      return ['au', body.array(4, () => body.uint32(object.states).uint32(0))];
    case 'GetAttributes':
      return ['a{ss}', body.array(8, () => {})];
    case 'GetRelationSet':
      return ['a(ua(so))', body.array(8, () => {})];
    case 'GetInterfaces': {
      const interfaces = object.box === null ? ['Application'] : ['Component'];
      return ['as', body.strings(['Accessible', ...interfaces].map((name) => ATSPI + name))];
    }
    default:
      return null;
  }
}

function component(
  object: PanelObject,
  { busName, all }: Asked,
  member: string,
  [x = 0, y = 0]: number[],
): Answer | null {
  if (object.box === null) return null;
  const { box } = object;
  const body = new BodyWriter();
  const holds = ({ box: other }: PanelObject): boolean =>
    other !== null && x >= other.x && y >= other.y && x < other.x + other.width && y < other.y + other.height;
  switch (member) {
    case 'GetExtents':
      return ['(iiii)', body.int32(box.x).int32(box.y).int32(box.width).int32(box.height)];
    case 'GetPosition':
      return ['ii', body.int32(box.x).int32(box.y)];
    case 'GetSize':
      return ['ii', body.int32(box.width).int32(box.height)];
    case 'Contains':
      return ['b', body.uint32(holds(object) ? 1 : 0)];
    case 'GetAccessibleAtPoint': {
      const child = object.children.map((path) => all.get(path)).find((found) => found !== undefined && holds(found));
      return ['(so)', refer(body, busName, child?.path ?? (holds(object) ? object.path : null))];
    }
    case 'GetLayer':
      return ['u', body.uint32(WIDGET_LAYER)];
    case 'GrabFocus':
      return ['b', body.uint32(0)];
    default:
      return null;
  }
}

function property(path: string, member: string, arguments_: BodyReader): (request: Asked) => Answer | null {
  if (member === 'Set') return () => ['', new BodyWriter()];
  if (member !== 'Get') return () => null;
  const [, name] = [arguments_.string(), arguments_.string()];
  return ({ busName, object }) => {
    if (object === undefined) return null;
    const text = (value: string): Answer => ['v', new BodyWriter().variant('s', (body) => body.string(value))];
    const number = (value: number): Answer => ['v', new BodyWriter().variant('i', (body) => body.int32(value))];
    switch (name) {
      case 'Name':
        return text(object.name);
      case 'ChildCount':
        return number(object.children.length);
      case 'Parent':
        return ['v', new BodyWriter().variant('(so)', (body) => refer(body, busName, object.parent))];
      case 'ToolkitName':
        return path === ROOT_PATH ? text(SESSION_TOOLKIT) : null;
      case 'Id':
        return path === ROOT_PATH ? number(0) : null;
      case 'Description':
      case 'Locale':
      case 'AccessibleId':
      case 'HelpText':
      case 'Version':
      case 'AtspiVersion':
        return text('');
      default:
        return null;
    }
  };
}

function refer(body: BodyWriter, busName: string, path: string | null): BodyWriter {
  return path === null ? body.reference('', NULL_PATH) : body.reference(busName, path);
}
