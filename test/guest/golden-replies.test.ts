import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GuestReply } from '../../src/desktop/client/guest-http.ts';
import { type LiveDesktop, liveDesktop } from './live-desktop.ts';

interface Golden {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  request: {
    headers?: Record<string, string>;
    data?: string | Record<string, string>;
    files?: Record<string, string[]>;
  };
  status: number;
  headers: Record<string, string>;
  text?: string;
  json?: unknown;
}

/** Exactly the golden reply; or only its form, since the rest depends on machine and time; or another reply, and why. */
type Accepted =
  | { form: (reply: GuestReply) => void }
  | { differs: string; status: number; text?: string; json?: unknown };

const png = (reply: GuestReply) => expect(reply.body.subarray(1, 4).toString()).toBe('PNG');
const json = (reply: GuestReply): Record<string, unknown> => JSON.parse(reply.body.toString('utf8'));
const video = (reply: GuestReply) => expect(reply.body.subarray(4, 8).toString()).toBe('ftyp');

/** Both servers of OSWorld: bodies that depend on the machine, and where a sound desktop answers better. */
const common: Record<string, Accepted> = {
  screenshot: { form: png },
  accessibility: { form: (reply) => expect(json(reply).AT).toMatch(/^<desktop-frame xmlns:/) },
  window_size: {
    form: (reply) => expect(json(reply)).toEqual({ width: expect.any(Number), height: expect.any(Number) }),
  },
  window_size_missing: {
    differs: 'the classic server fails here and answers 500; 404 as in the Verified source (spec osworld §1.2)',
    status: 404,
    json: { error: 'Window not found' },
  },
  desktop_path: {
    differs: 'the golden machine had no ~/Desktop; ours has',
    status: 200,
    json: { desktop_path: '/home/user/Desktop' },
  },
  list_directory: {
    form: (reply) =>
      expect(json(reply).directory_tree).toMatchObject({
        type: 'directory',
        children: expect.arrayContaining([{ type: 'file', name: 'note.txt' }]),
      }),
  },
  execute_tilde: { form: (reply) => expect(String(json(reply).output).split('\n')).toContain('note.txt') },
  execute_with_verification: {
    form: (reply) =>
      expect(json(reply)).toEqual({
        error: '',
        output: '',
        returncode: 0,
        status: 'success',
        verification: 'passed',
        wait_time: expect.any(Number),
      }),
  },
  run_bash_script: {
    differs: 'theirs fails by a bug of its own (an undefined name)',
    status: 200,
    json: { error: '', output: 'hi\ne\n', returncode: 5, status: 'error' },
  },
  end_recording: { form: video },
  // The golden length (41) is not that of the golden text (43).
  launch_list: {
    form: (reply) => expect(reply.body.toString()).toBe('xterm -T golden-xterm launched successfully'),
  },
  wallpaper: { differs: 'the golden machine had no wallpaper; ours has', status: 200 },
};

/** The classic server lacks what the Verified one added, and answers some requests in fewer words. */
const classic: Record<string, Accepted> = {
  ...Object.fromEntries(
    ['execute_with_verification_fails', 'run_python', 'run_python_error'].map((name) => [
      name,
      { form: (reply: GuestReply) => expect(reply.status).not.toBe(404) },
    ]),
  ),
  upload: { differs: 'parent folders are made, as by Verified', status: 200, text: 'File Uploaded: 12 bytes' },
  upload_flat: { differs: 'the size is told, as by Verified', status: 200, text: 'File Uploaded: 12 bytes' },
  open_file_missing: {
    differs: 'programs can be opened too, as by Verified',
    status: 404,
    text: 'Application/file not found: /no/such/file.txt',
  },
  start_recording: {
    differs: 'Verified’s words',
    status: 200,
    json: { message: 'Started recording successfully.', status: 'success' },
  },
};

const onlyInVerified = /^(execute_with_verification|run_python|run_bash_script)/;
const load = (name: string): Golden[] =>
  JSON.parse(readFileSync(new URL(`../golden/guest/${name}.json`, import.meta.url), 'utf8'));

