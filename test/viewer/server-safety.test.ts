import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationQueue } from '../../src/results/viewer/api/annotate.ts';
import type { RunDetail, RunList, ViewerState } from '../../src/results/viewer/api.ts';
import { startViewer, type Viewer } from '../../src/results/viewer/server.ts';
import { ask } from './server-client.ts';
import { type Hostile, markup, secret, writeHostileTree } from './server-hostile-tree.ts';

let folder: string;
let viewer: Viewer;
let ids: Map<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'viewer-hostile-'));
  await writeHostileTree(join(folder, 'results'), join(folder, 'outside'));
  viewer = await startViewer(join(folder, 'results'), { cache: join(folder, 'cache') });
  await viewer.read;
  const list = (await get('/api/runs?limit=100')).json<RunList>();
  ids = new Map(list.rows.map((row) => [row.taskId, row.id]));
});
afterAll(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => ask(viewer.url, path, { headers });
const idOf = (name: Hostile): string => ids.get(name) as string;
const detail = async (name: Hostile): Promise<RunDetail> => (await get(`/api/run/${idOf(name)}`)).json<RunDetail>();
const viewerHost = (): string => new URL(viewer.url).host;

describe('access to the viewer', () => {
  it.each(['evil.example', 'evil.example:80', 'localhost', '127.0.0.1.evil.example:1', '0.0.0.0'])(
    'the viewer refuses the Host %s',
    async (host) => {
      for (const path of ['/', '/api/state', '/api/events']) expect((await get(path, { host })).status).toBe(421);
    },
  );
  it('the viewer answers to its own address and to localhost', async () => {
    expect((await get('/api/state')).status).toBe(200);
    expect((await get('/api/state', { host: viewerHost().replace('127.0.0.1', 'localhost') })).status).toBe(200);
  });
  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'the viewer refuses the Origin %s',
    async (origin) => {
      expect((await get('/api/state', { origin })).status).toBe(403);
    },
  );
  it('the viewer refuses cross-site embedding and sends no CORS headers', async () => {
    expect((await get('/api/state', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await get('/api/state', { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const { headers } = await get('/api/state', { origin: `http://${viewerHost()}` });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
  it('the viewer refuses other methods and writes without the token', async () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      expect((await ask(viewer.url, '/api/state', { method })).status).toBe(403);
    const state = (await get('/api/state')).json<ViewerState>();
    const queue = (await get('/api/annotate?name=anna')).json<AnnotationQueue>();
    const post = (headers: Record<string, string>) =>
      ask(viewer.url, `/api/annotate/${queue.tokens[0]?.token}`, { method: 'POST', headers, body: '{}' });
    const json = { 'content-type': 'application/json' };
    expect((await post(json)).status).toBe(403);
    expect((await post({ ...json, 'x-osharm-token': 'x'.repeat(state.postToken.length) })).status).toBe(403);
    const token = { 'x-osharm-token': state.postToken };
    expect((await post({ ...json, ...token, origin: 'http://evil.example' })).status).toBe(403);
    expect((await post({ ...token, 'content-type': 'text/plain' })).status).toBe(400);
    expect((await post({ ...json, ...token })).status).toBe(400);
    const long = await ask(viewer.url, `/api/annotate/${queue.tokens[0]?.token}`, {
      method: 'POST',
      headers: { ...json, ...token },
      body: ' '.repeat(300_000),
    });
    expect(long.status).toBe(413);
  });
});

describe('files that the viewer serves', () => {
  it('the viewer’s pages may run only their own files, and files of runs nothing', async () => {
    const page = await get('/run/x');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    for (const name of ['page.html', 'picture.svg', `${markup.replaceAll('/', '_')}.txt`]) {
      const { status, headers } = await get(`/api/run/${idOf('markup')}/file/${encodeURIComponent(name)}`);
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'text/plain; charset=utf-8']);
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
  it('the viewer returns hostile text verbatim as JSON', async () => {
    const answer = await get(`/api/run/${idOf('markup')}`);
    expect(answer.headers['content-type']).toContain('application/json');
    const run = answer.json<RunDetail>();
    for (const text of [run.instruction, run.steps[0]?.response, run.effects[0]?.sentence, run.judgments[0]?.reasoning])
      expect(text).toContain(markup);
  });
  it.each([
    '..%2f..%2f..%2f..%2f..%2f..%2foutside%2fsecret.txt',
    '../../../../../../outside/secret.txt',
    '%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/outside/secret.txt',
    '..%5c..%5csecret.txt',
    '%252e%252e%252fsecret.txt',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    'notes.txt',
    'folder%2fsecret.txt',
    'step_0.png',
    'step_0.png?width=480',
    '%00',
    '%ff',
    '.',
    '',
  ])('the viewer serves nothing outside the tree: %s', async (name) => {
    for (const kind of ['file', 'text']) {
      const { status, body } = await get(`/api/run/${idOf('linked-picture')}/${kind}/${name}`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body.toString()).not.toContain(secret);
    }
  });
  it.each([
    '/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '//etc/passwd',
    '/index.html/..%2f..%2fx',
  ])('the viewer serves no file outside its pages: %s', async (path) => {
    const { body, status } = await get(path);
    expect(body.toString()).not.toMatch(/"dependencies"|root:/);
    expect([200, 404]).toContain(status);
  });
  it('the viewer follows no link or climbing path in results, and reports it', async () => {
    const picture = await detail('linked-picture');
    expect(picture.steps[0]?.before).toBeNull();
    expect(picture.findings.map(({ file }) => file)).toContain('step_0.png');
    expect(picture.files.map(({ name }) => name).sort()).toEqual(['better_log.json', 'result.txt']);
    const climbing = await detail('climbing-names');
    expect(climbing.steps.map(({ before }) => before)).toEqual([null, null, null, null, null, null]);
    expect(climbing.lastShot).toBeNull();
    for (const name of ['linked-log', 'linked-judgments', 'linked-annotations'] as const) {
      const run = await detail(name);
      expect(run.findings.map(({ message }) => message).join()).toContain('is a link out of the folder: not read');
      expect(JSON.stringify(run)).not.toContain(secret);
    }
    expect([...ids.keys()]).not.toContain('linked-run');
  });
  it('the viewer writes no annotation through a link', async () => {
    const state = (await get('/api/state')).json<ViewerState>();
    const { tokens } = (await get('/api/annotate?name=anna&order=random')).json<AnnotationQueue>();
    const annotation = { name: 'anna', success: true, safety: true, violation_step: null, reasoning: '' };
    for (const { token } of tokens)
      await ask(viewer.url, `/api/annotate/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-osharm-token': state.postToken },
        body: JSON.stringify(annotation),
      });
    expect((await detail('victim')).steps[0]?.response).toBe('untouched');
    const { judgments } = await detail('markup');
    expect(judgments.map(({ judge }) => judge)).toContain('human/anna');
    expect(existsSync(join(folder, 'outside', 'anna.json'))).toBe(false);
    expect(readdirSync(join(folder, 'outside')).sort()).toEqual([
      'better_log.json',
      'judgment',
      'secret.png',
      'secret.txt',
    ]);
  });
});

describe('damaged files in the viewer', () => {
  it.each([
    [0, 'cut off'],
    [1, 'empty'],
    [2, 'not a PNG'],
    [3, '60000 × 60000'],
    [4, 'damaged'],
  ])('the viewer answers 422 for picture %i, with the reason', async (number, reason) => {
    const run = await detail('broken-pictures');
    const shot = run.steps[number]?.before;
    const small = await get(shot?.thumbnail ?? '/');
    expect([small.status, small.json<{ error: string }>().error]).toEqual([422, expect.stringContaining(reason)]);
    // The head and the end of the last one are whole: only decoding finds its fault.
    if (number < 4) expect((await get(shot?.full ?? '/')).status).toBe(422);
  });
  it('the viewer pages through a log of 200 MB without reading all of it', async () => {
    const before = process.memoryUsage().rss;
    type Piece = { text: string; offset: number; bytes: number };
    const at = async (offset: number) =>
      (await get(`/api/run/${idOf('long-log')}/text/runtime.log?offset=${offset}`)).json<Piece>();
    const first = await at(0);
    expect(first.text.startsWith('first line ü\n')).toBe(true);
    expect(first.text.length).toBeLessThanOrEqual(256_000);
    expect(first.bytes).toBe(200_000_013);
    expect((await at(-256_000)).text.endsWith('last line ü\n')).toBe(true);
    expect((await at(1e15)).text).toBe('');
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });
  it('the viewer splits no character between two pieces of a log', async () => {
    type Piece = { text: string; offset: number; bytes: number };
    const piece = async (offset: number) =>
      (await get(`/api/run/${idOf('long-log')}/text/runtime.log?offset=${offset}`)).json<Piece>();
    // The ü is bytes 11 and 12.
    expect((await piece(11)).text.startsWith('ü\n')).toBe(true);
    expect((await piece(12)).text.startsWith('\n')).toBe(true);
  });
  it('the viewer skips lines and files that are too long, and continues after them', async () => {
    const run = await detail('long-lines');
    expect(run.findings.map(({ file }) => file)).toEqual(expect.arrayContaining(['traj.jsonl', 'calls.jsonl']));
    const request = await get(`/api/run/${idOf('long-lines')}/request/0`);
    expect(request.json<{ text: string }>().text).toContain('asked');
  });
  it('the viewer waits for no pipe', async () => {
    expect((await detail('pipe')).findings.map(({ message }) => message)).toEqual(['is not a regular file: not read']);
    expect((await get(`/api/run/${idOf('pipe')}/file/runtime.log`)).status).toBe(403);
  });
  it('the viewer shows what it can of unexpected JSON', async () => {
    const run = await detail('wrong-types');
    expect(run.findings.length).toBeGreaterThan(3);
    expect(run.steps).toHaveLength(3);
    expect((await get(`/api/compare?a=${idOf('wrong-types')}&b=${idOf('markup')}`)).status).toBe(200);
    expect((await get('/api/judges?a=human/x&b=gpt/aer/v3')).status).toBe(200);
    expect((await get('/api/matrix?rows=__proto__&columns=constructor')).status).toBe(200);
    expect((await get('/api/runs?limit=-1&offset=x&sort=__proto__&safety=%00&category=%ff')).status).toBeLessThan(500);
  });
});
