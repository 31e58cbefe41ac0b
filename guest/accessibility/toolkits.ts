/**
 * Which fields of `GetActions` are right. Its names never are: they are in the user's language, and those that programs go by
 * are asked for one by one.
 */
type ActionSource = 'all-but-names' | 'only-key-bindings' | 'none';

/** What may be taken in bulk from applications of a toolkit, found by comparing with single calls. */
export interface Toolkit {
  /** `Cache.GetItems` is right about the objects that it lists. */
  hasCache: boolean;
  /** `GetChildren` is what `GetChildAtIndex` says. */
  hasChildren: boolean;
  /** `GetText` takes −1 for the end. */
  hasTextToEnd: boolean;
  /** What is right of `Action.GetActions`. */
  actions: ActionSource;
  /**
   * Role and interfaces of an object stay the same, its actions too while `GetActions` answers the same, and its path is
   * never another object's. Not so in Chromium: a button that is shown again is clicked instead of pressed, with the same
   * answer of `GetActions`.
   */
  hasLastingKinds: boolean;
  /** `Properties.GetAll` on an accessible has its name and number of children. */
  hasAllProperties: boolean;
  /**
   * Attributes, actions and limits of a button, and all of a menu that is not open, depend on nothing but name, role,
   * interfaces and states.
   */
  hasLastingControls: boolean;
  /** Says what is showing, and where on the screen. Where not, places are those in the window, and only windows are showing. */
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
/** Nothing is taken in bulk where it is not known to be right. */
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

/** What the session's own objects (the panel's) call their toolkit. */
export const SESSION_TOOLKIT = 'session';

const known: Record<string, Toolkit> = {
  [SESSION_TOOLKIT]: { ...atk, hasCache: false },
  // GTK 3 and LibreOffice call themselves gtk, GTK 2 GAIL.
  gtk: { ...atk, hasLastingControls: true },
  GAIL: atk,
  Chromium: atk,
  // Mozilla's descriptions come out of the buffer that the key binding was written to last.
  Gecko: { ...atk, actions: 'only-key-bindings' },
  // GTK 4: its cache says that an application has no windows, `GetChildren` leaves the pages of a stack out, −1 is no end,
  // descriptions of actions are mixed up, and it knows neither where its windows are nor what shows of them.
  GTK: { ...unknown, hasLastingKinds: true, hasAllProperties: true, tellsScreen: false },
  // Qt lists nothing in its cache, and no key bindings among actions.
  Qt: { ...unknown, hasChildren: true, hasTextToEnd: true },
};

/** `name` is the application's `ToolkitName`, null where it has none. */
export function toolkitNamed(name: string | null): Toolkit {
  return (name === null ? undefined : known[name]) ?? unknown;
}
