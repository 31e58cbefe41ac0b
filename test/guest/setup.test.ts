import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
});
afterAll(() => live?.close());

async function pixel(x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(await live.desktop.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

test('a fresh desktop shows its background from the start', async () => {
  const first = await pixel(300, 300);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(first).toEqual(await pixel(300, 300));
});

test('the screenshot shows the screen in its colours, with the cursor at the pointer', async () => {
  await live.desktop.execute(`
import pyautogui, subprocess
pyautogui.moveTo(700, 400)
subprocess.run(['xsetroot', '-solid', '#3366cc', '-cursor_name', 'left_ptr'])`);
  expect(await pixel(300, 300)).toEqual([0x33, 0x66, 0xcc]);
  const { output } = await live.desktop.execute('import pyautogui; print(pyautogui.pixel(300, 300))');
  expect(output).toBe('(51, 102, 204)\n');
  const around = await Promise.all([pixel(701, 404), pixel(690, 390)]);
  expect(around[0]).not.toEqual([0x33, 0x66, 0xcc]);
  expect(around[1]).toEqual([0x33, 0x66, 0xcc]);
});

test('a wallpaper that was set is shown and returned', async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b03060' } })
    .png()
    .toBuffer();
  await live.desktop.writeFile('/home/user/Pictures/wall paper.png', picture);
  const reply = await live.post('/setup/change_wallpaper', { path: '~/Pictures/wall paper.png' });
  expect([reply.status, reply.body.toString()]).toEqual([200, 'Wallpaper changed successfully']);
  await live.desktop.settle();
  expect(await pixel(300, 300)).toEqual([0xb0, 0x30, 0x60]);
  const given = await live.post('/wallpaper');
  expect([given.status, given.headers['content-type'], given.body.equals(picture)]).toEqual([200, 'image/png', true]);
});

test('opening a file waits for its window', async () => {
  await live.desktop.writeFile('/home/user/Documents/minutes.txt', Buffer.from('Present: all\n'));
  await live.desktop.openFile('/home/user/Documents/minutes.txt');
  const active = (await live.desktop.windows()).find((window) => window.active);
  expect(active?.title).toContain('minutes.txt');
});

test('windows are activated and closed by name and class', async () => {
  await live.open(['galculator'], 'galculator');
  const active = async () => (await live.desktop.windows()).find((window) => window.active)?.title ?? '';
  await live.desktop.activateWindow('MINUTES');
  await expect.poll(active).toContain('minutes.txt');
  await live.desktop.activateWindow('galculator.Galculator', { strict: true, byClass: true });
  await expect.poll(active).toBe('galculator');
  await live.desktop.activateWindow('Galculator', { strict: true });
  await live.desktop.closeWindow('galculator', { strict: true });
  await expect
    .poll(async () => (await live.desktop.windows()).map((window) => window.title))
    .not.toContain('galculator');
});

test('a download arrives from the desktop’s own internet', async () => {
  const reply = await live.post('/setup/download_file', {
    url: 'http://files.example.com/a',
    path: '~/Downloads/new/a.html',
  });
  expect(reply.body.toString()).toBe('File downloaded successfully');
  expect((await live.desktop.readFile('/home/user/Downloads/new/a.html'))?.toString()).toContain('<html');
});

test('the text of the focused terminal is returned, and null without one', async () => {
  expect(JSON.parse((await live.get('/terminal')).body.toString())).toEqual({ output: null, status: 'success' });
  await live.open(['gnome-terminal'], 'user@');
  await live.desktop.execute("import pyautogui; pyautogui.write('echo mark-$((40+2))\\n')");
  const text = async () => String(JSON.parse((await live.get('/terminal')).body.toString()).output);
  await expect.poll(text, { timeout: 40_000 }).toContain('mark-42');
});

test('a file uploaded through the client downloads unchanged', async () => {
  const { GuestClient } = await import('../../src/desktop/client/guest-client.ts');
  const guest = new GuestClient({ socketPath: live.desktop.controlPath });
  const content = Buffer.from([0, 1, 2, 13, 10, 45, 45, 255]);
  await guest.upload('/home/user/a b/ü.bin', content);
  expect(await guest.file('~/a b/ü.bin')).toEqual(content);
  expect(await guest.file('~/a b/none')).toBeNull();
  guest.close();
});

test('opening a file whose name is inside another window’s title waits for its own window', async () => {
  expect((await live.desktop.windows()).map(({ title }) => title)).toContain('panel');
  await live.desktop.writeFile('/home/user/Documents/pan.txt', Buffer.from('t\n'));
  await live.desktop.openFile('/home/user/Documents/pan.txt');
  expect((await live.desktop.windows()).map(({ title }) => title)).toContainEqual(expect.stringContaining('pan.txt'));
});
