import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siblingProgram } from '../../../base/record/sibling-program.ts';
import { bundledPrograms } from '../../client/bundled-programs.ts';

const entry = fileURLToPath(siblingProgram(import.meta.url, '../../../../guest/supervisor/main'));
const pythonPrograms = ['program_log.py', 'opened_files.py', 'packet_log.py'];

/** The folder is world-readable. */
export async function ensureSupervisorBundle(): Promise<string> {
  const { folder } = await bundledPrograms({
    kind: 'supervisor',
    bundled: { entryPoints: [{ in: entry, out: 'supervisor' }] },
    plain: new Map(pythonPrograms.map((name) => [name, join(dirname(entry), name)])),
    recipe: fileURLToPath(import.meta.url),
  });
  return folder;
}
