import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { agentHash, programHash } from '../../agents/foreign/agent-files.ts';
import { agentLabel } from '../../agents/foreign/agent-label.ts';
import type { AgentSource } from '../../agents/foreign/agent-source.ts';
import type { ForeignChannel, Speaker } from '../../agents/foreign/foreign-channel.ts';
import { httpChannel } from '../../agents/foreign/http-channel.ts';
import { stdioChannel } from '../../agents/foreign/stdio-channel.ts';
import { UsageError } from '../../base/errors.ts';
import { checkExtension } from '../../base/extension.ts';
import { importFile } from '../../base/import-file.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { originText } from '../../base/record/open-registry.ts';
import { partsIn } from '../../base/record/plugin-part.ts';
import { programProtocol, protocolSpeaker } from './program-protocol.ts';
import { checkedProtocol, type ProtocolDefinition, protocolDefinitionShape } from './protocol.ts';
import { openProtocols } from './registry.ts';

export interface PreparedProtocol {
  definition: ProtocolDefinition;
  /** Changes with the protocol's code, so that runs start anew. Null for a built-in protocol. */
  hash: string | null;
}

/**
 * Prepares the protocol that `--protocol` names: a built-in or plug-in protocol by name, a file that exports
 * `defineProtocol({ … })`, an HTTP address, or a command. Throws UsageError `protocol-unknown` or `protocol-invalid`.
 */
export async function prepareProtocol(text: string): Promise<PreparedProtocol> {
  const known = openProtocols.get(text);
  if (known !== undefined) {
    const origin = openProtocols.originOf(text);
    return { definition: known, hash: origin === null ? null : originText(origin) };
  }
  if (/\.[mc]?[jt]s$/.test(text) && existsSync(text)) return fromFile(text);
  if (/^https?:\/\//.test(text))
    return fromProgram({ kind: 'http', url: text }, text, (speaker) => httpChannel(text, speaker));
  const command = text.replace(/^command\s+/, '');
  if (/\s/.test(text.trim()) && command.trim() !== '')
    return fromProgram({ kind: 'command', command }, command, (speaker) => stdioChannel(command, process.env, speaker));
  throw new UsageError(`There is no protocol ${JSON.stringify(text)}.`, {
    code: 'protocol-unknown',
    hint: `Give a file, an address, a command, or one of: ${[...openProtocols.keys()].join(', ')}.${didYouMean(text, [...openProtocols.keys()])}`,
  });
}

/** The hash covers the text and any local files that it names. */
function fromProgram(source: AgentSource, text: string, open: (speaker: Speaker) => ForeignChannel): PreparedProtocol {
  const name = agentLabel(source);
  const hash = createHash('sha256')
    .update(JSON.stringify([text, agentHash(source)]))
    .digest('hex');
  return {
    definition: { name, create: (context) => programProtocol(name, open(protocolSpeaker(name)), context) },
    hash,
  };
}

async function fromFile(file: string): Promise<PreparedProtocol> {
  const parts = partsIn(await importFile('protocol', file)).filter(({ osharmPart }) => osharmPart === 'protocol');
  const [part] = parts;
  if (part === undefined || parts.length > 1)
    throw new UsageError(`The file ${file} exports ${parts.length === 0 ? 'no protocol' : 'several protocols'}.`, {
      code: 'protocol-invalid',
      hint: `Export one: export default defineProtocol({ name: '${basename(file).replace(/\.\w+$/, '')}', create: … }) (docs/run/protocols.md).`,
    });
  checkExtension(part.definition, protocolDefinitionShape, `The protocol in ${file}`);
  return { definition: checkedProtocol(part.definition as ProtocolDefinition), hash: programHash(file, 'protocol') };
}
