import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv6');

/**
 * True where a host is this machine or its own network: a task of others must not carry what is there into a desktop. A name that can't be
 * resolved counts as public (a proxy may know it).
 */
export async function isPrivateHost(host: string): Promise<boolean> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return isPrivate(bare);
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  const found = await lookup(bare, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivate(address));
}

function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return privateRanges.check(mapped);
  return privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
