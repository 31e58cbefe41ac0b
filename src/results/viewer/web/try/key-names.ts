const names: Readonly<Record<string, string>> = {
  Enter: 'enter',
  Tab: 'tab',
  Escape: 'esc',
  Backspace: 'backspace',
  Delete: 'delete',
  Insert: 'insert',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'home',
  End: 'end',
  PageUp: 'pageup',
  PageDown: 'pagedown',
  ContextMenu: 'apps',
  PrintScreen: 'printscreen',
};

export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  getModifierState(name: string): boolean;
}

/** Null for a modifier or an unknown key. */
export function pressedKey(event: PressedKey): { text: string } | { keys: string[] } | null {
  const { key } = event;
  const isSign = [...key].length === 1;
  // AltGr types characters, but browsers report it as Ctrl and Alt.
  if (isSign && (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey)))
    return { text: key };
  const name = isSign ? key.toLowerCase() : (names[key] ?? (/^F([1-9]|1[0-2])$/.test(key) ? key.toLowerCase() : null));
  if (name === null || (isSign && !/^[\x20-\x7e]$/.test(name))) return null;
  const modifiers = [
    ...(event.ctrlKey ? ['ctrl'] : []),
    ...(event.altKey ? ['alt'] : []),
    ...(event.shiftKey ? ['shift'] : []),
    ...(event.metaKey ? ['win'] : []),
  ];
  return { keys: [...modifiers, name] };
}

/** Accepts `ctrl+alt+t`, `F5`, `Page Down`. */
export function writtenKeys(text: string): string[] {
  const parts = text
    .trim()
    .split(/\s*\+\s*/)
    .filter((part) => part !== '');
  const other: Readonly<Record<string, string>> = { control: 'ctrl', super: 'win', escape: 'esc', return: 'enter' };
  return parts.map((part) => {
    const name = part.toLowerCase().replaceAll(/[ _-]/g, '');
    return other[name] ?? name;
  });
}
