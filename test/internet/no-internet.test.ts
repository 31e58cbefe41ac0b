import { afterAll, beforeAll, expect, test } from 'vitest';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

// What `--network none` comes to, and that a sandbox refuses `host`.
const provider = new SandboxProvider();
const size = { width: 1280, height: 720 };
let desktop: Awaited<ReturnType<SandboxProvider['create']>>;
beforeAll(async () => {
  desktop = await provider.create({ ...size, network: 'none' });
});
afterAll(() => provider.close());

test('a desktop without the mock internet has no names, addresses or mock hosts, and the harness still reaches its ports', async () => {
  const { output } = await desktop.exec(
    [
      'bash',
      '-c',
      'curl -sS http://a.example/ 2>&1; curl -sS http://198.18.0.5/ 2>&1; ip -br addr; ip route show table all | grep 198.18',
    ],
    { timeoutMs: 30_000 },
  );
  expect(output).toMatch(/Could not resolve host/);
  expect(output).toMatch(/198\.18\.0\.5.*(?:unreachable|Could not connect|Couldn't connect)/i);
  expect(output.match(/^\S+/gm)?.filter((word) => word !== 'curl:')).toEqual(['lo']);
  expect(await desktop.webLog(0)).toEqual([]);
  await expect(desktop.serveSites([{ host: 'a.example' }])).rejects.toThrow(/has no internet/);
  await desktop.launch(['python3', '-m', 'http.server', '8123']);
  const reached = async () => {
    for (let tries = 0; tries < 300; tries += 1) {
      const stream = await desktop.connect(8123).catch(() => null);
      if (stream !== null) return stream;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
  };
  const stream = await reached();
  expect(stream).not.toBeNull();
  stream?.destroy();
});

test('the network of this machine is refused', async () => {
  await expect(provider.create({ ...size, network: 'host' })).rejects.toMatchObject({ code: 'network-host' });
});
