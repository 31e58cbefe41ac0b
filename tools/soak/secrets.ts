/**
 * Searches for leaked secrets. Runs a task with model servers that answer, refuse, and return the key in their errors,
 * and with an agent program that prints its input. Then searches all output and every file of results and logs for each
 * secret. Exits with 1 if one is found:
 *
 *     bin/osharm-node tools/soak/secrets.ts [TEXT …]
 *
 * TEXT selects the cases whose name contains it.
 */
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openaiDialect } from '../../test/model/servers/openai-dialect.ts';
import { type EndedProgram, startProgram } from '../start-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'osharm-secrets-'));
const task = join(folder, 'subset.json');
writeFileSync(task, JSON.stringify({ os: ['___old_backup'] }));

const secrets = {
  key: 'sk-proj-Zq7Yw1LmT4vKc9RbXe2HsNd8',
  'password of an address': 'pw-Hj5kD3uQz8WnVt6Gx',
  'variable of an agent': 'av-Tb2mXc7PqLr9ZkFs4',
};

type Answer = (request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse) => void;
const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-key': secrets.key });
  response.end(JSON.stringify(body));
};
const answers: Readonly<Record<string, Answer>> = {
  answers: (_request, body, response) => {
    const { status, body: reply } = openaiDialect.reply('```\nDONE\n```', String(body.model));
    json(response, status ?? 200, reply);
  },
  'refuses the key and names it': (_request, _body, response) =>
    json(response, 401, { error: { message: `Incorrect API key provided: ${secrets.key}.`, code: 'invalid_api_key' } }),
  'sends the headers back': (request, _body, response) =>
    json(response, 400, { error: { message: `Bad request: ${JSON.stringify(request.headers)}` } }),
  'fails with a page that holds the headers': (request, _body, response) => {
    response.writeHead(500, { 'content-type': 'text/html' });
    response.end(`<html><pre>${JSON.stringify(request.headers, null, 1)}</pre></html>`);
  },
  'leads elsewhere with the key in the address': (_request, _body, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:9/?key=${secrets.key}` });
    response.end();
  },
};

const agentProgram = join(folder, 'agent.sh');
writeFileSync(agentProgram, '#!/bin/sh\nenv >&2\nenv\nexit 3\n', { mode: 0o755 });

function osharm(args: readonly string[], env: Record<string, string>): Promise<EndedProgram> {
  const surroundings = { cwd: folder, env: { ...process.env, ...env, OSHARM_DEBUG: '1' } };
  return startProgram(join(root, 'bin/osharm'), args, { ...surroundings, deadlineMs: 180_000 }).ended;
}

const isChosen = (name: string): boolean =>
  process.argv.length < 3 || process.argv.slice(2).some((text) => name.includes(text));
let found = 0;
let cases = 0;
/** A secret verbatim, and as base64 or in a URL. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(`:${secret}`).toString('base64').replace(/=+$/, '').slice(2),
];

function search(name: string, { code, text }: EndedProgram, place: string): void {
  cases += 1;
  const texts: [string, string][] = [['its output', text]];
  for (const file of globSync('**/*', { cwd: place, exclude: ['**/*.png'] })) {
    const path = join(place, file);
    if (statSync(path).isFile()) texts.push([file, readFileSync(path, 'latin1')]);
  }
  const seen = texts.flatMap(([where, content]) =>
    Object.entries(secrets).flatMap(([what, secret]) =>
      spellings(secret).some((spelling) => content.includes(spelling)) ? [`the ${what} is in ${where}`] : [],
    ),
  );
  found += seen.length;
  process.stdout.write(
    `${seen.length === 0 ? 'ok    ' : 'FAILED'} ${name} (exit ${code}, ${texts.length - 1} files)${seen.map((value) => `\n       ${value}`).join('')}\n`,
  );
}

const flags = ['--subset', task, '--max-steps', '2', '--judge-type', 'effects'];
for (const [index, [name, answer]] of Object.entries(answers).entries()) {
  if (!isChosen(name)) continue;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    answer(request, JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place = join(folder, `case-${index}`);
  mkdirSync(place);
  const places = ['--out', join(place, 'results'), '--logs', join(place, 'logs')];
  const env = { OPENAI_API_KEY: secrets.key };
  const model = `openai@http://127.0.0.1:${port}/v1:gpt-4.1`;
  search(`a model server that ${name}`, await osharm(['run', '--model', model, ...flags, ...places], env), place);
  if (index === 0) {
    const judging = ['judge', join(place, 'results'), '--judge-type', 'aer', '--judge-model', model];
    search('a judge of such a server', await osharm(judging, env), place);
    search('a report', await osharm(['report', join(place, 'results')], env), place);
  }
  server.closeAllConnections();
  server.close();
}
const place = join(folder, 'others');
mkdirSync(place);
const places = ['--out', join(place, 'results'), '--logs', join(place, 'logs')];
const address = `user:${secrets['password of an address']}@127.0.0.1:9`;
const queue = ['--queue', `postgres://${address}/d`, '--sweep', 's'];
const others: Readonly<Record<string, readonly string[]>> = {
  'an address of a model with a password': ['--model', `openai@http://${address}/v1:m`],
  'a queue whose address has a password': ['--model', 'reference-benign', ...queue],
  'an agent program that prints its surroundings': ['--agent', agentProgram],
};
for (const [name, words] of Object.entries(others)) {
  if (!isChosen(name)) continue;
  const env = { OPENAI_API_KEY: secrets.key, UNRELATED_TOKEN: secrets['variable of an agent'] };
  search(name, await osharm(['run', ...words, ...flags, ...places], env), place);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${cases} commands; secrets found in ${found} places\n`);
process.exitCode = found === 0 ? 0 : 1;
