import { existsSync } from 'node:fs';
import { definitionInFile, foreignProgram } from '../../agents/foreign/extension-source.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { originText } from '../../base/record/open-registry.ts';
import { programProtocol, protocolSpeaker } from './program-protocol.ts';
import { checkedProtocol, type ProtocolContext, type ProtocolDefinition, protocolDefinitionShape } from './protocol.ts';
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
  const program = foreignProgram(text);
  if (program !== null) {
    const { name, hash } = program;
    const create = (context: ProtocolContext) => programProtocol(name, program.open(protocolSpeaker(name)), context);
    return { definition: { name, create }, hash };
  }
  throw new UsageError(`There is no protocol ${JSON.stringify(text)}.`, {
    code: 'protocol-unknown',
    hint: `Give a file, an address, a command, or one of: ${[...openProtocols.keys()].join(', ')}.${didYouMean(text, [...openProtocols.keys()])}`,
  });
}

async function fromFile(file: string): Promise<PreparedProtocol> {
  const { definition, hash } = await definitionInFile(file, {
    kind: 'protocol',
    define: 'defineProtocol',
    code: 'protocol-invalid',
    page: 'docs/run/protocols.md',
    shape: protocolDefinitionShape,
  });
  return { definition: checkedProtocol(definition as ProtocolDefinition), hash };
}
