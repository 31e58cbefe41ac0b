import { socketPathOfAddress } from './dbus/address.ts';
import { BodyWriter } from './dbus/body-writer.ts';
import { DBusConnection, type Signal } from './dbus/connection.ts';
import { DBusError } from './dbus/dbus-error.ts';
import { methodCall } from './dbus/method-call.ts';

/** Deadline for the bus and its registry, which every tree needs. They may take many seconds on a loaded machine. */
const DEADLINE_MS = 20_000;
const BUS = { destination: 'org.freedesktop.DBus', interface: 'org.freedesktop.DBus' };
const BUS_PATH = '/org/freedesktop/DBus';
const REGISTRY = 'org.a11y.atspi.Registry';
const LISTENED_EVENTS = ['object:', 'window:', 'document:'];
const MATCHES = [
  "type='signal',interface='org.a11y.atspi.Event.Object'",
  "type='signal',interface='org.a11y.atspi.Event.Window'",
  "type='signal',interface='org.a11y.atspi.Event.Document'",
];

export interface AccessibilityBusOptions {
  /** Defaults to `DBUS_SESSION_BUS_ADDRESS`. */
  sessionBusAddress?: string | undefined;
  busAddress?: string | undefined;
  onEvent: (signal: Signal) => void;
  onClose: () => void;
}

/** Without a registered listener, ATK applications neither fill `Cache.GetItems` nor send events. */
export async function openAccessibilityBus(options: AccessibilityBusOptions): Promise<DBusConnection> {
  const path = socketPathOfAddress(options.busAddress ?? (await askForBus(options.sessionBusAddress)));
  if (path === null) throw new DBusError('protocol', 'the accessibility bus has no Unix socket address');
  const bus = await DBusConnection.open(path, {
    deadlineMs: DEADLINE_MS,
    onSignal: options.onEvent,
    onClose: options.onClose,
  });
  try {
    await hello(bus);
    const registrations = LISTENED_EVENTS.map((event) => {
      const body = new BodyWriter().string(event).strings(['']).string('');
      return methodCall({
        destination: REGISTRY,
        interface: REGISTRY,
        member: 'RegisterEvent',
        mayStart: true,
        signature: 'sass',
        body,
      });
    });
    await Promise.all([
      ...MATCHES.map((rule) => {
        const call = methodCall({ ...BUS, member: 'AddMatch', signature: 's', body: new BodyWriter().string(rule) });
        return bus.request(call, BUS_PATH, DEADLINE_MS, () => {});
      }),
      ...registrations.map((call) => bus.request(call, '/org/a11y/atspi/registry', DEADLINE_MS, () => {})),
    ]);
    return bus;
  } catch (cause) {
    bus.close();
    throw cause;
  }
}

/** In order of registration. */
export function listApplications(bus: DBusConnection): Promise<{ busName: string; path: string }[]> {
  const call = methodCall({ destination: REGISTRY, interface: 'org.a11y.atspi.Accessible', member: 'GetChildren' });
  return bus.request(call, '/org/a11y/atspi/accessible/root', DEADLINE_MS, (reply) => {
    const found: { busName: string; path: string }[] = [];
    const end = reply.arrayEnd(8);
    while (reply.offset < end) {
      reply.align(8);
      found.push({ busName: reply.string(), path: reply.string() });
    }
    return found;
  });
}

/** Returns the address of the accessibility bus, starting the bus if necessary. Rejects with DBusError. */
export async function askForBus(sessionBusAddress = process.env.DBUS_SESSION_BUS_ADDRESS): Promise<string> {
  const path = sessionBusAddress === undefined ? null : socketPathOfAddress(sessionBusAddress);
  if (path === null) throw new DBusError('protocol', 'no session bus address to ask for the accessibility bus');
  const session = await DBusConnection.open(path, { deadlineMs: DEADLINE_MS });
  try {
    await hello(session);
    const call = methodCall({
      destination: 'org.a11y.Bus',
      interface: 'org.a11y.Bus',
      member: 'GetAddress',
      mayStart: true,
    });
    return await session.request(call, '/org/a11y/bus', DEADLINE_MS, (reply) => reply.string());
  } finally {
    session.close();
  }
}

export function hello(bus: DBusConnection): Promise<string> {
  return bus.request(methodCall({ ...BUS, member: 'Hello' }), BUS_PATH, DEADLINE_MS, (reply) => reply.string());
}
