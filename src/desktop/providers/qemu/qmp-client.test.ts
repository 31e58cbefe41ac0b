import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MachineEvent, QmpClient } from './qmp-client.ts';

let folder: string;
let server: Server;
let machine: Socket;
const events: MachineEvent[] = [];

/** A machine that greets and takes `qmp_capabilities`; what it does with other commands is the test's. */
async function connected(onCommand: (id: string, socket: Socket) => void): Promise<QmpClient> {
  server = createServer((socket) => {
    machine = socket;
    socket.write('{"QMP": {"version": {}}}\r\n');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const lines = text.split('\n');
      text = lines.pop() as string;
      for (const line of lines) {
        const { execute, id } = JSON.parse(line) as { execute: string; id: string };
        if (execute === 'qmp_capabilities') socket.write(`{"return": {}, "id": "${id}"}\r\n`);
        else onCommand(id, socket);
      }
    });
    socket.on('error', () => undefined);
  });
  const path = join(folder, 'qmp');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return QmpClient.connect(path, { deadline: 30_000, onEvent: (event) => events.push(event) });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qmp-test-'));
  events.length = 0;
});
afterEach(() => {
  machine.destroy();
  server.close();
  rmSync(folder, { recursive: true });
});

it('the QMP client returns answers, errors and events', async () => {
  const client = await connected((id, socket) => {
    socket.write('{"event": "SHUTDOWN", "data": {"guest": true}, "timestamp": {"seconds": 1, "microseconds": 2}}\n');
    if (id === '2') socket.write(`{"return": {"status": "completed"}, "id": "${id}"}\n`);
    else socket.write(`{"error": {"class": "GenericError", "desc": "not now"}, "id": "${id}"}\n`);
  });
  expect(await client.call('query-migrate')).toEqual({ status: 'completed' });
  await expect(client.call('stop')).rejects.toMatchObject({ code: 'qmp-refused' });
  expect(events.map(({ event, data }) => [event, data?.guest])).toEqual([
    ['SHUTDOWN', true],
    ['SHUTDOWN', true],
  ]);
});

it.each([
  ['sends something that is not JSON', 'qemu: fatal\n', /malformed message \(it is not JSON\): qemu: fatal/],
  ['sends something that is not a message', '{"return": {}, "id": 7}\n', /malformed message/],
  ['dies in the middle of its answer', '{"return": {}, "id', /ended/],
])('pending QMP calls fail immediately, with a typed error, if the machine %s', async (_, text, message) => {
  const client = await connected((_id, socket) => {
    if (text.endsWith('\n')) socket.write(text);
    else socket.end(text);
  });
  const start = performance.now();
  await expect(client.call('stop')).rejects.toMatchObject({
    code: 'qmp-closed',
    message: expect.stringMatching(message),
  });
  await expect(client.call('cont')).rejects.toMatchObject({ code: 'qmp-closed' });
  expect(performance.now() - start).toBeLessThan(20_000);
});
