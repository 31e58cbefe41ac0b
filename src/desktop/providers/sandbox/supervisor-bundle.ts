import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siblingProgram } from '../../../base/record/sibling-program.ts';
import { bundledPrograms } from '../../client/bundled-programs.ts';

const entry = fileURLToPath(siblingProgram(import.meta.url, '../../../../guest/supervisor/main'));
/** Programs beside it, for the image's Python. */
const pythonPrograms = ['program_log.py', 'opened_files.py', 'packet_log.py'];

/** The supervisor (`supervisor.mjs`) and its Python programs, built into the cache; returns their folder, which others may read. */
export async function ensureSupervisorBundle(): Promise<string> {
  const { folder } = await bundledPrograms({
    kind: 'supervisor',
    bundled: { entryPoints: [{ in: entry, out: 'supervisor' }] },
    plain: new Map(pythonPrograms.map((name) => [name, join(dirname(entry), name)])),
    recipe: fileURLToPath(import.meta.url),
  });
  return folder;
}
