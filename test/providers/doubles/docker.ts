import { randomBytes } from 'node:crypto';
import { backend, faultOf, readState, writeState } from './double.ts';

// A double of docker's command line: the words that the provider uses, with the daemon's own answers.
interface Container {
  image: string;
  name: string;
  label: string;
  /** Port inside → port of the host. */
  ports: Record<string, string>;
  status: string;
}
const state = readState<{ containers: Record<string, Container>; calls: string[][] }>({ containers: {}, calls: [] });
const images: Readonly<Record<string, string>> = {
  'osharm-desktop:test': `sha256:${'a1'.repeat(32)}`,
  'shell:test': `sha256:${'c3'.repeat(32)}`,
  'happysixd/osworld-docker': `sha256:${'b2'.repeat(32)}`,
};

/** A container by its id or its name. */
const idOf = (key: string): string =>
  Object.entries(state.containers).find(([id, { name }]) => id === key || name === key)?.[0] ?? key;

function end(text: string): never {
  writeState(state);
  if (text !== '') process.stdout.write(`${text}\n`);
  process.exit(0);
}
function fail(text: string, code = 1): never {
  writeState(state);
  process.stderr.write(`${text}\n`);
  process.exit(code);
}
/** Values of an option that stands before the image's name. */
const valuesOf = (words: readonly string[], name: string): string[] =>
  words.flatMap((word, index) => (words[index - 1] === name ? [word] : []));

const words = process.argv.slice(2);
const [command = '', ...rest] = words;
state.calls.push(words);
const fault = await faultOf(command);
if (fault !== null) fail(fault, command === 'run' ? 125 : 1);
const last = rest.at(-1) ?? '';

switch (command) {
  case 'version':
    end('28.2.2');
    break;
  case 'ps':
    end(
      rest.includes('--filter')
        ? Object.entries(state.containers)
            .map(([id, { label }]) => `${id} ${label}`)
            .join('\n')
        : '',
    );
    break;
  case 'image':
    if (images[last] === undefined) fail(`Error response from daemon: No such image: ${last}`);
    end(images[last] ?? '');
    break;
  case 'run': {
    if (images[last] === undefined) fail(`docker: Error response from daemon: No such image: ${last}`, 125);
    const published = valuesOf(rest, '--publish');
    if (!published.every((value) => /^127\.0\.0\.1::\d+$/.test(value)))
      fail(`docker: invalid publish ${published}`, 125);
    const id = randomBytes(32).toString('hex');
    const label = (valuesOf(rest, '--label')[0] ?? '').replace('osharm.owner=', '');
    const name = valuesOf(rest, '--name')[0] ?? id.slice(0, 12);
    // The daemon knows a container from its creation on, whatever becomes of the command that asked for it.
    state.containers[id] = { image: last, name, label, ports: {}, status: 'created' };
    writeState(state);
    // A program that ends at once: its ports are gone with it.
    if (last === 'shell:test') {
      Object.assign(state.containers[id] as Container, { status: 'exited' });
      end(id);
    }
    const port = await backend('/start', { name: id });
    Object.assign(state, readState(state));
    state.containers[id] = { image: last, name, label, ports: { 5000: port }, status: 'running' };
    end(id);
    break;
  }
  case 'port': {
    const [id = '', template = ''] = rest;
    const container = state.containers[id];
    if (container === undefined) fail(`Error response from daemon: No such container: ${id}`);
    const port = container?.ports[template.replace('/tcp', '')];
    if (port === undefined) fail(`Error: No public port '${template}' published for ${id}`);
    end(`127.0.0.1:${port}`);
    break;
  }
  case 'logs':
    end('bash: no terminal');
    break;
  case 'inspect': {
    const container = state.containers[last];
    if (container === undefined) fail(`Error: No such object: ${last}`);
    if (container?.status === 'exited') end('exited 0 false');
    const isThere = (JSON.parse(await backend('/list')) as string[]).includes(last);
    end(isThere ? 'running 0 false' : 'exited 137 false');
    break;
  }
  case 'rm': {
    const id = idOf(last);
    if (state.containers[id] === undefined) fail(`Error response from daemon: No such container: ${last}`);
    await backend('/stop', { name: id });
    delete state.containers[id];
    end(last);
    break;
  }
  default:
    fail(`docker: '${command}' is not a docker command.\nSee 'docker --help'`);
}
