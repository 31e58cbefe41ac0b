import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { requireScript } from './require-script.ts';

const here = fileURLToPath(import.meta.url);

it.each([
  ['python3 nowhere.py', 'nowhere.py'],
  ['python3.12 -u ./nowhere/agent.py --fast', './nowhere/agent.py'],
  ['node nowhere.mjs', 'nowhere.mjs'],
  ['  ruby nowhere.rb', 'nowhere.rb'],
])('%s is refused, since its script does not exist', (command, path) => {
  expect(() => requireScript(command)).toThrow(`There is no file ${path}`);
});

it.each([
  `node ${here}`,
  'python3 -m package.module',
  'node --import tsx/register.mjs ./nowhere.ts',
  'node -r dotenv/config.js ./nowhere.js',
  'bash -c agent.sh',
  'python3 "my agent.py"',
  'python3 ~/agent.py',
  'python3 $HOME/agent.py',
  'docker run image python3 /app/agent.py',
  'cd elsewhere && python3 agent.py',
  './start nowhere.py',
  'bash -c "python3 nowhere.py"',
])('%s is not refused: its script exists, or only the shell knows where it is', (command) => {
  expect(() => requireScript(command)).not.toThrow();
});
