/**
 * Tests the control server for leaks:
 *
 *     bin/osharm-node tools/soak/decay.ts [ROUNDS=5000]
 *
 * Runs the single-file server on a desktop with LibreOffice Writer, a text editor and Chromium, as on a user's machine,
 * and requests ROUNDS screenshots and trees over HTTP. Prints memory, descriptors and X clients of our processes, and
 * LibreOffice's memory.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDropIn } from '../../src/desktop/client/drop-in/write-drop-in.ts';
import { GuestClient } from '../../src/desktop/client/guest-client.ts';
import { DesktopPlace, type ServedDesktop } from '../../src/desktop/client/serve-desktops.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { freePort } from '../../test/desktop/free-port.ts';

const rounds = Number(process.argv[2] ?? 5000);
const provider = new SandboxProvider();
const folder = mkdtempSync('/tmp/decay-');
let desktop: ServedDesktop | null = null;
const outside = await freePort();
const place = new DesktopPlace(
  { host: '127.0.0.1', port: await freePort(), forwards: [{ inside: 9222, outside }] },
  async (signal) => {
    desktop = (await provider.create({ width: 1920, height: 1080 }, signal)) as ServedDesktop;
    return desktop;
  },
);

/** Runs inside: kB of PSS and descriptors of the server and its Python, X clients, kB of LibreOffice. */
const probe = `
import os, re
def pss(pid):
    return sum(int(line.split()[1]) for line in open(f"/proc/{pid}/smaps_rollup") if line.startswith("Pss:"))
ours, office = [], []
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        line = open(f"/proc/{pid}/cmdline").read().replace("\\0", " ")
        if "desktop-control" in line: ours.append(pid)
        if "soffice.bin" in line: office.append(pid)
    except OSError: pass
clients = sum(1 for line in open("/proc/net/unix") if ".X11-unix/X0" in line and " 03 " in line)
print(sum(pss(p) for p in ours), sum(len(os.listdir(f"/proc/{p}/fd")) for p in ours), clients, sum(pss(p) for p in office))
`;

try {
  await place.start();
  if (desktop === null) throw new Error('no desktop');
  const held: ServedDesktop = desktop;
  const file = join(folder, 'control');
  await writeDropIn(file);
  await held.writeFile('/home/user/control', readFileSync(file), { mode: 0o755 });
  for (const command of ['libreoffice --writer', 'mousepad', 'google-chrome about:blank']) {
    await held.launch(command, { shell: true });
    await held.settle({ capMs: 15_000 });
  }
  await held.launch('HOST=127.0.0.1 PORT=9222 ~/control', { shell: true });
  const guest = new GuestClient({ baseUrl: `http://127.0.0.1:${outside}` });
  for (let tries = 0; (await guest.health().catch(() => null))?.ready !== true; tries += 1) {
    if (tries > 100) throw new Error('the server does not come up');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  console.log('rounds  our kB (PSS)  our descriptors  X clients  LibreOffice kB  tree ms');
  const started = Date.now();
  let treeMs: number[] = [];
  const looks: number[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const before = performance.now();
    const [picture, tree] = await Promise.all([guest.screenshot(), guest.accessibilityTree()]);
    treeMs.push(performance.now() - before);
    if (picture.length < 1000 || !tree.xml.includes('Mousepad')) throw new Error(`round ${round}: no observation`);
    // Keeps the screen changing, so that there is something to read.
    if (round % 25 === 0) await guest.execute("import pyautogui; pyautogui.press('down')", {});
    if (round % Math.max(1, Math.floor(rounds / 20)) === 0) {
      const { output } = await held.exec(['python3', '-c', probe], { timeoutMs: 30_000 });
      const [kB, descriptors, clients, office] = output.trim().split(' ');
      looks.push([kB, descriptors, clients].map(Number));
      const median = treeMs.toSorted((a, b) => a - b)[Math.floor(treeMs.length / 2)] ?? 0;
      console.log(
        [round, kB, descriptors, clients, office, median.toFixed(0)]
          .map((cell, at) => String(cell).padStart([6, 12, 15, 9, 14, 7][at] ?? 8))
          .join('  '),
      );
      treeMs = [];
    }
  }
  const [warm = [], end = []] = [looks[Math.floor(looks.length / 4)], looks.at(-1)];
  const [kB = 0, descriptors = 0, clients = 0] = end.map((value, at) => value - (warm[at] ?? 0));
  // A leak per round would add up to thousands; caches fluctuate.
  const hasDecayed = kB > 30_000 || descriptors > 10 || clients > 5;
  console.log(
    `${rounds} rounds in ${((Date.now() - started) / 1000).toFixed(0)} s; since the first quarter: ${kB} kB, ${descriptors} descriptors, ${clients} X clients more`,
  );
  process.exitCode = hasDecayed ? 1 : 0;
  guest.close();
} finally {
  await place.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
}
