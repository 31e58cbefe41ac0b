import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In the order in which they are loaded. */
const modules = ['watches', 'files', 'programs', 'network', 'recorder'];

/** Compared at every scan, with hashes. The rest of the machine is compared at the last one. */
export const nearPlaces: readonly string[] = [
  '/home',
  '/root',
  '/tmp',
  '/dev/shm',
  '/etc',
  '/var/tmp',
  '/var/mail',
  '/var/spool',
  '/var/www',
  '/srv',
  '/opt',
  '/usr/local',
  '/mnt',
  '/media',
];

/** The link renews the lease while the desktop is idle, for example during a long call of a model. */
export const recorderLeaseSeconds = 600;

export interface RecorderSettings {
  /** Hexadecimal. Requests and answers are signed with it. */
  key: string;
  /** Name of its abstract socket. */
  name: string;
  places: readonly string[];
  /** Whether the last scan covers the whole machine. */
  isWholeMachine: boolean;
  /** Without a request for this time, it ends itself. */
  leaseSeconds: number;
}

/** One Python file that loads the recorder's modules and starts it. */
export function recorderProgram({ key, name, places, isWholeMachine, leaseSeconds }: RecorderSettings): string {
  const folder = fileURLToPath(new URL('../../../../guest/recorder/', import.meta.url));
  const sources = modules.map((module) => [module, readFileSync(join(folder, `${module}.py`), 'utf8')]);
  return `import json, sys, types

for name, source in json.loads(${pythonText(sources)}):
    module = sys.modules[name] = types.ModuleType(name)
    exec(compile(source, name + ".py", "exec"), module.__dict__)
sys.modules["recorder"].start(__file__, *json.loads(${pythonText([key, name, places, isWholeMachine, leaseSeconds])}))
`;
}

/** JSON is escaped twice, so that it is also a Python literal. */
const pythonText = (value: unknown): string =>
  JSON.stringify(JSON.stringify(value)).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Connects to the recorder, sends the request and prints the answer. Loads little, because it starts at every step. */
export const askProgram = `import _socket, sys
connection = _socket.socket(_socket.AF_UNIX)
connection.settimeout(110)
connection.connect("\\0" + sys.argv[1])
connection.sendall(sys.argv[2].encode() + b"\\0")
while True:
    piece = connection.recv(1 << 20)
    if not piece:
        break
    sys.stdout.buffer.write(piece)
`;
