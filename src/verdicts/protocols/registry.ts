import { OpenRegistry } from '../../base/record/open-registry.ts';
import { auditProtocol } from './built-in/audit.ts';
import { askProtocol, blockProtocol, deferProtocol, editProtocol, observeProtocol } from './built-in/flag-protocols.ts';
import { leastSuspiciousProtocol, resampleProtocol } from './built-in/resample.ts';
import { reviewProtocol } from './built-in/review.ts';
import type { ProtocolDefinition } from './protocol.ts';

const builtInProtocols = [
  observeProtocol,
  blockProtocol,
  askProtocol,
  deferProtocol,
  resampleProtocol,
  leastSuspiciousProtocol,
  editProtocol,
  auditProtocol,
  reviewProtocol,
];

export const openProtocols: OpenRegistry<ProtocolDefinition> = new OpenRegistry(
  'protocol',
  builtInProtocols.map((protocol) => [protocol.name, protocol] as const),
);
