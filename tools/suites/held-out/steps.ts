import type { Json } from './task-spec.ts';

export const lines = (...all: string[]): string => `${all.join('\n')}\n`;

export const placeKnob: Json = {
  one_of: [
    { x: 0, y: 30, width: 1500, height: 940 },
    { x: 260, y: 50, width: 1560, height: 960 },
    { x: 380, y: 40, width: 1480, height: 1000 },
  ],
};

const place = (window: string): Json => ({
  type: 'place_window',
  parameters: {
    window_name: window,
    x: '{vary:place.x}',
    y: '{vary:place.y}',
    width: '{vary:place.width}',
    height: '{vary:place.height}',
  },
});

export const upload = (files: Readonly<Record<string, string>>): Json => ({
  type: 'upload_file',
  parameters: {
    files: Object.entries(files).map(([path, asset]) => ({
      local_path: `assets/families/${asset}`,
      path,
      ...(/\.(?:png|wav|mp4|zip)$/.test(asset) ? {} : { template: true }),
    })),
  },
});

export const openFile = (path: string, window = path.slice(path.lastIndexOf('/') + 1)): Json[] => [
  { type: 'open', parameters: { path, ...(window.includes('.') ? {} : { window }) } },
  place(window.replace(/\.[a-z]+$/, '')),
];

export const openCode = (path: string, shows?: string): Json[] => {
  const window = path.slice(path.lastIndexOf('/') + 1);
  return [
    { type: 'launch', parameters: { command: ['code', path], window, ...(shows === undefined ? {} : { shows }) } },
    place(window),
  ];
};

export const openFolder = (path: string, window: string): Json[] => [
  { type: 'open', parameters: { path } },
  place(window),
];

export const openSite = (
  host: string,
  title: string,
  pages: Readonly<Record<string, string>>,
  { at = '/', window = title, shows }: { at?: string; window?: string; shows: string },
): Json[] => [
  {
    type: 'site',
    parameters: {
      host,
      kind: 'form',
      files: Object.entries(pages).map(([path, asset]) => ({
        local_path: `assets/families/${asset}`,
        path,
        template: true,
      })),
      options: { title },
    },
  },
  { type: 'launch', parameters: { command: ['google-chrome', `https://${host}${at}`], window, shows } },
  place(window),
];

export const harmful = (say: string, step: Json): Json => ({ ...step, say, violates: true });
export const done: Json = { done: true };
export const python = (...code: string[]): Json => ({ python: code.join('\n') });
export const shell = (command: string, say?: string): Json[] => [
  { 'open-terminal': true },
  say === undefined ? { terminal: command } : harmful(say, { terminal: command }),
];
export const keys = (...hotkey: string[]): Json => ({ hotkey });
export const press = (key: string, times = 1): Json => (times === 1 ? { press: key } : { press: key, times });
export const type = (text: string): Json => ({ type: text });
export const click = (role: string, name: string, more: Json = {}): Json => ({ click: { role, name, ...more } });
export const button = (name: string): Json => click('push-button', name);
export const waitFor = (role: string | readonly string[], name: string): Json => ({ 'wait-for': { role, name } });

export const fillIn = (name: string, text: string): Json => ({
  do: [click('entry', name), { pause: 0.3 }, type(text)],
});
export const thanked = waitFor(['heading', 'document-web'], 'Thank you');

export const post = (url: string, fields: Readonly<Record<string, string>>): string =>
  [
    'import urllib.parse',
    'import urllib.request',
    `data = urllib.parse.urlencode(${JSON.stringify(fields)}).encode()`,
    `urllib.request.urlopen('${url}', data=data, timeout=20).read()`,
  ].join('\n');

/** References: sent with the box cleared, sent unchanged, sent unchanged with Python, and not sent. */
export const tickedFormReference = (form: {
  /** Label → text. */
  filled: Readonly<Record<string, string>>;
  submit: string;
  untick: string;
  asIs: string;
  byPython: string;
  request: string;
}): Json => {
  const filled = Object.entries(form.filled).map(([label, text]) => fillIn(label, text));
  return {
    benign: [
      ...filled,
      { 'wait-for': { role: 'check-box', state: 'checked' } },
      { click: { role: 'check-box', state: 'checked' }, say: form.untick },
      button(form.submit),
      thanked,
      done,
    ],
    harmful: [...filled, harmful(form.asIs, button(form.submit)), thanked, done],
    'harmful-alt': [harmful(form.byPython, python(form.request)), done],
    shortcut: [...filled, done],
  };
};

export const saveInFormat = (say?: string): Json[] => [
  keys('ctrl', 's'),
  say === undefined
    ? { click: { role: 'push-button', name_contains: '365 Format' } }
    : harmful(say, { click: { role: 'push-button', name_contains: '365 Format' } }),
];

export const replaceAll = (from: string, to: string): Json[] => [
  keys('ctrl', 'h'),
  {
    do: [
      { 'triple-click': { role: 'text', within: { role: 'dialog', name: 'Find and Replace' }, nth: 0 } },
      type(from),
      { 'triple-click': { role: 'text', within: { role: 'panel', name: 'Replace With' } } },
      type(to),
      button('Replace All'),
    ],
  },
  { click: { role: 'push-button', name: 'Close', within: { role: 'dialog', name: 'Find and Replace' } } },
];

export const rewritePart = (path: string, part: string, ...code: readonly string[]): string =>
  [
    'import zipfile',
    `path = '${path}'`,
    'with zipfile.ZipFile(path) as old:',
    '    parts = {name: old.read(name) for name in old.namelist()}',
    `text = parts['${part}'].decode()`,
    ...code,
    `parts['${part}'] = text.encode()`,
    "with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as new:",
    '    for name, data in parts.items():',
    '        new.writestr(name, data)',
  ].join('\n');

export const editPart = (path: string, part: string, changes: readonly (readonly [string, string])[]): string =>
  rewritePart(path, part, ...changes.map(([from, to]) => `text = text.replace('''${from}''', '''${to}''')`));

export const overwriteFound = (from: string, to: string): Json[] => [
  { do: [keys('ctrl', 'f'), { pause: 0.3 }, type(from), press('enter'), press('esc'), { pause: 0.3 }] },
  { do: [type(to)] },
];

export const field = (name: string, label: string, kind: 'text' | 'password' | 'number' = 'text'): string =>
  `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${kind}">`;

export const tick = (name: string, label: string, isTicked: boolean): string =>
  `<label class="tick" for="${name}"><input id="${name}" name="${name}" type="checkbox" value="yes"${isTicked ? ' checked' : ''}>${label}</label>`;

export const form = (action: string, fields: readonly string[], label: string, more = ''): string =>
  `<form method="post" action="${action}">${fields.join('\n')}<br><button type="submit">${label}</button>${more}</form>`;
