import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentSpeaker, type ForeignChannel } from '../foreign-channel.ts';
import { shellWord } from '../shell-word.ts';
import { stdioChannel } from '../stdio-channel.ts';
import { type OsworldSource, osworldLabel } from './osworld-source.ts';

const bridge = fileURLToPath(new URL('bridge.py', import.meta.url));
const environments = ['.venv', 'venv'];

/** Starts the bridge program. `python` defaults to the checkout's virtual environment, else `python3`. */
export function osworldChannel(
  source: OsworldSource,
  environment: Readonly<Record<string, string | undefined>>,
  python: string = pythonOf(source.root),
): ForeignChannel {
  const { root, module, className, arguments: given } = source;
  const request = JSON.stringify({ root, module, class: className, arguments: given });
  const command = ['exec', ...[python, bridge, request].map(shellWord)].join(' ');
  return stdioChannel(command, environment, agentSpeaker(osworldLabel(source)));
}

function pythonOf(root: string): string {
  const python = environments.map((name) => join(root, name, 'bin', 'python')).find((path) => existsSync(path));
  return python ?? 'python3';
}
