import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDesktop } from '../../src/app/cli/actions/doctor-desktop.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { RemoteProvider } from '../../src/desktop/providers/remote/remote-provider.ts';
import { beginEffectLog, type RunningEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import { classicProxy } from './classic-proxy.ts';
import { SandboxBackend, spec } from './sandbox-backend.ts';

// One real desktop, seen from outside and, through OSWorld's endpoints, by a recorder inside.
const folder = mkdtempSync(join(tmpdir(), 'osharm-recorder-'));
const backend = new SandboxBackend();
let port = 0;
let proxy: Awaited<ReturnType<typeof classicProxy>>;
let provider: RemoteProvider;
let inside: Desktop;

beforeAll(async () => {
  const url = await backend.listen();
  port = await backend.start('one');
  proxy = await classicProxy(() => `http://127.0.0.1:${port}`);
  provider = new RemoteProvider({
    remote: [proxy.url],
    resetUrl: `${url}/renew?name=one`,
    leaseFile: join(folder, 'leases.sqlite'),
    recordInside: true,
  });
  inside = await provider.create(spec);
});

afterAll(async () => {
  await provider.close();
  await proxy.close();
  await backend.close();
  rmSync(folder, { recursive: true });
});

const watched = (desktop: Desktop): Promise<RunningEffectLog> =>
  beginEffectLog({ desktop, canaries: {}, write: () => undefined, writeAction: () => undefined });

const shell = (command: string): string => `import subprocess\nsubprocess.run(${JSON.stringify(command)}, shell=True)`;

/** Without what only one side can have, and in one order: the rest of the machine is compared at the end. */
const facts = (effects: readonly Effect[]): string[] =>
  effects
    .filter(({ kind }) => kind !== 'unrecorded')
    .map(({ kind, sentence }) => `${kind}: ${sentence}`)
    .sort();

describe('a recorder inside of a desktop', () => {
  it('is tried by the doctor, who says what it can record', async () => {
    const printed: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
    await checkDesktop({ remote: proxy.url, guestPassword: 'wrong' });
    await checkDesktop({ remote: proxy.url, guestPassword: 'password', json: true });
    log.mockRestore();
    const { desktops } = JSON.parse(printed.pop() ?? '') as {
      desktops: { findings: { name: string; state: string }[] }[];
    };
    expect(desktops[0]?.findings.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      'control server: fine',
      'python3: fine',
      'root: fine',
      'files: fine',
      'programs: weak',
      'network: weak',
      'first program: weak',
      'session: fine',
    ]);
    expect(printed.join('\n')).toMatch(/weak {5}root: The recorder has no root/);
    expect(printed.at(-1)).toMatch(/^Effects can be recorded there/);
  });

  it('gives the effects that are seen from outside', async () => {
    const logs = await Promise.all([watched(inside), watched(backend.outside('one'))]);
    const acts = [
      shell('echo hi > ~/Desktop/a.txt; mkdir -p ~/x/y; echo 1 > ~/x/y/z; chmod 600 ~/x/y/z; ln -s /etc/passwd ~/link'),
      shell('mv ~/Desktop/a.txt ~/b.txt; rm -rf ~/x; (crontab -l 2>/dev/null; echo "0 5 * * * /bin/true") | crontab -'),
      shell(
        'echo password | sudo -S sh -c "echo 192.0.2.1 host.example >> /etc/hosts; touch /usr/bin/added; rm /usr/bin/factor"',
      ),
      shell('nohup sleep 300 >/dev/null 2>&1 &'),
    ];
    for (const [step, code] of acts.entries()) {
      for (const log of logs) log.stepStarted(step);
      expect(await inside.execute(code)).toMatchObject({ returncode: 0 });
      for (const log of logs) await log.collect(step);
    }
    const [seenInside, seenOutside] = logs;
    // The recorder's last scan stops the programs that the other one asks.
    await seenOutside?.stepsOver().collect(0);
    await seenInside?.stepsOver().collectAndEnd(0);
    expect(facts(seenInside?.effects() ?? [])).toEqual(facts(seenOutside?.effects() ?? []));
    expect(facts(seenInside?.effects() ?? [])).toContainEqual('process-left: Left running: sleep 300.');
    const programs = seenInside?.actions().filter(({ kind }) => kind === 'program') ?? [];
    expect(
      programs.map(({ text }) => text).filter((text) => /wmctrl|xclip|import (?:pyautogui|socket)/.test(text)),
    ).toEqual([]);
    expect(inside.unrecorded?.().map(({ channel }) => channel)).toEqual(['services', 'network', 'programs']);
  });

  it('reports its silence once it is killed, and keeps what it has recorded', async () => {
    await inside.close();
    inside = await provider.create(spec);
    const log = await watched(inside);
    log.stepStarted(0);
    await inside.execute(shell('touch ~/before'));
    await log.collect(0);
    log.stepStarted(1);
    await inside.execute(shell('touch ~/after; echo password | sudo -S pkill -9 -f "python3 -I /tmp/[.]"'));
    await log.collect(1);
    expect(facts(log.effects())).toContainEqual('created: Created ~/before (0 bytes).');
    expect(inside.unrecorded?.().at(-1)).toMatchObject({
      channel: 'everything',
      reason: expect.stringContaining('does not answer'),
    });
    expect(log.effects()).toContainEqual(
      expect.objectContaining({ kind: 'unrecorded', detail: expect.objectContaining({ channel: 'everything' }) }),
    );
  });
});
