import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { SandboxProvider, type SandboxProviderOptions } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
chmodSync(folder, 0o777);
let provider: SandboxProvider | null = null;
afterEach(() => provider?.close());
afterAll(() => rmSync(folder, { recursive: true }));

const spec = { width: 1280, height: 720 };
const root = '/run/root';

/** A provider whose runtime first runs these shell lines beside the desktop's container, whose root is `$root`. */
function providerWith(lines: string, startLimits: SandboxProviderOptions['startLimits'] = {}): SandboxProvider {
  const runtime = join(folder, `runtime-${Math.random().toString(36).slice(2)}`);
  const script = `#!/bin/sh
root=${root}
for name; do :; done
if [ "$name" = desktop ]; then
${lines}
fi
exec runc "$@"
`;
  writeFileSync(runtime, script, { mode: 0o755 });
  provider = new SandboxProvider({ runtime, startLimits });
  return provider;
}

/** Lines that put a program in front of another one: it does this `times` times, and after that is the other one. */
function inFrontOf(program: string, doing: string, times: number): string {
  const isPath = program.startsWith('/');
  const place = isPath ? program : `/usr/local/bin/${program}`;
  const real = isPath ? `${program}.real` : `/usr/bin/${program}`;
  const tries = `/tmp/.tries${program.replaceAll('/', '-')}`;
  return `${isPath ? `mv $root${program} $root${real}` : ':'}
cat >$root${place} <<'PROGRAM'
#!/bin/sh
echo >>${tries}
[ $(wc -l <${tries}) -gt ${times} ] && exec ${real} "$@"
${doing}
PROGRAM
chmod 755 $root${place}`;
}

const hang = 'exec sleep 1000';

it.each([
  ['the X server', 'Xvfb', { display: 2_500 }],
  ['the session bus', 'dbus-daemon', { bus: 2_500 }],
  ['the window manager', 'openbox', { windowManager: 2_500 }],
  ['the accessibility bus', '/usr/libexec/at-spi-bus-launcher', { accessibility: 2_500 }],
  ['the Python interpreter', 'python3', { input: 2_500 }],
])('starting a sandbox names %s if %s hangs in both desktops', async (name, program, limits) => {
  const hanging = providerWith(inFrontOf(program, hang, 99), { late: 500, ...limits });
  const error = await hanging.create(spec).then(
    () => null,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: 'sandbox-start', isRetryable: true });
  expect(error?.message).toContain(`A desktop did not start: ${name}`);
  expect(error?.message).toMatch(/last seen: .+/);
  expect(error?.message).toContain('A second desktop was started too');
});

it('starting a sandbox names the containers if the runtime hangs', async () => {
  const hanging = providerWith(hang, { late: 500, containers: 2_500 });
  await expect(hanging.create(spec)).rejects.toThrow(/the control server in the container was not ready after 2\.5 s/);
});

it('starting a sandbox ends at its time limit with the phase of both desktops', async () => {
  const hanging = providerWith(hang, { late: 500, desktop: 2_500 });
  await expect(hanging.create(spec)).rejects.toThrow(
    /No desktop started within 2\.5 s: (?:files|containers) for .*; the second one: /,
  );
});

it('starting a sandbox uses a second desktop if the first hangs', async () => {
  const mark = join(folder, 'hung-once');
  const lines = `if mkdir ${mark} 2>/dev/null; then ${hang}; fi`;
  const started = performance.now();
  const desktop = await providerWith(lines, { late: 1_000 }).create(spec);
  expect(existsSync(mark)).toBe(true);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(desktop.notes().join('\n')).toMatch(/The first desktop was not ready after \d\.\d s: containers for/);
});

it('a window manager that exited is restarted, and its exit code and output are kept', async () => {
  const desktop = await providerWith(inFrontOf('openbox', 'echo no such theme >&2; exit 7', 1)).create(spec);
  expect((await desktop.health()).windowManager).toBe(true);
  expect(desktop.notes().join('\n')).toContain("The desktop's windowManager was started 2 times.");
  expect(desktop.notes().join('\n')).toMatch(/openbox ended with 7 after .* no such theme/);
});

it.each([
  ['tint2', 'The panel was missing when the desktop started'],
  ['feh', 'The wallpaper was missing when the desktop started'],
])('a sandbox starts without what %s shows if that hangs', async (program, note) => {
  const started = performance.now();
  const desktop = await providerWith(inFrontOf(program, hang, 99), { late: 60_000 }).create(spec);
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(desktop.notes().join('\n')).toContain(note);
  expect((await desktop.observe()).screenshot.length).toBeGreaterThan(1_000);
});