function multipart(fields: Record<string, string>, files: Record<string, Buffer>): { type: string; body: Buffer } {
  const head = (rest: string) => Buffer.from(`--golden\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`);
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), Buffer.from(`${value}\r\n`)]),
    ...Object.entries(files).flatMap(([name, content]) => [
      head(`name="${name}"; filename="upload.txt"`),
      content,
      Buffer.from('\r\n'),
    ]),
  ];
  return {
    type: 'multipart/form-data; boundary=golden',
    body: Buffer.concat([...parts, Buffer.from('--golden--\r\n')]),
  };
}

/** Sends a golden request the way Python's requests library did. */
function send(live: LiveDesktop, { method, path, request }: Golden): Promise<GuestReply> {
  const timeoutMs = 60_000;
  const { data, files } = request;
  if (files) {
    const form = multipart((data ?? {}) as Record<string, string>, { file_data: Buffer.from('uploaded é\n') });
    return live.http.call({ method, path, headers: { 'Content-Type': form.type }, body: form.body, timeoutMs });
  }
  if (typeof data === 'object' && Object.keys(data).length > 0) {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return live.http.call({ method, path, headers, body: new URLSearchParams(data).toString(), timeoutMs });
  }
  const body = typeof data === 'string' ? data : undefined;
  return live.http.call({ method, path, headers: { ...request.headers }, ...(body ? { body } : {}), timeoutMs });
}

function compareBody(reply: GuestReply, expected: { text?: string; json?: unknown }): void {
  if (expected.text !== undefined) expect(reply.body.toString('utf8')).toBe(expected.text);
  if (expected.json !== undefined) expect(json(reply)).toEqual(expected.json);
}

describe.each([
  ['classic', { ...common, ...classic }],
  ['verified', common],
] as const)('the %s server’s replies', (name, accepted) => {
  let live: LiveDesktop;
  const goldens = load(name);

  beforeAll(async () => {
    live = await liveDesktop();
    await live.desktop.writeFile('/home/user/note.txt', Buffer.from('note\n'));
    // The image has no xterm: a stand-in under its name, so that the request can be the golden one.
    await live.desktop.writeFile('/usr/local/bin/xterm', Buffer.from('#!/bin/sh\nexec sleep 30\n'), {
      owner: 'root',
      mode: 0o755,
    });
    await live.open(['mousepad'], 'Mousepad');
    await live.open(['galculator'], 'galculator');
    await live.desktop.execute('import pyautogui; pyautogui.moveTo(960, 540)');
  });
  afterAll(() => live?.close());

  test('there are 49 golden replies', () => {
    expect(goldens).toHaveLength(49);
    for (const key of Object.keys(accepted)) expect(goldens.map((golden) => golden.name)).toContain(key);
  });

  test.each(goldens.map((golden) => [golden.name, golden] as const))(
    'the reply to %s equals the golden one',
    async (key, golden) => {
      const reply = await send(live, golden);
      const rule = accepted[key as keyof typeof accepted] as Accepted | undefined;
      if (rule && 'form' in rule) {
        rule.form(reply);
        if (name === 'classic' && onlyInVerified.test(key)) return;
        expect([reply.status, reply.headers['content-type']]).toEqual([golden.status, golden.headers['Content-Type']]);
        expect(reply.headers['content-disposition']).toBe(golden.headers['Content-Disposition']);
        return;
      }
      if (rule) {
        expect(reply.status).toBe(rule.status);
        compareBody(reply, rule);
        return;
      }
      expect([reply.status, reply.headers['content-type']]).toEqual([golden.status, golden.headers['Content-Type']]);
      compareBody(reply, golden);
      for (const header of ['Content-Length', 'Content-Disposition', 'Cache-Control']) {
        expect([header, reply.headers[header.toLowerCase()]]).toEqual([header, golden.headers[header]]);
      }
    },
  );
});
