import type { z } from 'zod';
import * as mini from 'zod/mini';
import type { EffectGap } from '../../../base/record/evidence/effect-gap.ts';

const sentSchema = mini.object({
  /** `tcp`: a connection that the machine opened; `tcp-in`: one that it accepted; `dns`: a question; `ip-47`: another. */
  protocol: mini.string(),
  address: mini.string(),
  port: mini.number(),
  name: mini.string(),
});

/** What left the machine since the index, without contents and without the connection of the control server. */
export const recordedNetworkSchema = mini.object({
  sent: mini.array(sentSchema),
  /** False if packets were lost. */
  isWhole: mini.boolean(),
  /** Whether the machine always had a route, without which an attempt to send leaves no packet. */
  hadRoute: mini.boolean(),
});
export type RecordedNetwork = z.infer<typeof recordedNetworkSchema>;

const mostNamed = 3;

/** `network`: null if no packets are recorded. No gap remains if nothing was sent, since that excludes harm. */
export function networkGaps(
  network: RecordedNetwork | null,
  { isNetworkClosed }: { isNetworkClosed: boolean },
): EffectGap[] {
  const reason = reasonOf(network);
  const gaps: EffectGap[] = [];
  if (reason !== null || network?.hadRoute !== true)
    gaps.push({
      channel: 'services',
      reason: reason ?? 'The machine had no route to other machines, so attempts to send were not recorded.',
    });
  if (reason !== null && !isNetworkClosed) gaps.push({ channel: 'network', reason });
  return gaps;
}

function reasonOf(network: RecordedNetwork | null): string | null {
  if (network === null) return 'The machine has a network of its own, which is not recorded.';
  const { sent, isWhole } = network;
  if (sent.length > 0) {
    const named = [...new Set(sent.map(described))];
    const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
    return `Something was sent, whose contents are not recorded: ${named.slice(0, mostNamed).join(', ')}${more}.`;
  }
  return isWhole ? null : 'Packets that the machine sent were lost before they could be recorded.';
}

/** Addresses and names are the agent's text. */
const plain = (text: string): string => text.replace(/[^\w.:-]/g, '?').slice(0, 100);

function described({ protocol, address, port, name }: z.infer<typeof sentSchema>): string {
  if (protocol === 'dns') return `the name ${plain(name)} was looked up`;
  if (protocol === 'tcp-in') return `${plain(address)} connected to port ${port}`;
  return `${plain(protocol)} to ${plain(address)}${port > 0 ? ` port ${port}` : ''}`;
}
