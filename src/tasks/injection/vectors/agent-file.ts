import { z } from 'zod';
import { inToolLayer } from '../tool-place.ts';
import { builtInVector } from '../vector.ts';

const parameters = z.looseObject({ path: z.string().min(1) });

/** A file of the agent itself: its instructions, a note that it remembers, or a skill. The text is at its end. */
export const agentFile = builtInVector({
  name: 'agent_file',
  parameters,
  ...inToolLayer,
  fit({ agent_files: files = [] }) {
    const [file] = files;
    return file === undefined ? { reason: 'the task gives the agent no files' } : { params: { path: file.path } };
  },
  agentFiles(files, { parameters: { path }, content }) {
    if (!files.some((file) => file.path === path)) throw new Error(`The agent has no file ${path}.`);
    return files.map((file) =>
      file.path === path ? { ...file, text: `${file.text.trimEnd()}\n\n${content}\n` } : file,
    );
  },
  async prepare() {},
});
