import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Desktops } from './desktops.ts';

// A control server's double: what it is asked, and what an agent that took it over could answer.

let folder: string;
const servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewer-desktops-'));
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await rm(folder, { recursive: true, force: true });
});

async function desktopThat(
  answers: RequestListener,
  name = 'one',
): Promise<{ desktops: Desktops; requests: string[] }> {
  const requests: string[] = [];
  const control = join(folder, name);
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answers(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(control, resolve));
  return { desktops: new Desktops(() => [{ run: '/results/run', control }]), requests };
}

const screen = (background: string) =>
  sharp({ create: { width: 1920, height: 1080, channels: 3, background } })
    .png()
    .toBuffer();

it('the live view requests only a screenshot, once for all viewers', async () => {
  const png = await screen('#357');
  const { desktops, requests } = await desktopThat((_, response) => response.end(png));
  expect(desktops.canSee('/results/run')).toBe(true);
  expect(desktops.canSee('/results/other')).toBe(false);
  expect(await desktops.picture('/results/other')).toBeNull();
  const pictures = await Promise.all([1, 2, 3].map(() => desktops.picture('/results/run')));
  pictures.push(await desktops.picture('/results/run'));
  for (const webp of pictures)
    expect(await sharp(webp as Buffer).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 });
  expect(requests).toEqual(['GET /screenshot']);
});

it('the live view requests another screenshot after two seconds, and only while someone watches', async () => {
  let picture = await screen('#357');
  const { desktops, requests } = await desktopThat((_, response) => response.end(picture));
  const first = await desktops.picture('/results/run');
  picture = await screen('#a31');
  await new Promise((resolve) => setTimeout(resolve, 2300));
  expect(requests).toHaveLength(1);
  expect(await desktops.picture('/results/run')).not.toEqual(first);
  expect(requests).toHaveLength(2);
});

it.each<[string, RequestListener]>([
  ['no picture', (_, response) => response.end('<script>alert(1)</script>')],
  ['an error', (_, response) => response.writeHead(500).end()],
  ['a picture of a billion pixels', (_, response) => response.end(hugePng())],
  ['more than there is room for', (_, response) => pourOut(response)],
  ['a broken connection', (request) => request.socket.destroy()],
])('the live view skips a desktop for a while that answers with %s', async (_, answers) => {
  const { desktops, requests } = await desktopThat(answers);
  expect(await desktops.picture('/results/run')).toBeNull();
  expect(desktops.canSee('/results/run')).toBe(false);
  expect(await desktops.picture('/results/run')).toBeNull();
  expect(requests).toEqual(['GET /screenshot']);
});

it('the live view gives up on a silent desktop', async () => {
  const { desktops } = await desktopThat(() => {});
  expect(await desktops.picture('/results/run')).toBeNull();
  expect(desktops.canSee('/results/run')).toBe(false);
});

function hugePng(): Buffer {
  const head = Buffer.alloc(64);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
  head.writeUInt32BE(40_000, 16);
  head.writeUInt32BE(40_000, 20);
  return head;
}

function pourOut(response: Parameters<RequestListener>[1]): void {
  const piece = Buffer.alloc(1 << 20);
  const pour = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  response.on('error', () => {});
  pour();
}
