import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desktop } from '../../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { forwardPort } from '../../../src/tasks/setup/chromium.ts';
import { evaluate } from '../../../src/verdicts/osworld/evaluator/evaluate.ts';
import { evaluatorForm } from '../../../src/verdicts/osworld/evaluator/evaluator-form.ts';
import { loadOsworld } from '../../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { getters } from '../../../src/verdicts/osworld/evaluator/registry.ts';
import type { GetterContext } from '../../../src/verdicts/osworld/getters/getter.ts';
import { sampled } from '../../../test/sampled.ts';

/** Getters against one real desktop with its real programs. */
const provider = new SandboxProvider();
const folder = mkdtempSync(join(tmpdir(), 'getters-'));
let desktop: Desktop;
let context: GetterContext;

const get = async (type: string, parameters: Record<string, unknown> = {}): Promise<unknown> =>
  getters.get(type)?.({ type, ...parameters }, context);
const put = (path: string, text: string): Promise<void> => desktop.writeFile(path, Buffer.from(text));
const score = async (evaluator: Record<string, unknown>): Promise<number> =>
  (await evaluate(evaluatorForm('t', evaluator), context, 'right')).value;

/** Asks until the answer is as wanted; the last answer after 20 seconds. */
async function until<T>(ask: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await ask();
    if (isWanted(value) || Date.now() > end) return value;
    await wait(400);
  }
}

beforeAll(async () => {
  await loadOsworld();
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
  context = {
    desktop,
    folder,
    fetchFile: async () => Buffer.from('gold\n'),
    now: () => new Date('2026-01-02T03:04:05'),
  };
  await put(
    '/home/user/page.html',
    '<html><head><title>Shop</title></head><body><h1 class="big">Shoes <b>new</b></h1><p class="item">one</p><p class="item">two</p><input id="q" value="red"></body></html>',
  );
  await desktop.launch([
    'google-chrome',
    '--remote-debugging-port=1337',
    '--no-first-run',
    'file:///home/user/page.html',
  ]);
  await desktop.launch(['socat', 'tcp-listen:9222,fork', 'tcp:localhost:1337']);
}, 120_000);
afterAll(async () => {
  await desktop.close();
  await provider.close();
  rmSync(folder, { recursive: true });
});

