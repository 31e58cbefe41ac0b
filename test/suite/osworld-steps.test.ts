import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { Downloads } from '../../src/tasks/setup/downloads/downloads.ts';
import { runSetup } from '../../src/tasks/setup/run-setup.ts';
import type { SetupContext } from '../../src/tasks/setup/setup-kind.ts';
import { docx, xlsx } from '../../src/tasks/suite/build/recipes/office-files.ts';
import { photo } from './photo.ts';

/** Every step of OSWorld's in a real desktop, with its real programs; the files are served on this machine's loopback. */
const provider = new SandboxProvider();
const folder = mkdtempSync(join(tmpdir(), 'osworld-steps-'));
const files = new Map<string, Uint8Array>([
  ['letter.docx', docx(['A letter.'])],
  [
    'table.xlsx',
    xlsx('Table', [
      ['Name', 'Count'],
      ['Pears', 4],
    ]),
  ],
  ['picture.png', photo(640, 400, 60, 'GOLD')],
]);
const outputs = new Map<string, string>();
const notes: string[] = [];
let served: string[];
let server: Server;
let origin: string;
let desktop: Desktop;

beforeAll(async () => {
  served = [];
  server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    served.push(name);
    const content = files.get(name);
    if (content === undefined) response.writeHead(404).end();
    else response.end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/note.txt'), 'A note.\n');
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
}, 120_000);
afterAll(async () => {
  await desktop.close();
  await provider.close();
  server.close();
  rmSync(folder, { recursive: true });
});

const steps = (list: [string, Record<string, unknown>][], more: Partial<SetupContext> = {}) =>
  runSetup(
    list.map(([type, parameters]) => ({ type, parameters })),
    {
      desktop,
      suiteFolder: folder,
      canaries: {},
      taskId: 't1',
      isForeign: true,
      outputs,
      note: (text) => notes.push(text),
      downloads: new Downloads({ cache: join(folder, 'kept'), allowPrivate: true, pauses: [1, 1] }),
      ...more,
    },
  );
const titles = async () => (await desktop.windows()).map(({ title }) => title).join(' | ');
const fetched = (name: string): [string, Record<string, unknown>] => [
  'download',
  { files: [{ url: `${origin}/${name}`, path: `/home/user/Desktop/${name}` }] },
];
const closed = (name: string): [string, Record<string, unknown>] => ['close_window', { window_name: name }];

