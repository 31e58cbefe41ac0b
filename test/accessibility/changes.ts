import { attribute, findNodes, type XmlNode } from './compare-trees.ts';

/** One change in a live application, and how the tree after it must differ from the one before. */
export interface Change {
  kind: string;
  application: string;
  /** Shell script that makes the change, through keys and window commands. */
  script: string;
  /** Something of the tree that this change changes, as text. */
  sees: (application: XmlNode) => string;
}

const nodes = (root: XmlNode, tag: string): XmlNode[] => findNodes(root, (node) => node.tag === tag);
const names = (root: XmlNode, tag: string): string =>
  nodes(root, tag)
    .map((node) => attribute(node, 'name'))
    .join('|');
const texts = (root: XmlNode, tag: string): string =>
  nodes(root, tag)
    .map((node) => node.text)
    .join('|');
const of = (root: XmlNode, tag: string, key: string): string =>
  nodes(root, tag)
    .map((node) => attribute(node, key))
    .join('|');
const cell = (root: XmlNode, name: string, key: string): string =>
  nodes(root, 'table-cell')
    .filter((node) => attribute(node, 'name') === name)
    .map((node) => (key === 'text' ? node.text : attribute(node, key)))
    .join('|');
const window = (title: string): string => `wmctrl -a '${title}'; sleep 0.6;`;
/** Shell script that gives a window this size, in pixels. */
export const resized = (title: string, width: number, height: number): string =>
  `wmctrl -r '${title}' -b remove,maximized_vert,maximized_horz; sleep 0.3; wmctrl -r '${title}' -e 0,0,0,${width},${height}; sleep 0.5`;
const mousepad = window('Mousepad');
const calc = window('LibreOffice Calc');
const chromium = window('Chromium');

export const changes: readonly Change[] = [
  {
    kind: 'text of a cell',
    application: 'soffice',
    script: `${calc} xdotool key ctrl+Home; sleep 0.3; xdotool type --delay 20 '=4+3'; xdotool key Return`,
    sees: (root) => cell(root, 'A1', 'text'),
  },
  {
    kind: 'fewer cells: a smaller window',
    application: 'soffice',
    script: `${calc} ${resized('LibreOffice Calc', 700, 480)}`,
    sees: (root) => of(root, 'frame', 'cp:size') + nodes(root, 'table-cell').length,
  },
  {
    kind: 'name',
    application: 'mousepad',
    script: `${mousepad} xdotool type --delay 20 'typed '`,
    sees: (root) => names(root, 'frame'),
  },
  {
    kind: 'text',
    application: 'mousepad',
    script: `${mousepad} xdotool type --delay 20 'more ☃ '`,
    sees: (root) => texts(root, 'text'),
  },
  {
    kind: 'state',
    application: 'mousepad',
    script: `${mousepad} xdotool key ctrl+m`,
    sees: (root) => of(root, 'menu-bar', 'st:showing'),
  },
  {
    kind: 'state (back)',
    application: 'mousepad',
    script: `${mousepad} xdotool key ctrl+m`,
    sees: (root) => of(root, 'menu-bar', 'st:showing'),
  },
  {
    kind: 'geometry',
    application: 'mousepad',
    script: `${mousepad} wmctrl -r :ACTIVE: -b remove,maximized_vert,maximized_horz; sleep 0.3; wmctrl -r :ACTIVE: -e 0,211,157,640,480`,
    sees: (root) => of(root, 'frame', 'cp:screencoord'),
  },
  {
    kind: 'geometry (moved only)',
    application: 'mousepad',
    script: `${mousepad} wmctrl -r :ACTIVE: -e 0,305,263,640,480`,
    sees: (root) => of(root, 'frame', 'cp:screencoord'),
  },
  {
    kind: 'children added: a dialog',
    application: 'mousepad',
    script: `${mousepad} xdotool key ctrl+r; sleep 0.6`,
    sees: (root) => String(nodes(root, 'dialog').length + nodes(root, 'frame').length),
  },
  {
    kind: 'children removed',
    application: 'mousepad',
    script: 'xdotool key Escape; sleep 0.6',
    sees: (root) => String(nodes(root, 'dialog').length + nodes(root, 'frame').length),
  },
  {
    kind: 'text of a calculator',
    application: 'galculator',
    script: `${window('galculator')} xdotool type --delay 30 '12'`,
    sees: (root) => texts(root, 'text'),
  },
  {
    kind: 'attributes of a page',
    application: 'Chromium',
    script: `${chromium} xdotool key alt+shift+b; sleep 0.3; xdotool key alt+b`,
    sees: (root) => of(root, 'push-button', 'attr:class'),
  },
  {
    kind: 'value of a page',
    application: 'Chromium',
    script: `${chromium} xdotool key Tab Right Right`,
    sees: (root) => of(root, 'slider', 'val:value'),
  },
  {
    kind: 'scroll of a page',
    application: 'Chromium',
    script: `${chromium} xdotool mousemove 900 700 click 5 click 5 click 5; sleep 1`,
    sees: (root) => of(root, 'heading', 'cp:screencoord'),
  },
  {
    kind: 'attribute of a cell: formula with the same result',
    application: 'soffice',
    script: `${calc} xdotool key ctrl+Home; sleep 0.3; xdotool type --delay 20 '=3+4'; xdotool key Return`,
    sees: (root) => cell(root, 'A1', 'attr:Formula'),
  },
  {
    kind: 'cells moved by a new row',
    application: 'soffice',
    script: `${calc} xdotool key ctrl+Home; sleep 0.3; xdotool key shift+space; sleep 0.3; xdotool key ctrl+plus; sleep 0.5`,
    sees: (root) => cell(root, 'A2', 'text'),
  },
  {
    // A few rows only: the peer looks at 501 cells of every row above the first that shows.
    kind: 'scroll of a sheet',
    application: 'soffice',
    script: `${calc} xdotool key ctrl+Home; sleep 0.3; xdotool mousemove 300 330 click 5; sleep 0.5`,
    sees: (root) => names(root, 'table-cell').slice(0, 40),
  },
  {
    kind: 'another sheet',
    application: 'soffice',
    script: `${calc} xdotool key ctrl+Home; sleep 0.3; xdotool key ctrl+Next; sleep 0.8`,
    sees: (root) => names(root, 'table') + texts(root, 'table-cell'),
  },
];