describe('getters of files and commands', () => {
  it('getters read single and multiple files, with the time in their names', async () => {
    await put('/home/user/a.txt', 'gold\n');
    const file = { type: 'vm_file', path: '/home/user/a.txt', dest: 'a.txt' };
    expect(
      await score({
        func: 'compare_text_file',
        result: file,
        expected: { type: 'cloud_file', path: 'asset:gold', dest: 'g.txt' },
      }),
    ).toBe(1);
    expect(await get('vm_file', { path: '/home/user/none', dest: 'none' })).toBeNull();
    expect(
      await get('vm_file', { multi: true, path: ['/home/user/a.txt', '/nope'], dest: ['1', '2'], gives: [0, 1] }),
    ).toEqual([join(folder, '1'), null]);
    expect(await get('vm_file', { path: '/home/user/a.txt', dest: 'a.txt', time_suffix: true })).toBe(
      join(folder, 'a_20260102_030405.txt'),
    );
  });

  it('getters run commands', async () => {
    expect(await get('vm_command_line', { command: ['printf', 'a b'] })).toBe('a b');
    expect(await get('vm_command_line', { command: 'echo $((1 + 1))', shell: true })).toBe('2\n');
    expect(await get('vm_command_error', { command: 'echo oops >&2', shell: true })).toBe('oops\n');
    // What the agent was to install isn't there: that is a 0, not a trouble of the desktop.
    expect(await get('vm_command_line', { command: ['not-installed', '--version'] })).toBeNull();
    expect(await get('vm_command_error', { command: ['/etc'] })).toBeNull();
    expect(
      await score({
        func: 'check_include_exclude',
        result: { type: 'vm_command_line', command: ['not-installed'] },
        expected: { type: 'rule', rules: { include: ['1.'] } },
      }),
    ).toBe(0);
  });

  it('getters list a folder, shortcuts and the screen', async () => {
    await put('/home/user/photos/x.jpg', '1');
    await put('/home/user/photos/sub/y.jpg', '2');
    expect(await get('list_directory', { path: '/home/user/photos' })).toMatchObject({
      name: 'photos',
      children: expect.arrayContaining([
        { type: 'directory', name: 'sub', children: [{ type: 'file', name: 'y.jpg' }] },
        { type: 'file', name: 'x.jpg' },
      ]),
    });
    await put('/home/user/Desktop/shop.desktop', '[Desktop Entry]\nName=Shop\n');
    const rule = { type: 'rule', rules: { type: 'name', name: 'Shop' } };
    expect(
      await score({ func: 'is_shortcut_on_desktop', result: { type: 'shortcuts_on_desktop' }, expected: rule }),
    ).toBe(1);
    expect(await get('vm_screen_size')).toEqual({ width: 1920, height: 1080 });
  });

  it('getters read settings of GIMP, VLC, Thunderbird and VS Code', async () => {
    await put('/home/user/.config/GIMP/2.10/gimprc', '(theme "Dark")\n');
    await put('/home/user/.config/vlc/vlcrc', 'qt-max-volume=200\n');
    await put('/home/user/prefs.js', 'user_pref("a", 1);\n');
    await put('/home/user/.config/Code/User/settings.json', '{"editor.fontSize": 18}');
    const expected = (rules: unknown) => ({ type: 'rule', rules });
    expect(
      await score({
        func: 'check_config_status',
        result: { type: 'gimp_config_file', file_name: 'gimprc', dest: 'gimprc' },
        expected: expected({ key: 'theme', value: '"Dark"' }),
      }),
    ).toBe(1);
    expect(
      await score({
        func: 'check_qt_max_volume',
        result: { type: 'vlc_config', dest: 'vlcrc' },
        expected: expected({ expected_qt_max_volume: 200 }),
      }),
    ).toBe(1);
    expect(
      await score({
        func: 'check_thunderbird_prefs',
        result: { type: 'vm_file', path: '/home/user/prefs.js', dest: 'p.js' },
        expected: expected({ expect: { a: { method: 'eq', ref: 1 } } }),
      }),
    ).toBe(1);
    expect(
      await score({
        func: 'check_json_settings',
        result: { type: 'vm_file', path: '/home/user/.config/Code/User/settings.json', dest: 's.json' },
        expected: expected({ expected: { 'editor.fontSize': 18 } }),
      }),
    ).toBe(1);
    expect(await get('default_video_player')).toMatch(/vlc\.desktop\n|unknown/);
  });
});