describe('OSWorld’s set-up steps on a real desktop', () => {
  it('the steps download and upload_file place files of the user', async () => {
    await steps([
      fetched('table.xlsx'),
      fetched('table.xlsx'),
      ['upload_file', { files: [{ local_path: 'assets/note.txt', path: '~/Desktop/new/note.txt' }] }],
    ]);
    expect(served).toEqual(['table.xlsx']);
    const [table] = await desktop.listFiles('/home/user/Desktop/table.xlsx');
    expect(table).toMatchObject({
      uid: 1000,
      hash: createHash('sha256')
        .update(files.get('table.xlsx') as Uint8Array)
        .digest('hex'),
    });
    expect((await desktop.readFile('/home/user/Desktop/new/note.txt'))?.toString()).toBe('A note.\n');
    await expect(steps([fetched('nothing.xlsx')])).rejects.toThrow(
      /config\[0\] \(download\): .*nothing\.xlsx.*HTTP 404/,
    );
  });

  it('the steps execute and command fill placeholders, store outputs, wait for `until`, and tolerate exit codes like OSWorld', {
    timeout: 60_000,
  }, async () => {
    await steps([
      [
        'execute',
        { command: ['echo', '{CLIENT_PASSWORD} {SCREEN_WIDTH_HALF}x{SCREEN_HEIGHT_HALF} {OTHER}'], stdout: 'said.txt' },
      ],
      ['command', { command: 'echo "one two" >&2; exit 3', shell: true, stderr: 'complained.txt' }],
      ['execute', { command: 'echo x >> /tmp/count; wc -l < /tmp/count', shell: true, until: { stdout: '3' } }],
      ['execute', { command: ['python', '-c', 'import pyautogui; pyautogui.moveTo({SCREEN_WIDTH_HALF}, 7)'] }],
      ['execute', { command: 'echo {CLIENT_PASSWORD} | sudo -S id -u', shell: true, stdout: 'root.txt' }],
    ]);
    expect(outputs.get('said.txt')).toBe('password 960x540 {OTHER}\n');
    expect(outputs.get('complained.txt')).toBe('one two\n');
    expect(outputs.get('root.txt')).toBe('0\n');
    expect(notes.join()).toMatch(/config\[1\] \(command\): the command ended with 3/);
    const place = await desktop.exec(['xdotool', 'getmouselocation']);
    expect(place.output).toMatch(/^x:960 y:7 /);
    await expect(steps([['execute', { command: ['no-such-program'] }]])).rejects.toThrow(/config\[0\] \(execute\)/);
    await expect(steps([['execute', { command: 'no-such-program', shell: true }]])).rejects.toThrow(/ended with 127/);
  });

  it('the step execute_with_verification waits for a window and a command, and fails without them', {
    timeout: 60_000,
  }, async () => {
    await steps([
      [
        'execute_with_verification',
        {
          command: 'setsid -f gedit /home/user/Desktop/new/note.txt',
          shell: true,
          verification: { window_exists: 'NOTE.TXT', command_success: 'pgrep gedit' },
          max_wait_time: 30,
          check_interval: 0.2,
        },
      ],
    ]);
    expect(await titles()).toContain('note.txt');
    await steps([closed('note.txt')]);
    const never = {
      command: ['true'],
      verification: { window_exists: 'Nowhere' },
      max_wait_time: 0.5,
      check_interval: 0.1,
    };
    await expect(steps([['execute_with_verification', never]])).rejects.toThrow(
      /no window is called "Nowhere" after 0\.5 s/,
    );
  });

  it('the step open shows documents in LibreOffice', { timeout: 120_000 }, async () => {
    await steps([
      fetched('letter.docx'),
      ['open', { path: '/home/user/Desktop/letter.docx' }],
      ['open', { path: '/home/user/Desktop/table.xlsx' }],
    ]);
    expect(await titles()).toMatch(/letter\.docx.*Writer/);
    await steps([['activate_window', { window_name: 'letter.docx - LibreOffice Writer', strict: true }]]);
    expect((await desktop.windows()).find(({ active }) => active)?.title).toBe('letter.docx - LibreOffice Writer');
    await steps([['activate_window', { window_name: 'libreoffice-calc', by_class: true }]]);
    expect((await desktop.windows()).find(({ active }) => active)?.title).toContain('table.xlsx');
    const place = { x: 300, y: 120, width: 900, height: 600 };
    await steps([['place_window', { window_name: 'letter', ...place }]]);
    const placed = (await desktop.windows()).filter(({ width }) => width === place.width);
    expect(placed.map(({ title }) => title)).toEqual(['letter.docx - LibreOffice Writer']);
    await steps([closed('table.xlsx'), closed('letter.docx')]);
    await expect(steps([['open', { path: '/home/user/Desktop/none.docx' }]])).rejects.toThrow(
      /config\[0\] \(open\).*none\.docx/,
    );
  });

  it('the step launch starts GIMP, VLC and Thunderbird and waits for their windows', { timeout: 180_000 }, async () => {
    await steps([fetched('picture.png'), ['launch', { command: ['gimp', '/home/user/Desktop/picture.png'] }]]);
    // Past its splash, without any step that waits for the window.
    expect(await titles()).toContain('[picture] (imported)');
    await steps([['execute', { command: ['pkill', 'gimp'] }]]);
    await steps([
      ['launch', { command: 'vlc --no-one-instance' }],
      ['activate_window', { window_name: 'VLC media player' }],
      closed('VLC media player'),
    ]);
    // A profile as tasks unpack it: from another installation, which Thunderbird would pass over.
    const preferences = readFileSync(
      new URL('../../image/home/.thunderbird/default/prefs.js', import.meta.url),
      'utf8',
    );
    writeFileSync(
      join(folder, 'assets/prefs.js'),
      preferences.replaceAll('"user@example.org"', '"sample@example.org"'),
    );
    writeFileSync(join(folder, 'assets/profiles.ini'), '[Profile0]\nName=s\nIsRelative=1\nPath=s.release\n');
    await steps([
      ['execute', { command: 'rm -rf .thunderbird', shell: true }],
      [
        'upload_file',
        {
          files: [
            { local_path: 'assets/prefs.js', path: '.thunderbird/s.release/prefs.js' },
            { local_path: 'assets/profiles.ini', path: '.thunderbird/profiles.ini' },
          ],
        },
      ],
      ['launch', { command: ['/usr/bin/thunderbird'], shows: 'sample@example.org' }],
      ['activate_window', { window_name: 'Thunderbird' }],
      closed('Thunderbird'),
      ['sleep', { seconds: 0.2 }],
    ]);
    await expect(steps([['launch', { command: ['no-such-program'] }]])).rejects.toThrow(/config\[0\] \(launch\)/);
  });

  it('the step change_wallpaper shows the picture', async () => {
    const before = await desktop.screenshot();
    await steps([['change_wallpaper', { path: '/home/user/Desktop/picture.png' }]]);
    expect((await desktop.screenshot()).equals(before)).toBe(false);
    await expect(steps([['change_wallpaper', { path: '/home/user/none.png' }]])).rejects.toThrow(/there is no file/);
  });

  it('the step update_browse_history works, and tabs of Chromium are opened and closed', {
    timeout: 180_000,
  }, async () => {
    const history = [
      { url: 'https://garden.example/roses', title: 'Roses in autumn', visit_time_from_now_in_seconds: 3600 },
      { url: 'https://garden.example/', title: 'The garden', visit_time_from_now_in_seconds: 60 },
    ];
    await steps([
      ['update_browse_history', { history }],
      ['launch', { command: ['google-chrome', '--remote-debugging-port=1337'] }],
      ['launch', { command: ['socat', 'tcp-listen:9222,fork', 'tcp:localhost:1337'] }],
      ['chrome_open_tabs', { urls_to_open: ['chrome://history', 'https://www.a.example/', 'b.example/page'] }],
      ['activate_window', { window_name: 'Google Chrome' }],
    ]);
    const tabs = async () =>
      JSON.parse((await desktop.exec(['curl', '-s', 'http://127.0.0.1:1337/json/list'])).output) as {
        type: string;
        url: string;
      }[];
    const pages = async () =>
      (await tabs())
        .filter(({ type }) => type === 'page')
        .map(({ url }) => url)
        .sort();
    expect(await pages()).toEqual(['chrome://history/', 'https://b.example/page', 'https://www.a.example/']);
    await steps([['chrome_close_tabs', { urls_to_close: ['https://a.example', 'https://b.example/page'] }]]);
    expect(await pages()).toEqual(['chrome://history/']);
    expect(await desktop.accessibilityTree()).toContain('Roses in autumn');
    await expect(steps([['chrome_close_tabs', { urls_to_close: ['https://c.example'] }]])).rejects.toThrow(
      /no tab shows/,
    );
    await expect(steps([['update_browse_history', { history }]])).rejects.toThrow(/Chromium is already running/);
    // What the agent has closed by the end is told and is no fault of the run.
    notes.length = 0;
    await steps(
      [
        ['activate_window', { window_name: 'No such window' }],
        ['sleep', { seconds: 0 }],
      ],
      { isAfterwards: true },
    );
    expect(notes.join()).toMatch(/config\[0\] \(activate_window\): no window is called/);
  });

  it.each([
    ['googledrive', { settings_file: 'x', operation: ['delete'], args: [] }, /Google account/],
    ['login', { settings_file: 'x' }, /Google account/],
    ['act', {}, /never implemented it/],
    ['replay', {}, /never implemented it/],
  ])('the step %s is refused with the reason', async (type, parameters, reason) => {
    await expect(steps([[type, parameters]])).rejects.toThrow(reason);
  });
});
