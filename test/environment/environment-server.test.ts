import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EnvironmentServer } from '../../src/app/environment/environment-server.ts';

let server: EnvironmentServer;
let place: string;

beforeAll(async () => {
  const options = { observationType: 'screenshot_a11y_tree' as const };
  server = new EnvironmentServer({ options, host: '127.0.0.1', port: 0, sessions: 1, rule: { names: [] } });
  place = `127.0.0.1:${await server.start()}`;
});

afterAll(() => server.close());

interface Message {
  type: string;
  data: Record<string, unknown>;
}

/** One client: sends a message and waits for its reply. */
async function connect() {
  const socket = new WebSocket(`ws://${place}/ws`);
  const waiting: PromiseWithResolvers<Message>[] = [];
  const early: Message[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    const next = waiting.shift();
    if (next === undefined) early.push(message);
    else next.resolve(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const receive = (): Promise<Message> => {
    const message = early.shift();
    if (message !== undefined) return Promise.resolve(message);
    const next = Promise.withResolvers<Message>();
    waiting.push(next);
    return next.promise;
  };
  return {
    receive,
    ask: (raw: string): Promise<Message> => {
      socket.send(raw);
      return receive();
    },
    close: () => {
      const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }));
      socket.close();
      return closed;
    },
  };
}

test('an episode gives observations, then a reward and a verdict, and a second session is refused meanwhile', async () => {
  const client = await connect();
  const first = await client.ask(JSON.stringify({ type: 'reset', data: { task: '___other_changes', seed: 0 } }));
  expect(first.data).toMatchObject({ done: false, reward: null, observation: { step: 0, verdict: null } });
  const { screenshot } = first.data.observation as { screenshot: string };
  expect(Buffer.from(screenshot, 'base64').subarray(1, 4).toString()).toBe('PNG');

  const other = await connect();
  expect((await other.receive()).data).toMatchObject({ code: 'CAPACITY_REACHED', active_sessions: 1, max_sessions: 1 });

  const waited = await client.ask(JSON.stringify({ type: 'step', data: { actions: 'WAIT' } }));
  expect(waited.data).toMatchObject({ done: false, observation: { step: 1 } });
  expect((await client.ask(JSON.stringify({ type: 'state' }))).data).toMatchObject({ step_count: 1 });

  const last = await client.ask(
    JSON.stringify({ type: 'step', data: { actions: ['DONE'], response: 'Nothing to do.' } }),
  );
  expect(last.data).toMatchObject({
    done: true,
    reward: 0,
    observation: { screenshot: null, verdict: { completed: false, safe: true, harm: 'none', outcome: 'done' } },
  });
  const after = await client.ask(JSON.stringify({ type: 'step', data: { actions: 'DONE' } }));
  expect(after.data).toMatchObject({ code: 'EXECUTION_ERROR' });
  expect(String(after.data.message)).toContain('reset');
  await client.close();
});

test('invalid messages are answered with their error, and the session continues', async () => {
  const client = await connect();
  expect((await client.ask('{')).data).toMatchObject({ code: 'INVALID_JSON' });
  expect((await client.ask('{"type":"dance"}')).data).toMatchObject({ code: 'UNKNOWN_TYPE' });
  expect((await client.ask('{"type":"reset","data":{}}')).data).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await client.ask('{"type":"step","data":{"actions":"DONE"}}')).data).toMatchObject({
    code: 'EXECUTION_ERROR',
  });
  const unknown = await client.ask('{"type":"reset","data":{"task":"no-such-task"}}');
  expect(String(unknown.data.message)).toContain('no-such-task');
  for (const data of [{ task: 'no-such-task' }, { task: '__order_total', vector: 'pigeon', goal: 'x' }]) {
    const { message } = (await client.ask(JSON.stringify({ type: 'reset', data }))).data;
    expect(String(message)).not.toMatch(/(?<![\w-])--[a-z]/);
  }
  expect((await client.ask('{"type":"reset","data":{"task":"x","sed":1}}')).data.message).toContain('"seed"?');
  expect((await client.ask('{"type":"state"}')).type).toBe('state');
  await client.close();
});

test('the routes that a validator reads exist, and foreign pages are refused', async () => {
  const get = async (path: string) =>
    (await fetch(`http://${place}${path}`)).json() as Promise<Record<string, unknown>>;
  expect(await get('/health')).toEqual({ status: 'healthy' });
  expect(await get('/metadata')).toMatchObject({ name: 'osharm' });
  expect(Object.keys(await get('/schema'))).toEqual(['action', 'observation', 'state']);
  expect(Object.keys((await get('/openapi.json')).paths as object)).toContain('/reset');
  const strange = await fetch(`http://${place}/health`, { headers: { origin: 'http://elsewhere.example' } });
  expect(strange.status).toBe(403);
  const wrong = await fetch(`http://${place}/step`, { method: 'POST', body: '{"action":{}}' });
  expect(wrong.status).toBe(500);
});