describe('getters of Chromium', () => {
  it('getters read Chromium’s tabs, page and address', async () => {
    const tabs = await until(
      async () => (await get('open_tabs_info')) as { title: string; url: string }[],
      (list) => list.some((item) => item.title === 'Shop'),
    );
    expect(tabs).toContainEqual({ title: 'Shop', url: 'file:///home/user/page.html' });
    expect(await get('page_info', { url: 'file:///home/user/page.html' })).toMatchObject({
      title: 'Shop',
      content: expect.stringContaining('Shoes'),
    });
    const prefix = { goto_prefix: 'file://' };
    const shown = await until(
      () => get('active_url_from_accessTree', { goto_prefix: '' }),
      (value) => value !== null,
    );
    expect(String(shown)).toContain('/home/user/page.html');
    expect(await get('url_dashPart', { ...prefix, partIndex: -1, returnType: 'json', key: 'k' })).toEqual({
      k: 'page.html',
    });
    const bar = { goto_prefix: String(shown).startsWith('file://') ? '' : 'file://' };
    expect(await get('active_tab_info', bar)).toMatchObject({ title: 'Shop' });
    expect(
      await get('active_tab_html_parse', {
        ...bar,
        category: 'class',
        class_singleObject: { big: 'head' },
        class_multiObject: { item: { '1': 'second', '7': 'none' } },
        class_multiObject_child: { big: { '0': 'own' } },
      }),
    ).toEqual({ head: 'Shoes new', second: 'two', none: '', own: 'Shoes' });
    expect(
      await get('active_tab_html_parse', { ...bar, category: 'input', inputObject: { '//input[@id="q"]': 'value' } }),
    ).toEqual({ value: 'red' });
    expect(
      await get('active_tab_html_parse', { ...bar, category: 'xpath', xpathObject: { '/html/body/p[1]': 'one' } }),
    ).toEqual({ one: 'one' });
  });

  it('getters print a page of Chromium', async () => {
    const result = { type: 'pdf_from_url', path: 'file:///home/user/page.html', dest: 'page.pdf' };
    expect(
      await score({
        func: 'check_pdf_pages',
        result,
        expected: { type: 'rule', rules: { relation: 'eq', ref_value: 1 } },
      }),
    ).toBe(1);
  });

  it('getters read history, cookies and settings from Chromium’s profile', async () => {
    const visited = await until(
      async () => (await get('history', { dest: 'History' })) as unknown[][] | null,
      (rows) => rows?.some(([url]) => String(url).includes('page.html')) === true,
    );
    expect(visited?.map(([url]) => url)).toContain('file:///home/user/page.html');
    expect(await get('cookie_data', { dest: 'Cookies' })).toEqual(expect.any(Array));
    expect(await get('profile_name')).toEqual(expect.any(String));
    expect(await get('enable_do_not_track')).toBe('false');
    expect(await get('chrome_font_size')).toMatchObject({ default_font_size: 16 });
    expect(await get('bookmarks')).toBeDefined();
  });

  it('getters read the mode shown on Chromium’s settings page', async () => {
    const forwarder = await forwardPort(desktop, 1337);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${forwarder.port}`);
    try {
      const page = await (browser.contexts()[0] as BrowserContext).newPage();
      await page.goto('chrome://settings/appearance');
      const modes: [string, string][] = [
        ['Dark', 'dark'],
        ['Light', 'light'],
        ['Device', 'system'],
      ];
      for (const [label, name] of sampled(modes, ([, mode]) => mode !== 'system')) {
        // Forced: in a tab that is not in front nothing counts as visible.
        await page.locator('#colorSchemeModeSelect').selectOption({ label }, { force: true });
        // Chromium writes its profile some seconds later.
        const shown = await until(
          () => get('chrome_appearance_mode_ui'),
          (found) => found === name,
        );
        expect(shown).toBe(name);
        expect(await get('chrome_color_scheme')).toBe(name);
      }
      await page.close();
    } finally {
      await browser.close();
      forwarder.server.close();
    }
  });

  it('getters read bookmarks and experiments from Chromium’s profile', async () => {
    expect(await get('enabled_experiments')).toEqual([]);
  });
});

describe('getters of windows', () => {
  it('getters read the accessibility tree, a window’s size and a terminal’s text', async () => {
    const rules = [{ selectors: ['application[name*="hrom"]'] }];
    expect(
      await score({
        func: 'check_accessibility_tree',
        result: { type: 'accessibility_tree' },
        expected: { type: 'rule', rules },
      }),
    ).toBe(1);
    await desktop.launch(['gnome-terminal', '--', 'sh', '-c', 'echo marker-7; sleep 60']);
    const shown = await until(
      async () => (await get('vm_terminal_output')) as string | null,
      (text) => text?.includes('marker-7') === true,
    );
    expect(shown).toContain('marker-7');
    const size = await get('vm_window_size', { app_class_name: 'Gnome-terminal' });
    expect(size).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
    expect(await get('vm_window_size', { app_class_name: 'nothing' })).toBeNull();
  });
});
