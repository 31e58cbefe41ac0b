import type { Panel } from '../display/panel.ts';
import { askForBus, hello } from './accessibility-bus.ts';
import { ROOT_PATH } from './application-connection.ts';
import { socketPathOfAddress } from './dbus/address.ts';
import { BodyWriter } from './dbus/body-writer.ts';
import { DBusConnection, type IncomingCall } from './dbus/connection.ts';
import { methodCall } from './dbus/method-call.ts';
import { answersFor } from './panel-answers.ts';
import { type PanelObject, panelObjects } from './panel-objects.ts';

const DEADLINE_MS = 3_000;
/** How long a reading of the panel is reused, so that it serves all queries of one tree walk. */
const LOOK_MS = 150;
const AGAIN_MS = 1_000;
const REGISTRY = 'org.a11y.atspi.Registry';

/** Exposes the panel to accessibility clients, because tint2 doesn't support AT-SPI. Reconnects until `close`. */
export function offerPanel(options: {
  sessionBusAddress: string;
  /** Null if there is no panel. */
  read: () => Promise<Panel | null>;
}): { close(): void } {
  let isClosed = false;
  let bus: DBusConnection | null = null;
  let looked = { at: Number.NEGATIVE_INFINITY, objects: Promise.resolve(new Map<string, PanelObject>()) };

  const objects = (): Promise<Map<string, PanelObject>> => {
    if (performance.now() - looked.at > LOOK_MS)
      looked = { at: performance.now(), objects: options.read().then(panelObjects, () => panelObjects(null)) };
    return looked.objects;
  };

  const later = (): void => {
    if (!isClosed) setTimeout(() => void open(), AGAIN_MS).unref();
  };

  const open = async (): Promise<void> => {
    try {
      const path = socketPathOfAddress(await askForBus(options.sessionBusAddress));
      if (path === null) throw new Error('the accessibility bus has no Unix socket address');
      let ownName = '';
      const connection = await DBusConnection.open(path, {
        deadlineMs: DEADLINE_MS,
        onCall: (call) => answer(call, ownName, objects),
        onClose: later,
      });
      if (isClosed) return connection.close();
      bus = connection;
      ownName = await hello(connection);
      const embed = methodCall({
        destination: REGISTRY,
        interface: 'org.a11y.atspi.Socket',
        member: 'Embed',
        mayStart: true,
        signature: '(so)',
        body: new BodyWriter().reference(ownName, ROOT_PATH),
      });
      await connection.request(embed, ROOT_PATH, DEADLINE_MS, () => {});
    } catch {
      if (bus?.isClosed === false) bus.close();
      else later();
    }
  };

  void open();
  return {
    close() {
      isClosed = true;
      bus?.close();
    },
  };
}

function answer(call: IncomingCall, busName: string, objects: () => Promise<Map<string, PanelObject>>): void {
  // Arguments must be read now: the buffer is reused after the first await.
  const answers = answersFor(call);
  void objects().then((all) => {
    const object = all.get(call.path);
    const reply = answers({ busName, object, all });
    if (reply === null)
      call.refuse(`org.freedesktop.DBus.Error.${object === undefined ? 'UnknownObject' : 'UnknownMethod'}`);
    else call.answer(...reply);
  });
}
