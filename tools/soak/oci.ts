/**
 * Tests an exported image without docker:
 *
 *     bin/osharm-node tools/soak/oci.ts FILE [SECONDS]
 *
 * Unpacks the layers (checking every digest), runs the image's configuration under runc (as root) without any of our
 * files, and uses the control server on port 5000 for SECONDS (30).
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { offerControl } from '../../src/desktop/client/control-proxy.ts';
import { openStream } from '../../src/desktop/client/guest/open-stream.ts';
import { GuestClient } from '../../src/desktop/client/guest-client.ts';

const [file, seconds = '30'] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: oci.ts FILE [SECONDS]');
const folder = mkdtempSync('/tmp/oci-proof-');
const sh = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1e9 });
const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const container = `osharm-oci-${process.pid}`;
try {
  sh('tar', '-xf', file, '-C', folder);
  const blob = (digest: string): string => `blobs/sha256/${digest.replace('sha256:', '')}`;
  const [found] = json('index.json').manifests;
  const manifest = json(blob(found.digest));
  for (const value of [found, manifest.config, ...manifest.layers]) {
    const actual = `sha256:${await sha256(join(folder, blob(value.digest)))}`;
    if (actual !== value.digest) throw new Error(`${value.digest} is ${actual}`);
  }
  console.log(`${manifest.layers.length + 2} digests hold`);
  const image = json(blob(manifest.config.digest));
  const rootfs = join(folder, 'rootfs');
  mkdirSync(rootfs);
  for (const { digest } of manifest.layers)
    sh('tar', '-xpf', join(folder, blob(digest)), '-C', rootfs, '--numeric-owner');
  rmSync(join(folder, 'blobs'), { recursive: true });

  const config = image.config;
  sh('runc', 'spec', '--bundle', folder);
  const spec = json('config.json');
  spec.process = {
    ...spec.process,
    terminal: false,
    user: { uid: 0, gid: 0 },
    args: [...config.Entrypoint, ...(config.Cmd ?? [])],
    env: config.Env,
    cwd: config.WorkingDir,
    noNewPrivileges: false,
    rlimits: [],
  };
  const names = [
    'CHOWN',
    'DAC_OVERRIDE',
    'FSETID',
    'FOWNER',
    'MKNOD',
    'NET_RAW',
    'SETGID',
    'SETUID',
    'SETFCAP',
    'SETPCAP',
    'NET_BIND_SERVICE',
    'SYS_CHROOT',
    'KILL',
    'AUDIT_WRITE',
  ];
  const capabilities = names.map((name) => `CAP_${name}`);
  spec.process.capabilities = { bounding: capabilities, effective: capabilities, permitted: capabilities };
  spec.root = { path: 'rootfs', readonly: false };
  spec.hostname = 'desktop';
  for (const mount of spec.mounts)
    if (mount.destination === '/dev/shm')
      mount.options = mount.options.map((option: string) => option.replace(/^size=.*/, 'size=1g'));
  spec.linux.resources = {};
  writeFileSync(join(folder, 'config.json'), JSON.stringify(spec));
  const running = spawn('runc', ['run', '--bundle', folder, container], { stdio: ['ignore', 'inherit', 'inherit'] });
  let isEnding = false;
  running.once('exit', (code) => {
    if (!isEnding) console.log(`runc ended early, with ${code}`);
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const pid = JSON.parse(sh('runc', 'state', container)).pid as number;

  // The container's network has only loopback, so a socket on this machine leads into it.
  const socket = join(folder, 'control.sock');
  const relay = `require('node:net').createServer((c) => { const s = require('node:net').connect(5000, '127.0.0.1'); s.on('error', () => c.destroy()); c.on('error', () => s.destroy()); c.pipe(s).pipe(c); }).listen(${JSON.stringify(socket)})`;
  const bridge = spawn('nsenter', [`--net=/proc/${pid}/ns/net`, process.execPath, '-e', relay], { stdio: 'inherit' });
  sh('nsenter', `--net=/proc/${pid}/ns/net`, 'ip', 'link', 'set', 'lo', 'up');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const proxy = await offerControl((signal) => openStream({ path: socket }, { what: 'Its control server', signal }), {
    port: 0,
  });
  const guest = new GuestClient({ baseUrl: `http://127.0.0.1:${(proxy.address() as { port: number }).port}` });
  const started = Date.now();
  for (;;) {
    const health = await guest.health().catch(() => null);
    if (health?.ready === true) break;
    if (Date.now() - started > 30_000) throw new Error(`not ready: ${JSON.stringify(health)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  console.log(`ready ${((Date.now() - started) / 1000).toFixed(1)} s after the first question`);
  const signal = AbortSignal.timeout((Number(seconds) + 60) * 1000);
  const known = (await guest.windows(signal)).map((window) => window.id);
  await guest.launch('mousepad', { signal });
  const settled = await guest.settle({ newWindowSince: known, newWindowCapMs: 30_000 }, signal);
  if (settled.newWindow !== true) throw new Error('mousepad opened no window');
  await guest.launch(['google-chrome', 'about:blank'], { signal });
  const before = (await guest.windows(signal)).map((window) => window.id);
  await guest.settle({ newWindowSince: before, newWindowCapMs: 30_000 }, signal);
  console.log('windows:', (await guest.windows(signal)).map((window) => window.title).join(' | '));
  let rounds = 0;
  for (const end = Date.now() + Number(seconds) * 1000; Date.now() < end; rounds += 1) {
    const [picture, tree] = await Promise.all([guest.screenshot(signal), guest.accessibilityTree(signal)]);
    if (picture.length < 1000 || !tree.xml.includes('<desktop-frame')) throw new Error('no observation');
    if (rounds === 0) writeFileSync('/tmp/oci-proof.png', picture);
  }
  console.log(`${manifest.layers.length + 2} digests hold; ${rounds} observations in ${seconds} s`);
  isEnding = true;
  guest.close();
  proxy.close();
  bridge.kill();
} finally {
  try {
    sh('runc', 'kill', container, 'KILL');
  } catch {
    // It has exited.
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  try {
    sh('runc', 'delete', '--force', container);
  } catch {
    // It never existed.
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(process.exitCode ?? 0);
}
