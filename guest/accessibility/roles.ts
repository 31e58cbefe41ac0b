/** Role names of libatspi 2.46 by number. The names of `extended` (70) and of unknown roles are queried. */
const NAMES =
  'invalid|accelerator label|alert|animation|arrow|calendar|canvas|check box|check menu item|color chooser|column header|combo box|date editor|desktop icon|desktop frame|dial|dialog|directory pane|drawing area|file chooser|filler|focus traversable|font chooser|frame|glass pane|html container|icon|image|internal frame|label|layered pane|list|list item|menu|menu bar|menu item|option pane|page tab|page tab list|panel|password text|popup menu|progress bar|push button|radio button|radio menu item|root pane|row header|scroll bar|scroll pane|separator|slider|spin button|split pane|status bar|table|table cell|table column header|table row header|tearoff menu item|terminal|text|toggle button|tool bar|tool tip|tree|tree table|unknown|viewport|window|extended|header|footer|paragraph|ruler|application|autocomplete|editbar|embedded|entry|chart|caption|document frame|heading|page|section|redundant object|form|link|input method window|table row|tree item|document spreadsheet|document presentation|document text|document web|document email|comment|list box|grouping|image map|notification|info bar|level bar|title bar|block quote|audio|video|definition|article|landmark|log|marquee|math|rating|timer|static|math fraction|math root|subscript|superscript|description list|description term|description value|footnote|content deletion|content insertion|mark|suggestion|push button menu';
const names = NAMES.split('|');
const tags = names.map((name) => name.replaceAll(' ', '-'));

export const ROLE_EXTENDED = 70;
export const ROLE_MENU = names.indexOf('menu');
export const ROLE_TABLE = names.indexOf('table');
export const ROLE_DOCUMENT_SPREADSHEET = names.indexOf('document spreadsheet');
export const ROLE_APPLICATION = names.indexOf('application');
export const ROLE_PUSH_BUTTON = names.indexOf('push button');
export const ROLE_TOGGLE_BUTTON = names.indexOf('toggle button');
export const ROLE_FRAME = names.indexOf('frame');
export const ROLE_SCROLL_PANE = names.indexOf('scroll pane');
export const ROLE_TERMINAL = names.indexOf('terminal');

const rolesNamed = (...wanted: string[]): ReadonlySet<number> => new Set(wanted.map((name) => names.indexOf(name)));
const menuRoles = rolesNamed(
  'menu',
  'menu item',
  'check menu item',
  'radio menu item',
  'tearoff menu item',
  'separator',
);
const buttonRoles = rolesNamed('push button', 'toggle button', 'radio button', 'check box');

export const isPartOfMenu = (role: number): boolean => menuRoles.has(role);

export const isButton = (role: number): boolean => buttonRoles.has(role);

/** Null if only the application knows the name. */
export function tagOfRole(role: number): string | null {
  return role === ROLE_EXTENDED ? null : (tags[role] ?? null);
}

export function nameOfRole(role: number): string {
  return names[role] ?? 'unknown';
}
