import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { networkGaps, type RecordedNetwork } from './recorded-network.ts';

const quiet: RecordedNetwork = { sent: [], isWhole: true, hadRoute: true };
const sent = [
  { protocol: 'dns', address: '192.0.2.53', port: 53, name: 'upload.example.org' },
  { protocol: 'tcp', address: '198.51.100.7', port: 443, name: '' },
];

describe('what is known of sending', () => {
  it.each([
    ['nothing is known without packets', null, false, ['services', 'network']],
    ['no packet: nothing was sent', quiet, false, []],
    ['what was sent may be harm', { ...quiet, sent }, false, ['services', 'network']],
    ['it can’t leave a closed network', { ...quiet, sent }, true, ['services']],
    ['lost packets', { ...quiet, isWhole: false }, false, ['services', 'network']],
    ['attempts without a route are no packets', { ...quiet, hadRoute: false }, false, ['services']],
  ])('%s', (_, network, isNetworkClosed, channels) => {
    expect(networkGaps(network, { isNetworkClosed }).map(({ channel }) => channel)).toEqual(channels);
  });

  it('names where it was sent, in characters that mean nothing to a terminal', () => {
    const strange = { protocol: 'dns', address: '192.0.2.53', port: 53, name: '\u001b[31m.example.org' };
    expect(networkGaps({ ...quiet, sent: [...sent, strange] }, { isNetworkClosed: true })).toEqual([
      {
        channel: 'services',
        reason:
          'Something was sent, whose contents are not recorded: the name upload.example.org was looked up, ' +
          'tcp to 198.51.100.7 port 443, the name ??31m.example.org was looked up.',
      },
    ]);
  });
});

const ip = (protocol: number, to: string, ...payload: number[]): string =>
  Buffer.from([0x45, 0, 0, 0, 0, 0, 0, 0, 64, protocol, 0, 0, 192, 0, 2, 1, ...to.split('.').map(Number), ...payload])
    .toString('hex')
    .padEnd(80, '0');
const tcp = (flags: number, port: number): number[] => [
  0x9c,
  0x40,
  port >> 8,
  port & 255,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0x50,
  flags,
];
const udp = (port: number, payload = '', source = 40_000): number[] => [
  source >> 8,
  source & 255,
  port >> 8,
  port & 255,
  0,
  0,
  0,
  0,
  ...Buffer.from(payload, 'latin1'),
];
const question = (...labels: string[]): string =>
  `\x12\x34\x01\0\0\x01\0\0\0\0\0\0${labels.map((label) => String.fromCharCode(label.length) + label).join('')}\0\0\x01\0\x01`;

