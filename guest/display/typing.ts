import { readFileSync } from 'node:fs';
import type { XInputExtension } from 'x11';
import type { JournalEntry } from '../../src/desktop/client/protocol.ts';
import { reply, type XConnection } from './connection.ts';
import { activeWindow, classOf, managedWindows, titleOf } from './windows.ts';

type TypedEntry = Omit<JournalEntry, 'index'> & { kind: 'typed' };

export interface TypingWatch {
  /** Returns what was typed since the last call, with a new entry whenever the focus changed. */
  taken(): Promise<TypedEntry[]>;
}

/** Range of X keycodes. */
const firstKeycode = 8;
const lastKeycode = 255;
/** Keysyms from here on are not characters. */
const firstFunctionKeysym = 0xff00;
/** Control, Meta, Alt, Super and Hyper turn a key into a shortcut. */
const isShortcutModifier = (keysym: number): boolean =>
  (keysym >= 0xffe3 && keysym <= 0xffe4) || (keysym >= 0xffe7 && keysym <= 0xffee);
const allMasterDevices = 1;
const mostStretches = 1_000;

interface Focus {
  title: string;
  className: string;
}

/** Watches all keys that reach the X server. Events arrive in order, so each key belongs to the recorded focus. */
export async function watchTyping(x: XConnection): Promise<TypingWatch> {
  const input = await reply<XInputExtension>((done) => x.client.require('xinput', done));
  const [active, clientList, keysyms] = await Promise.all([
    x.atom('_NET_ACTIVE_WINDOW'),
    x.atom('_NET_CLIENT_LIST'),
    reply<number[][]>((done) => x.client.GetKeyboardMapping(firstKeycode, lastKeycode - firstKeycode + 1, done)),
  ]);
  // Typing tools assign an unused keycode to characters that the keyboard layout lacks.
  const keysymOf = (keycode: number): number => keysyms[keycode - firstKeycode]?.[0] ?? 0;
  const held = new Set<number>();
  let stretches: { focus: Promise<Focus | null>; from: number; until: number; keys: number }[] = [];

  const focused = async (): Promise<Focus | null> => {
    const [id, managed] = await Promise.all([activeWindow(x), managedWindows(x)]);
    // A closed window may remain the active one until another gets the focus.
    if (id === null || !managed.includes(id)) return null;
    const [title, names] = await Promise.all([titleOf(x, id), classOf(x, id)]);
    return { title, className: names.join('.') };
  };
  let focus = focused().catch(() => null);

  x.onEvent((event) => {
    if (event.name === 'PropertyNotify' && (event.atom === active || event.atom === clientList)) {
      focus = focused().catch(() => null);
      return;
    }
    if (event.detail === undefined || (event.name !== 'XIRawKeyPress' && event.name !== 'XIRawKeyRelease')) return;
    const keysym = keysymOf(event.detail);
    if (isShortcutModifier(keysym)) {
      if (event.name === 'XIRawKeyPress') held.add(event.detail);
      else held.delete(event.detail);
      return;
    }
    if (event.name === 'XIRawKeyRelease' || held.size > 0 || keysym >= firstFunctionKeysym) return;
    const last = stretches.at(-1);
    const now = Date.now();
    if (last?.focus === focus) {
      last.keys++;
      last.until = now;
    } else if (stretches.length < mostStretches) stretches.push({ focus, from: now, until: now, keys: 1 });
  });
  const { RawKeyPress, RawKeyRelease } = input.EventMask;
  input.XISelectEvents(x.root, { deviceId: allMasterDevices, mask: RawKeyPress | RawKeyRelease });
  await x.sync();

  return {
    async taken() {
      const now = stretches;
      stretches = [];
      const entries = await Promise.all(
        now.map(async ({ focus: found, from, until, keys }): Promise<TypedEntry> => {
          const window = await found;
          return { kind: 'typed', time: from, until, keys, ...window };
        }),
      );
      return entries;
    },
  };
}

export function startOfProcess(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    const [up] = readFileSync('/proc/uptime', 'latin1').split(' ');
    return Math.round(Date.now() - (Number(up) * 1_000 - ticks * 10));
  } catch {
    return null;
  }
}
