import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { SupervisorClient } from './supervisor-client.ts';

/** A client whose supervisor is the test: `answer` is written for it, `ended` collects why it ended. */
function client(deadline?: number) {
  const input = new PassThrough();
  const output = new PassThrough();
  const ended: string[] = [];
  const events: unknown[] = [];
  const supervisor = new SupervisorClient(
    input,
    output,
    { onEvent: (event) => events.push(event), onEnd: (reason) => void ended.push(reason) },
    deadline === undefined ? {} : { deadline },
  );
  return { supervisor, output, ended, events, answer: (text: string) => output.write(text) };
}

it('the supervisor client reassembles the parts of concurrent answers', async () => {
  const { supervisor, answer } = client();
  const first = supervisor.call('read', { path: '/a' });
  const second = supervisor.call('read', { path: '/b' });
  answer('{"id":1,"part":"YQ=="}\n{"id":2,"part":"Yg=="}\n{"id":1,"part":"Yw=="}\n{"id":1,"reply":{"is":"whole"}}\n');
  answer('{"id":2,"reply":{"is":"missing"}}\n');
  expect(await first).toEqual({ parts: ['YQ==', 'Yw=='], reply: { is: 'whole' } });
  expect(await second).toEqual({ parts: ['Yg=='], reply: { is: 'missing' } });
});

it.each([
  ['is not JSON', 'Segmentation fault\n', /malformed message \(it is not JSON\)/],
  ['is not a valid message', '{"id":"1","reply":null}\n', /malformed message/],
  ['does not fit the call', '{"id":1,"part":[{"path":7}]}\n', /its answer to 'scan' is malformed/],
  ['has more than it should', '{"id":1,"reply":null,"error":"x"}\n', /malformed message/],
])('a message that %s ends the supervisor connection with a typed error for every call', async (_, line, message) => {
  const { supervisor, answer, ended } = client();
  const call = supervisor.call('scan', { isThorough: false });
  answer(line);
  await expect(call).rejects.toMatchObject({ code: 'sandbox-supervisor', message: expect.stringMatching(message) });
  await expect(supervisor.call('alive', {})).rejects.toMatchObject({ code: 'sandbox-supervisor' });
  expect(ended).toEqual([expect.stringMatching(message)]);
});

it('the supervisor client drops the partial last line of a dead supervisor and fails pending calls', async () => {
  const { supervisor, output, ended } = client();
  const call = supervisor.call('scan', { isThorough: false });
  output.end('{"id":1,"part":[]}\n{"id":1,"rep');
  await expect(call).rejects.toMatchObject({ code: 'sandbox-supervisor', message: expect.stringMatching(/ended/) });
  expect(ended).toEqual(["the sandbox's supervisor ended"]);
});

it('the supervisor client gives up after its deadline and ignores a later answer', async () => {
  const { supervisor, answer, ended } = client(1_000);
  await expect(supervisor.call('alive', {})).rejects.toMatchObject({
    message: expect.stringMatching(/no answer within/),
  });
  answer('{"id":1,"part":[]}\n{"id":1,"reply":null}\n');
  const next = supervisor.call('alive', {});
  answer('{"id":2,"reply":null}\n');
  expect(await next).toEqual({ parts: [], reply: null });
  expect(ended).toEqual([]);
});

it('a failure reported by the supervisor is attributed to the desktop, and the connection stays open', async () => {
  const { supervisor, answer, ended } = client();
  const call = supervisor.call('scan', { isThorough: false });
  answer('{"id":1,"error":"ENOSPC: no space left on device"}\n');
  await expect(call).rejects.toMatchObject({ code: 'desktop-voided', blame: 'agent', isRetryable: false });
  expect(ended).toEqual([]);
});
