import { createHash } from 'node:crypto';
import type { lookup } from 'node:dns';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directAddress, driveHosts, huggingFaceHosts, pathInHub } from './direct-address.ts';
import { type DownloadOptions, Downloads } from './downloads.ts';
import { hashListName } from './hash-list-name.ts';
import { isPrivateHost, privateAddressCode, publicOnly } from './private-address.ts';
import { urlUuid } from './url-uuid.ts';

const content = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
const hash = createHash('sha256').update(content).digest('hex');

let folder: string;
let server: Server;
let origin: string;
let requests: { url: string; range: string | undefined }[];
let answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'downloads-test-'));
  requests = [];
  answer = (_, response) => void response.end(content);
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', range: request.headers.range });
    answer(request, response, requests.length);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
const downloads = (more: Partial<DownloadOptions> = {}) =>
  new Downloads({ cache: join(folder, 'kept'), allowPrivate: true, pauses: [1, 1], ...more });
/** Resolves once a part of that many bytes is on the disk: cut before that, a download has nothing to go on with. */
async function untilKept(bytes: number): Promise<void> {
  const kept = join(folder, 'kept');
  const isKept = (name: string): boolean => (statSync(join(kept, name), { throwIfNoEntry: false })?.size ?? 0) >= bytes;
  const isThere = (): boolean =>
    existsSync(kept) && readdirSync(kept).some((name) => name.endsWith('.part') && isKept(name));
  await expect.poll(isThere, { timeout: 40_000 }).toBe(true);
}
const wanted = (path = '/file.docx') => ({ url: `${origin}${path}`, path: `/home/user${path}` });
/** Sends everything to the server of the test, whatever host is asked. */
const rerouted: typeof fetch = (input, init) => {
  const { pathname, search, host } = new URL(String(input));
  return fetch(`${origin}/${host}${pathname}${search}`, init);
};

