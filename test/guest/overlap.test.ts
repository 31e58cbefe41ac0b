import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

let live: LiveDesktop;
beforeAll(async () => {
  live = await liveDesktop();
  await live.open(['mousepad'], 'Mousepad');
});
afterAll(() => live?.close());

const times = <T>(count: number, act: (index: number) => T) => Array.from({ length: count }, (_, index) => act(index));

test('overlapping requests of every kind get complete answers', async () => {
  const replies = await Promise.all([
    ...times(8, () => live.get('/accessibility')),
    ...times(8, () => live.get('/screenshot')),
    ...times(8, (index) => live.post('/execute', { command: ['echo', String(index)] })),
    ...times(8, (index) => live.post('/v2/python', { code: `print(${index})` })),
  ]);
  expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
  for (const reply of replies.slice(0, 8)) {
    expect(JSON.parse(reply.body.toString()).AT).toMatch(/^<desktop-frame .*mousepad.*<\/desktop-frame>$/s);
  }
  for (const reply of replies.slice(8, 16)) expect(reply.body.subarray(-8, -4).toString()).toBe('IEND');
  expect(replies.slice(16, 24).map((reply) => JSON.parse(reply.body.toString()).output)).toEqual(
    times(8, (i) => `${i}\n`),
  );
  expect(replies.slice(24).map((reply) => JSON.parse(reply.body.toString()).output)).toEqual(times(8, (i) => `${i}\n`));
});

test('a second recording is refused, and both requests to end it are answered', async () => {
  const starts = await Promise.all([live.post('/start_recording'), live.post('/start_recording')]);
  expect(starts.map((reply) => reply.status).sort()).toEqual([200, 400]);
  const ends = await Promise.all([live.post('/end_recording'), live.post('/end_recording')]);
  expect(ends.map((reply) => reply.status).sort()).toEqual([200, 400]);
});

test('invalid input is refused, and the server stays up', async () => {
  const raw = (path: string, type: string, body: string) =>
    live.http.call({ method: 'POST', path, headers: { 'Content-Type': type }, body, timeoutMs: 30_000 });
  expect((await raw('/execute', 'application/json', '{"command": ')).status).toBe(400);
  expect((await raw('/execute', 'text/plain', '{}')).status).toBe(415);
  expect((await raw('/execute', 'application/json', '[1]')).status).toBe(500);
  expect((await raw('/execute', 'application/json', '{"command": {"a": 1}}')).status).toBe(500);
  expect((await raw('/execute', 'application/json', '{"command": "echo \'"}')).status).toBe(500);
  expect((await raw('/execute', 'application/json', '{"command": ["a\\u0000b"]}')).status).toBe(500);
  expect((await raw('/setup/upload', 'multipart/form-data; boundary=x', '--x\r\nnonsense')).status).toBe(500);
  expect((await raw('/v2/python', 'application/json', '{}')).status).toBe(400);
  expect((await raw('/v2/settle', 'application/json', '{"quietMs": "soon"}')).status).toBe(400);
  expect((await raw('/setup/open_file', 'application/json', '{"path": 3}')).status).toBe(400);
  expect((await live.get('/v2/journal?since=x')).status).toBe(400);
  expect((await live.desktop.health()).ready).toBe(true);
});

test('a folder that can’t be created and a file that can’t be read are reported, and the server stays up', async () => {
  const part = 'Content-Disposition: form-data; name=';
  const upload = (path: string) =>
    live.http.call({
      method: 'POST',
      path: '/setup/upload',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: `--x\r\n${part}"file_path"\r\n\r\n${path}\r\n--x\r\n${part}"file_data"; filename="f"\r\n\r\n1\r\n--x--\r\n`,
      timeoutMs: 30_000,
    });
  const lost = await upload('/proc/none/below/file');
  expect([lost.status, JSON.parse(lost.body.toString()).error]).toEqual([
    500,
    expect.stringContaining('Failed to save file: [Errno 2]'),
  ]);
  const download = { url: 'http://files.example.com/a', path: '/proc/none/a' };
  expect((await live.post('/setup/download_file', download)).status).toBe(500);
  const locked = await live.http.call({
    method: 'POST',
    path: '/file',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'file_path=/etc/shadow',
    timeoutMs: 30_000,
  });
  expect([locked.status, JSON.parse(locked.body.toString())]).toEqual([
    500,
    { error: "Failed to read file: [Errno 13] Permission denied: '/etc/shadow'" },
  ]);
  expect((await live.desktop.health()).ready).toBe(true);
});

test('a large upload is written to disk and downloads unchanged', async () => {
  const content = Buffer.alloc(80 << 20, 'upload ');
  const boundary = 'large';
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file_data"; filename="l"\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}\r\nContent-Disposition: form-data; name="file_path"\r\n\r\n~/large/file.bin`),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const reply = await live.http.call({ method: 'POST', path: '/setup/upload', headers, body, timeoutMs: 60_000 });
  expect(reply.body.toString()).toBe(`File Uploaded: ${content.length} bytes`);
  const { output } = await live.desktop.exec(['stat', '-c', '%s %U', '/home/user/large/file.bin']);
  expect(output).toBe(`${content.length} user\n`);
});
