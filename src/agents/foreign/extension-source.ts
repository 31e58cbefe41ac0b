import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { checkExtension, type ExtensionShape } from '../../base/extension.ts';
import { importFile } from '../../base/import-file.ts';
import { partsIn } from '../../base/record/plugin-part.ts';
import { agentHash, programHash } from './agent-files.ts';
import { agentLabel } from './agent-label.ts';
import { type AgentSource, agentSource } from './agent-source.ts';
import type { ForeignChannel, Speaker } from './foreign-channel.ts';
import { httpChannel } from './http-channel.ts';
import { requireScript } from './require-script.ts';
import { stdioChannel } from './stdio-channel.ts';

/** A user's program that monitors, controls or defends runs. */
export interface ForeignProgram {
  name: string;
  /** Covers the text and any local files that it names. A change behind an HTTP address goes unnoticed. */
  hash: string;
  open(speaker: Speaker): ForeignChannel;
}

/** Reads an HTTP address, a Python file or a command. Null for other text. Throws UsageError `script-missing`. */
export function foreignProgram(text: string): ForeignProgram | null {
  if (text.endsWith('.py') && existsSync(text)) {
    const source = agentSource(text);
    if (source.kind === 'command')
      return programOf(source, text, (speaker) => stdioChannel(source.command, unbuffered, speaker));
  }
  if (/^https?:\/\//.test(text))
    return programOf({ kind: 'http', url: text }, text, (speaker) => httpChannel(text, speaker));
  const command = text.replace(/^command\s+/, '');
  if (!/\s/.test(text.trim()) || command.trim() === '') return null;
  requireScript(command);
  return programOf({ kind: 'command', command }, command, (speaker) => stdioChannel(command, process.env, speaker));
}

/** A Python program that doesn't flush its answers would seem to hang. */
const unbuffered = { ...process.env, PYTHONUNBUFFERED: '1' };

function programOf(source: AgentSource, text: string, open: ForeignProgram['open']): ForeignProgram {
  const hash = createHash('sha256')
    .update(JSON.stringify([text, agentHash(source)]))
    .digest('hex');
  return { name: agentLabel(source), hash, open };
}

interface FileKind {
  kind: 'monitor' | 'protocol';
  /** Name of the define function, such as `defineMonitor`. */
  define: string;
  /** Error code if a file does not export exactly one extension of this kind. */
  code: string;
  page: string;
  shape: ExtensionShape;
}

/** Imports the only definition of this kind in a file. Throws UsageError: with `code`, or for an invalid shape. */
export async function definitionInFile(
  file: string,
  { kind, define, code, page, shape }: FileKind,
): Promise<{ definition: unknown; hash: string }> {
  const parts = partsIn(await importFile(kind, file)).filter(({ osharmPart }) => osharmPart === kind);
  const [part] = parts;
  if (part === undefined || parts.length > 1)
    throw new UsageError(`The file ${file} exports ${parts.length === 0 ? `no ${kind}` : `several ${kind}s`}.`, {
      code,
      hint: `Export one: export default ${define}({ name: '${basename(file).replace(/\.\w+$/, '')}', create: … }) (${page}).`,
    });
  checkExtension(part.definition, shape, `The ${kind} in ${file}`);
  return { definition: part.definition, hash: programHash(file, kind) };
}