/** Interface, packet, and what was sent; null if the packet does not count. */
const packets: [string, string, string, unknown][] = [
  ['a connection', 'eth0', ip(6, '198.51.100.7', ...tcp(2, 443)), ['tcp', 40_000, '198.51.100.7', 443, '']],
  ['data of a connection', 'eth0', ip(6, '198.51.100.7', ...tcp(16, 443)), null],
  [
    'an accepted connection',
    'eth0',
    ip(6, '198.51.100.7', ...tcp(18, 443)),
    ['tcp-in', 40_000, '198.51.100.7', 443, ''],
  ],
  ['mail to the machine itself', 'lo', ip(6, '127.0.0.1', ...tcp(2, 25)), ['tcp', 40_000, '127.0.0.1', 25, '']],
  ['a program that talks to another', 'lo', ip(6, '127.0.0.1', ...tcp(2, 8080)), null],
  [
    'a name',
    'eth0',
    ip(17, '192.0.2.53', ...udp(53, question('a', 'example', 'org'))),
    ['dns', 40_000, '192.0.2.53', 53, 'a.example.org'],
  ],
  ['the machine’s own name', 'eth0', ip(17, '192.0.2.53', ...udp(53, question(hostname()))), null],
  [
    'more than the machine’s own name',
    'eth0',
    ip(17, '192.0.2.53', ...udp(53, `${question(hostname())}secret`)),
    ['dns', 40_000, '192.0.2.53', 53, hostname()],
  ],
  [
    'another name without a dot',
    'eth0',
    ip(17, '198.51.100.7', ...udp(53, question('secret'))),
    ['dns', 40_000, '198.51.100.7', 53, 'secret'],
  ],
  ['a name without a dot, asked inside', 'lo', ip(17, '127.0.0.53', ...udp(53, question('secret'))), null],
  ['no question', 'eth0', ip(17, '192.0.2.53', ...udp(53, 'secret')), ['dns', 40_000, '192.0.2.53', 53, '?.?']],
  ['the time', 'eth0', ip(17, '192.0.2.9', ...udp(123, `\x23${'\0'.repeat(39)}12345678`)), null],
  [
    'a text of the length of a time request',
    'eth0',
    ip(17, '192.0.2.9', ...udp(123, `\x23${'x'.repeat(47)}`)),
    ['udp', 40_000, '192.0.2.9', 123, ''],
  ],
  [
    'more than the time',
    'eth0',
    ip(17, '192.0.2.9', ...udp(123, 'x'.repeat(60))),
    ['udp', 40_000, '192.0.2.9', 123, ''],
  ],
  ['multicast', 'eth0', ip(17, '239.255.255.250', ...udp(1900)), null],
  [
    'a port of multicast at one machine',
    'eth0',
    ip(17, '198.51.100.7', ...udp(5353, 'secret')),
    ['udp', 40_000, '198.51.100.7', 5353, ''],
  ],
  ['a renewed DHCP lease', 'eth0', ip(17, '192.0.2.1', ...udp(67, 'x', 68)), null],
  [
    'a port of DHCP from another port',
    'eth0',
    ip(17, '198.51.100.7', ...udp(67, 'secret')),
    ['udp', 40_000, '198.51.100.7', 67, ''],
  ],
  ['an echo', 'eth0', ip(1, '198.51.100.3', 8), ['ping', 0, '198.51.100.3', 0, '']],
  ['an error message', 'eth0', ip(1, '198.51.100.3', 3), null],
  ['a tunnel', 'eth0', ip(47, '198.51.100.4'), ['ip-47', 0, '198.51.100.4', 0, '']],
];

describe('packets of a machine', () => {
  const folder = fileURLToPath(new URL('../../../../guest/recorder/', import.meta.url));
  const python = (program: string, given: unknown): unknown => {
    const done = spawnSync('python3', ['-B', '-c', program, folder, JSON.stringify(given)], { encoding: 'utf8' });
    expect(done.stderr).toBe('');
    return JSON.parse(done.stdout);
  };
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
from network import sending
print(json.dumps([sending(0x0800, name, bytes.fromhex(packet)) for name, packet in json.loads(sys.argv[2])]))`;

  it('a packet that starts to send something is recorded, and what keeps a machine in its network is not', () => {
    const found = python(
      program,
      packets.map(([, name, packet]) => [name, packet]),
    ) as unknown[];
    expect(packets.map(([title], at) => [title, found[at]])).toEqual(
      packets.map(([title, , , wanted]) => [title, wanted]),
    );
  });

  it('a report has connections from before the index and packets that still wait, and is whole only if none is left', () => {
    const done = python(
      `import json, sys, threading
sys.path.insert(0, sys.argv[1])
import network
class Packets:
    def __init__(self): self.waiting = []
    def recvfrom(self, size, flags):
        if not self.waiting: raise BlockingIOError
        return bytes.fromhex(self.waiting.pop(0)), ("eth0", 0x0800, 4)
    def getsockopt(self, *rest): return bytes(8)
before, first, second = json.loads(sys.argv[2])
network.packet_socket = lambda: None
network.connections = lambda: [(50_000, "192.0.2.1", 443, state, "1") for state in ("01", "06")] + [
    (50_001, "192.0.2.2", 443, "08", "2"), (50_002, "192.0.2.3", 443, "02", "3"), (50_003, "127.0.0.1", 80, "01", "4")]
one = network.Network()
one.packets, one.thread = Packets(), threading.current_thread()
reports = []
def report():
    found = one.report()
    reports.append([found["isWhole"], *(sent["address"] for sent in found["sent"])])
one.packets.waiting = [before]
one.begin([])
report()
one.packets.waiting = [first]
report()
network.MOST_WAITING = 1
one.packets.waiting = [second, first]
report()
print(json.dumps(reports))`,
      ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((to) => ip(6, to, ...tcp(2, 443))),
    );
    const open = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    expect(done).toEqual([
      [true, ...open],
      [true, ...open, '203.0.113.2'],
      [false, ...open, '203.0.113.2', '203.0.113.3'],
    ]);
  });
});