describe('downloads', () => {
  it('a download is fetched once, kept with its hash, and fetched again if the kept copy is damaged', async () => {
    const cache = downloads();
    const [first, second] = await Promise.all([cache.get(wanted()), cache.get(wanted())]);
    expect(first.equals(content) && second.equals(content)).toBe(true);
    expect(requests).toHaveLength(1);
    await downloads({ offline: true }).get(wanted());
    expect(requests).toHaveLength(1);
    const list = readdirSync(join(folder, 'kept')).find((name) => name.endsWith('.json')) as string;
    expect(JSON.parse(readFileSync(join(folder, 'kept', list), 'utf8'))).toMatchObject({
      url: wanted().url,
      sha256: hash,
      bytes: content.length,
    });
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(2);
    writeFileSync(join(folder, 'kept', list.replace('.json', '')), 'broken');
    expect((await downloads().get(wanted())).equals(content)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('an interrupted download resumes if the file is still the same', async () => {
    let validator: string | string[] | undefined;
    answer = (request, response, nth) => {
      if (nth === 1) {
        response.writeHead(200, { 'content-length': content.length, etag: '"one"' });
        response.write(content.subarray(0, 50_000));
        void untilKept(1).then(() => response.destroy());
        return;
      }
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]);
      validator = request.headers['if-range'];
      response.writeHead(206, {
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
        'content-length': content.length - from,
      });
      response.end(content.subarray(from));
    };
    expect((await downloads().get(wanted())).equals(content)).toBe(true);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(validator).toBe('"one"');
  });

  it('an interrupted download restarts if the file has changed', async () => {
    answer = (_, response, nth) => {
      if (nth > 1) return void response.end(content);
      response.writeHead(200, { 'content-length': 1000, etag: '"old"' });
      response.write('old');
      void untilKept(1).then(() => response.destroy());
    };
    expect((await downloads().get(wanted())).equals(content)).toBe(true);
  });

  it.each([
    [
      'errors of the server',
      (response: ServerResponse) => void response.writeHead(503).end(),
      3,
      /HTTP 503 \(3 tries\)/,
    ],
    ['silence', () => {}, 3, /no data arrived for 0\.5 s \(3 tries\)/],
    ['a missing file', (response: ServerResponse) => void response.writeHead(404).end(), 1, /HTTP 404\./],
    [
      'a page in place of the file',
      (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in'),
      1,
      /web page and not the file/,
    ],
  ])('a download fails clearly on %s', async (_, reply, tries, message) => {
    answer = (_request, response) => reply(response);
    // Only silence is to be taken for one: on a busy machine an answer may take as long.
    const failed = downloads(message.source.includes('no data arrived') ? { stallMs: 500 } : {}).get(wanted());
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({ code: 'download-failed', blame: 'environment' });
    expect(requests).toHaveLength(tries);
    expect(
      existsSync(join(folder, 'kept'))
        ? readdirSync(join(folder, 'kept')).filter((name) => name.endsWith('.lock'))
        : [],
    ).toEqual([]);
  });

  it('a download ends at the abort signal', async () => {
    answer = () => {};
    const failed = downloads({ stallMs: 60_000 }).get(wanted(), AbortSignal.timeout(50));
    await expect(failed).rejects.toThrow(/abort|timeout/i);
  });

  it('a download comes from the user’s folder or OS-Harm’s cache without any request', async () => {
    const mirror = join(folder, 'mirror');
    const place = (path: string, text: string): void => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };
    const hub = `https://${huggingFaceHosts[0]}/datasets/a/b/resolve/main/chrome/t1/in.pdf`;
    place(join(mirror, `${urlUuid(wanted('/x.txt').url)}_x.txt`), 'as the cache names it');
    place(join(mirror, new URL(origin).hostname, 'y.txt'), 'as wget names it');
    place(join(mirror, 'chrome/t1/in.pdf'), 'as in the repository');
    place(join(folder, 'cache/t1', `${urlUuid(wanted('/z.txt').url)}_z.txt`), 'of the checkout');
    const all = downloads({ mirror, offline: true });
    const get = async (url: string, path: string) =>
      (await all.get({ url, path, taskId: 't1', suiteFolder: folder })).toString();
    expect(await get(wanted('/x.txt').url, '/home/user/x.txt')).toBe('as the cache names it');
    expect(await get(wanted('/y.txt').url, '/home/user/other.txt')).toBe('as wget names it');
    expect(await get(hub, '/home/user/in.pdf')).toBe('as in the repository');
    expect(await get(wanted('/z.txt').url, '/home/user/z.txt')).toBe('of the checkout');
    await expect(all.get(wanted('/none.txt'))).rejects.toMatchObject({ code: 'download-offline' });
    expect(requests).toEqual([]);
  });

  it('a download must have the listed hash, whatever its source', async () => {
    writeFileSync(join(folder, hashListName), JSON.stringify({ [wanted().url]: hash }));
    expect(await downloads().get({ ...wanted(), suiteFolder: folder })).toHaveLength(content.length);
    writeFileSync(join(folder, hashListName), JSON.stringify({ [wanted().url]: '0'.repeat(64) }));
    await expect(downloads().get({ ...wanted(), suiteFolder: folder })).rejects.toMatchObject({
      code: 'download-hash',
    });
  });

  it('a download never comes from this machine or its local network, not even by redirect', async () => {
    await expect(downloads({ allowPrivate: false }).get(wanted())).rejects.toThrow(/its own network/);
    const other = new URL(wanted().url).port === '1' ? '127.0.0.1:2' : '127.0.0.1:1';
    await expect(downloads({ allowPrivate: [other] }).get(wanted())).rejects.toThrow(/--download-hosts/);
    expect(requests).toEqual([]);
    const isPrivate = await Promise.all(
      ['127.0.0.1', '10.1.2.3', '169.254.169.254', '[::1]', '::ffff:192.168.1.1', 'localhost'].map(isPrivateHost),
    );
    expect(isPrivate).not.toContain(false);
    expect(await isPrivateHost('198.51.100.7')).toBe(false);
  });

  it('a download never comes from this machine by an alternative IPv4 notation', async () => {
    const inside = ['::ffff:7f00:1', '64:ff9b::7f00:1', '2002:a00:1::', 'fec0::1', '192.0.0.192', '0.0.0.0'];
    expect(await Promise.all(inside.map(isPrivateHost))).not.toContain(false);
    const outside = ['64:ff9b::c633:6407', '2002:c633:6407::', '2001:db8::1', '203.0.113.1'];
    expect(await Promise.all(outside.map(isPrivateHost))).not.toContain(true);
  });

  it('a download never comes from this machine by a name that resolves differently the second time', async () => {
    const rebound = await publicOnly(((_host: string, _options: unknown, callback: (...found: unknown[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup);
    const { port } = new URL(wanted().url);
    const error = await fetch(`http://files.example:${port}/`, { dispatcher: rebound as never }).catch(
      (fault: Error) => fault,
    );
    expect((error as Error).cause).toMatchObject({
      code: privateAddressCode,
      message: expect.stringMatching(/files.example resolves to 127/),
    });
    expect(requests).toEqual([]);
  });

  it('a download comes from this machine if its host is named', async () => {
    expect(await downloads({ allowPrivate: [new URL(wanted().url).host] }).get(wanted())).toHaveLength(content.length);
  });

  it('a download passes Google Drive’s confirmation page for large files and recognises its refusals', async () => {
    const page = (body: string) => (response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    const form = `<form id="download-form" action="https://${driveHosts[2]}/download" method="get"><input type="hidden" name="id" value="abc"><input type="hidden" name="uuid" value="u&amp;1"></form>`;
    answer = (request, response) => (request.url?.includes('uuid=') ? response.end(content) : page(form)(response));
    const file = { url: `https://${driveHosts[0]}/file/d/abc_-1/view?usp=sharing`, path: '/home/user/a.docx' };
    expect((await downloads({ fetch: rerouted, allowPrivate: true }).get(file)).equals(content)).toBe(true);
    expect(requests.map(({ url }) => url)).toEqual([
      `/${driveHosts[2]}/download?id=abc_-1&export=download&confirm=t`,
      `/${driveHosts[2]}/download?id=abc&uuid=u%261`,
    ]);
    answer = (_, response) => page('<title>Google Drive - Quota exceeded</title>')(response);
    const other = { ...file, url: file.url.replace('abc_-1', 'def') };
    await expect(downloads({ fetch: rerouted }).get(other)).rejects.toThrow(/quota/);
    answer = (_, response) => page('<title>Sign in - Accounts</title>')(response);
    await expect(downloads({ fetch: rerouted }).get(other)).rejects.toThrow(/requires a sign-in/);
  });
});

describe('direct download addresses', () => {
  const [drive, docs, files] = driveHosts;
  const [hub] = huggingFaceHosts;
  it.each([
    [`https://${drive}/uc?export=download&id=A1`, `https://${files}/download?id=A1&export=download&confirm=t`],
    [`https://${drive}/open?id=A1`, `https://${files}/download?id=A1&export=download&confirm=t`],
    [`https://${drive}/u/0/uc?id=A1&export=download`, `https://${files}/download?id=A1&export=download&confirm=t`],
    [
      `https://${drive}/file/d/A1/edit?resourcekey=0-k`,
      `https://${files}/download?id=A1&export=download&confirm=t&resourcekey=0-k`,
    ],
    [
      `https://${files}/download?id=A1&export=download&authuser=0`,
      `https://${files}/download?id=A1&export=download&confirm=t`,
    ],
    [`https://${docs}/document/d/A1/export?format=docx`, `https://${docs}/document/d/A1/export?format=docx`],
    [`https://${hub}/datasets/a/b/blob/main/x/y.pdf`, `https://${hub}/datasets/a/b/resolve/main/x/y.pdf`],
    [
      `https://${hub}/a/b/resolve/v1/blob/y.pdf?download=true`,
      `https://${hub}/a/b/resolve/v1/blob/y.pdf?download=true`,
    ],
    ['hf://datasets/a/b@v2/x/y.pdf', `https://${hub}/datasets/a/b/resolve/v2/x/y.pdf`],
    ['https://files.example/a.txt', 'https://files.example/a.txt'],
  ])('the direct download address of %s is found', (address, direct) => {
    expect(directAddress(address).url).toBe(direct);
  });
  it('the direct download address of a repository file contains its path', () => {
    expect(pathInHub(`https://${hub}/datasets/a/b/blob/main/x/y%20z.pdf`)).toBe('x/y z.pdf');
    expect(pathInHub('https://files.example/resolve/main/a')).toBeNull();
  });
});
