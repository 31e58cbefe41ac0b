import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { patientFetch } from './patient-fetch.ts';

it('patientFetch sends what fetch sends: text and Node’s FormData', async () => {
  const server = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    response.end(JSON.stringify({ type: request.headers['content-type'], key: request.headers['x-key'], body }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sent = async (body: string | FormData) =>
    (await patientFetch(url, { method: 'POST', headers: { 'x-key': 'k' }, body })).json() as Promise<{ body: string }>;
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob(['{"a":1}\n']), 'requests.jsonl');
  expect(await sent('plain')).toMatchObject({ key: 'k', body: 'plain' });
  const whole = await sent(form);
  expect(whole).toMatchObject({ type: expect.stringMatching(/^multipart\/form-data; boundary=/), key: 'k' });
  expect(whole.body).toMatch(/name="purpose"\r\n\r\nbatch\r\n[\s\S]*filename="requests.jsonl"[\s\S]*\{"a":1\}\n/);
  server.close();
});
