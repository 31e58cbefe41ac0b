import { type LookupAddress, lookup } from 'node:dns';
import { lookup as lookupName } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateRanges.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv6');

/**
 * Returns true for this machine and hosts in its network, whose content a third-party task must not copy to a desktop.
 * A name that can't be resolved counts as public, because a proxy may know it.
 */
export async function isPrivateHost(host: string): Promise<boolean> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return isPrivate(bare);
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true;
  const found = await lookupName(bare, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivate(address));
}

export const privateAddressCode = 'ERR_PRIVATE_ADDRESS';

/** Checks addresses when it connects, because a name may resolve differently than in `isPrivateHost`. */
export async function publicOnly(resolve: typeof lookup = lookup): Promise<Agent> {
  const { Agent } = await import('undici');
  const checked: LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '');
      const inside = found.find(({ address }) => isPrivate(address));
      if (inside !== undefined) {
        const refusal = new Error(`${host} resolves to ${inside.address}, which is this machine or its own network`);
        return callback(Object.assign(refusal, { code: privateAddressCode }), '');
      }
      const [first] = found;
      if (options.all === true) callback(null, found);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
  return new Agent({ connect: { lookup: checked } });
}

function isPrivate(address: string): boolean {
  if (isIP(address) !== 6) return privateRanges.check(address, 'ipv4');
  // Check an IPv4 address in IPv6 notation as IPv4. The block list handles mapped ones (::ffff:…) itself.
  const inner = translated(address);
  return (inner !== null && privateRanges.check(inner, 'ipv4')) || privateRanges.check(address, 'ipv6');
}

/** Returns the IPv4 address in a NAT64 (64:ff9b::/96, RFC 6052) or 6to4 (2002::/16, RFC 3056) address. */
function translated(address: string): string | null {
  // The URL parser returns the canonical form, without dots.
  const [before = '', after] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const groups = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (groups[0] === 0x2002) return dotted(groups[1], groups[2]);
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return dotted(groups[6], groups[7]);
  return null;
}