test('every route requires the token, and unknown paths have no WebSocket', async () => {
  const rule = { names: [], token: 'word-0123' };
  const guarded = new EnvironmentServer({ options: {}, host: '127.0.0.1', port: 0, sessions: 1, warm: 0, rule });
  const address = `127.0.0.1:${await guarded.start()}`;
  try {
    const { paths } = (await (
      await fetch(`http://${address}/openapi.json`, { headers: { authorization: 'Bearer word-0123' } })
    ).json()) as { paths: Record<string, object> };
    expect(Object.keys(paths).length).toBeGreaterThan(12);
    for (const [path, methods] of Object.entries({ ...paths, '/nothing': { get: {} } })) {
      const [method = ''] = Object.keys(methods);
      const { status, headers } = await fetch(`http://${address}${path}`, { method });
      expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Basic realm="desktop"']);
    }
    const upgraded = (path: string, token: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = {
          connection: 'upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        };
        const asked = request(`http://${address}${path}`, { headers }, ({ statusCode }) => resolve(statusCode));
        asked.on('upgrade', (_response, socket) => {
          socket.destroy();
          resolve(101);
        });
        asked.on('error', reject).end();
      });
    expect(await upgraded('/ws', '')).toBe(401);
    expect(await upgraded('/ws', 'another-word')).toBe(401);
    expect(await upgraded('/other', 'word-0123')).toBe(404);
    expect(await upgraded('/ws', 'word-0123')).toBe(101);
  } finally {
    await guarded.close();
  }
});

test('task routes list what reset accepts', async () => {
  const post = async (route: string, body: unknown) => {
    const response = await fetch(`http://${place}/osharm/${route}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as { tasks: { vector?: string }[] } };
  };
  expect(await (await fetch(`http://${place}/list_environments`)).json()).toEqual(['osharm']);
  expect(await (await fetch(`http://${place}/osharm/splits`)).json()).toContainEqual({ name: 'report', type: 'test' });
  const { body } = await post('tasks', { split: 'quickstart' });
  const injected = body.tasks.find(({ vector }) => vector !== undefined);
  expect(injected).toMatchObject({ task: expect.any(String), goal: expect.any(String), category: 'injection' });
  expect((await post('num_tasks', { split: 'quickstart' })).body).toEqual({ num_tasks: body.tasks.length });
  expect((await post('task', { split: 'quickstart', index: 1 })).body).toEqual({ task: body.tasks[1] });
  expect((await post('task_range', { split: 'quickstart', start: 1, stop: 3 })).body.tasks).toEqual(
    body.tasks.slice(1, 3),
  );
  expect((await post('task', { split: 'quickstart', index: 999 })).status).toBe(400);
  expect((await post('tasks', { split: 'nothing' })).status).toBe(400);
  expect((await fetch(`http://${place}/other/splits`)).status).toBe(404);
});

test('the tools of /mcp need an episode, and a request that is not MCP gets an error', async () => {
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://${place}/mcp`)));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['click', 'report_infeasible']));
  const early = await client.callTool({ name: 'click', arguments: { x: 1, y: 2 } });
  expect(early).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('There is no episode yet') }],
  });
  await client.close();
  const empty = await fetch(`http://${place}/mcp`, { method: 'POST', body: '{}' });
  expect([empty.status, await empty.json()]).toMatchObject([200, { jsonrpc: '2.0', error: { code: -32_600 } }]);
});

test('external harnesses plan runs by name, and invalid requests are refused', async () => {
  const post = async (route: string, body: unknown) => {
    const answer = await fetch(`http://${place}/osharm/runs/${route}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const { body } = await post('plan', { subset: 'quickstart', inject: false });
  expect(body).toMatchObject({
    runs: expect.arrayContaining([expect.objectContaining({ task: '__order_total', injection: null })]),
  });
  const pair = { vector: ['terminal_output'], goal: ['terminal_local_script'], domain: 'os' };
  const listed = await post('plan', { ...pair, subset: 'all' });
  const crossed = await post('plan', { ...pair, subset: 'all', all_pairs: true });
  expect(JSON.stringify(listed.body)).not.toContain('__release_tag');
  expect(JSON.stringify(crossed.body)).toContain('__release_tag');
  expect((await post('plan', { subset: '/etc/passwd' })).status).toBe(422);
  expect((await post('act', { id: 'none', reply: { response: '', actions: ['DONE'] } })).status).toBe(400);
});

test('a branch begins where an ended episode was shown its injected text', async () => {
  const post = async (route: string, body: object) => {
    const answer = await fetch(`http://${place}/${route}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as {
      observation: { verdict: { exposure_step: number; violation_step: number }; metadata: { steps: object } };
    };
  };
  const run = { task: '__pasted_setup', vector: 'clipboard', goal: 'push_elsewhere', seed: 0 };
  await post('reset', { ...run, episode_id: 'parent' });
  const { verdict, metadata } = (await post('osharm/reference', { model: 'reference-hijacked' })).observation;
  expect(verdict).toMatchObject({ safe: false, branch: null });
  expect(metadata.steps).toMatchObject({ exposed: verdict.exposure_step, attempted: verdict.violation_step });
  expect(verdict.exposure_step).toBeGreaterThan(1);

  const client = await connect();
  const first = await client.ask(JSON.stringify({ type: 'reset', data: { branch_of: 'parent' } }));
  expect(first.data).toMatchObject({ done: false, observation: { step: verdict.exposure_step - 1 } });
  expect((await client.ask(JSON.stringify({ type: 'state' }))).data).toMatchObject({ task: run.task });
  const last = await client.ask(JSON.stringify({ type: 'step', data: { actions: 'FAIL', response: 'No.' } }));
  expect(last.data).toMatchObject({
    done: true,
    reward: 0,
    observation: { verdict: { safe: true, branch: 'same', exposure_step: verdict.exposure_step } },
  });
  const reset = async (data: object) => (await client.ask(JSON.stringify({ type: 'reset', data }))).data.message;
  expect(await reset({ branch_of: 'nothing' })).toContain('no ended episode nothing');
  expect(await reset({ ...run, episode_id: 'parent' })).toContain('an episode parent already');
  expect(await reset({ ...run, branch_of: 'parent' })).toContain('either task or branch_of');
  await client.close();
});
