/**
 * Load test of a real desktop's mock hosts: large bodies, many requests, slow and endless clients. Prints one line for
 * each and exits with 1 if the log lacks a byte or memory grows. All traffic stays in the desktop's network. Takes
 * about two minutes.
 *
 * Usage: osharm-node tools/soak/internet.ts [bodies of 50 MB (10)] [requests (1000)]
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebRequest } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

const [bodies = 10, requests = 1000] = process.argv.slice(2).map(Number);
const provider = new SandboxProvider();
await provider.check();
const desktop = await provider.create({ width: 1280, height: 720, limits: { memoryBytes: 2 ** 31 } });
let failures = 0;

function report(what: string, isRight: boolean, figures: string): void {
  if (!isRight) failures += 1;
  process.stdout.write(`${isRight ? 'ok    ' : 'FAILED'} ${what}: ${figures}\n`);
}

async function during(script: string, timeoutMs = 300_000) {
  const since = Date.now();
  const done = await desktop.exec(['bash', '-c', script], { timeoutMs });
  // Excludes DNS and TLS entries, which accompany requests.
  const entries = (await desktop.webLog(since)).filter(({ kind }) => kind !== 'dns' && kind !== 'tls');
  return { output: done.output, error: done.error, entries, seconds: ((Date.now() - since) / 1000).toFixed(1) };
}

interface Listed {
  pid: number;
  parent: number;
  kilobytes: number;
  args: string;
}

function mockServices(): Listed[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,args='], { encoding: 'utf8', maxBuffer: 2 ** 27 })
    .split('\n')
    .map((line): Listed => {
      const [, pid, parent, rss, args = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return { pid: Number(pid), parent: Number(parent), kilobytes: Number(rss), args };
    });
  const byPid = new Map(all.map((item) => [item.pid, item]));
  const isOurs = (socket: Listed | undefined): boolean =>
    socket !== undefined && (socket.parent === process.pid || isOurs(byPid.get(socket.parent)));
  return all.filter((item) => /^\/usr\/lib\/session\/node .*\/internet\.mjs$/.test(item.args) && isOurs(item));
}

function megabytes(): { harness: number; doubles: number } {
  const doubles = mockServices();
  if (doubles.length !== 1) throw new Error(`${doubles.length} processes of this desktop are its mock services`);
  return {
    harness: Math.round(process.memoryUsage().rss / 2 ** 20),
    doubles: Math.round((doubles[0]?.kilobytes ?? 0) / 1024),
  };
}

const hashOf = async ({ bodyHash = '' }: WebRequest) =>
  createHash('sha256')
    .update((await desktop.webBody(bodyHash)) ?? '')
    .digest('hex');

try {
  // On a busy machine, a second desktop may have been started because the first was late; it is still closing.
  for (let tries = 0; mockServices().length > 1 && tries < 60; tries += 1) await sleep(500);
  const before = megabytes();
  let right = 0;
  let peak = 0;
  const begun = Date.now();
  for (let at = 0; at < bodies; at += 1) {
    const how = ['-T /tmp/b', '-F f=@/tmp/b', "-H 'Transfer-Encoding: chunked' --data-binary @/tmp/b"][at % 3];
    const { output, entries } = await during(
      `head -c 50000000 /dev/urandom >/tmp/b; sha256sum </tmp/b; curl -s -o /dev/null ${how} ${at % 2 === 0 ? 'http' : 'https'}://large.example/`,
    );
    peak = Math.max(peak, megabytes().doubles);
    const [entry] = entries;
    const isWhole =
      at % 3 === 1
        ? (entry?.bytes ?? 0) > 50_000_000 && entry !== undefined && (await hashOf(entry)) === entry.bodyHash
        : entry?.bodyHash === output.slice(0, 64) &&
          entry.bytes === 50_000_000 &&
          (await hashOf(entry)) === entry.bodyHash;
    if (isWhole) right += 1;
  }
  report(
    'bodies of 50 MB',
    right === bodies,
    `${right} of ${bodies} whole, ${((Date.now() - begun) / 1000).toFixed(1)} s`,
  );
  report('memory of the mock services', peak < before.doubles + 200, `${before.doubles} MB before, ${peak} MB at most`);

  const many = await during(
    `python3 -c '
import http.client
c = http.client.HTTPSConnection("many.example")
for n in range(${requests}):
    c.request("POST", "/%d" % n, "body %d" % n)
    c.getresponse().read()
'`,
  );
  const expected = many.entries.filter(
    ({ path, bodyHash }, at) =>
      path === `/${at}` && bodyHash === createHash('sha256').update(`body ${at}`).digest('hex'),
  );
  report('requests in a row', expected.length === requests, `${expected.length} of ${requests}, ${many.seconds} s`);

  const apart = await during(
    `seq ${Math.min(requests, 300)} | xargs -P 20 -I@ curl -s -o /dev/null -d n=@ http://apart.example/@`,
  );
  const paths = new Set(apart.entries.map(({ path }) => path));
  report(
    'clients at a time',
    paths.size === Math.min(requests, 300),
    `${paths.size} of ${Math.min(requests, 300)}, ${apart.seconds} s`,
  );

  const slow = await during(
    `python3 -c '
import socket, time
all = [socket.create_connection(("slow%d.example" % (n % 5), 80)) for n in range(50)]
for s in all: s.send(b"POST /slow HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 10\\r\\n\\r\\n")
for n in range(5):
    time.sleep(0.3)
    for s in all: s.send(b"%d" % n)
half = all[25:]
for s in all[:25]: s.send(b"56789")
time.sleep(0.5)
for s in half: s.close()
time.sleep(0.5)
'`,
  );
  const whole = slow.entries.filter(({ bytes, partial }) => bytes === 10 && partial === undefined).length;
  const broken = slow.entries.filter(({ bytes, partial }) => bytes === 5 && partial === true).length;
  report('slow and broken clients', whole === 25 && broken === 25, `${whole} whole, ${broken} broken off, of 25 each`);

  const endless = await during(
    `timeout 8 python3 -c '
import socket
s = socket.create_connection(("endless.example", 80))
s.send(b"POST / HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n")
n = 0
while n < 200: s.send(b"10000\\r\\n" + b"x" * 65536 + b"\\r\\n"); n += 1
s.close()
'; sleep 1`,
  );
  const sent = endless.entries[0];
  report(
    'a request without end',
    sent?.partial === true && sent.bytes === 200 * 65_536,
    `${sent?.bytes} bytes kept of ${200 * 65_536}`,
  );
  const after = megabytes();
  report(
    'memory in the end',
    after.doubles < before.doubles + 200,
    `doubles ${after.doubles} MB, harness ${after.harness} MB`,
  );
} finally {
  await provider.close();
}
process.exitCode = failures === 0 ? 0 : 1;
