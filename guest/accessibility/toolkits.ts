/** Reliable fields of `GetActions`. Names are localised, so they are read one by one. */
type ActionSource = 'all-but-names' | 'only-key-bindings' | 'none';

/** Bulk calls that agree with single calls for a toolkit. */
export interface Toolkit {
  /** `Cache.GetItems` is correct for the objects that it lists. */
  hasCache: boolean;
  /** `GetChildren` agrees with `GetChildAtIndex`. */
  hasChildren: boolean;
  /** `GetText` accepts −1 for the end. */
  hasTextToEnd: boolean;
  actions: ActionSource;
  /**
   * An object's role and interfaces never change, its actions change only when `GetActions` does, and paths are not
   * reused. False for Chromium: when a button is shown again, its action names may differ while `GetActions` doesn't.
   */
  hasLastingKinds: boolean;
  /** `Properties.GetAll` on an accessible includes name and child count. */
  hasAllProperties: boolean;
  /** Buttons' attributes, actions and limits, and closed menus, depend only on name, role, interfaces and states. */
  hasLastingControls: boolean;
  /** If false, positions are relative to the window, and only windows count as showing. */
  tellsScreen: boolean;
}

const atk: Toolkit = {
  hasCache: true,
  hasChildren: true,
  hasTextToEnd: true,
  actions: 'all-but-names',
  hasLastingKinds: false,
  hasAllProperties: false,
  hasLastingControls: false,
  tellsScreen: true,
};
const unknown: Toolkit = {
  hasCache: false,
  hasChildren: false,
  hasTextToEnd: false,
  actions: 'none',
  hasLastingKinds: false,
  hasAllProperties: false,
  hasLastingControls: false,
  tellsScreen: true,
};

/** Toolkit name of the panel's objects. */
export const SESSION_TOOLKIT = 'session';

const known: Record<string, Toolkit> = {
  [SESSION_TOOLKIT]: { ...atk, hasCache: false },
  // GTK 3 and LibreOffice report gtk, GTK 2 reports GAIL.
  gtk: { ...atk, hasLastingControls: true },
  GAIL: atk,
  Chromium: atk,
  // Mozilla returns descriptions from the buffer that was last used for a key binding.
  Gecko: { ...atk, actions: 'only-key-bindings' },
  // GTK 4: the cache omits windows, `GetChildren` omits pages of a stack, action descriptions are mixed up.
  GTK: { ...unknown, hasLastingKinds: true, hasAllProperties: true, tellsScreen: false },
  // Qt has an empty cache and no key bindings in actions.
  Qt: { ...unknown, hasChildren: true, hasTextToEnd: true },
};

/** `name`: `ToolkitName` of the application. */
export function toolkitNamed(name: string | null): Toolkit {
  return (name === null ? undefined : known[name]) ?? unknown;
}
