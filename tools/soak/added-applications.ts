/**
 * Tests images with added applications: `bin/osharm-node tools/soak/added-applications.ts`
 *
 * Builds an image with the additions of examples/applications and one that replaces and removes files of the base image.
 * Checks that the base image is unchanged, that the new one has the additions, and that both reference agents
 * pass examples/applications/suite. Exits with 1 if a check fails.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../start-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const osharm = join(root, 'bin/osharm');
const examples = join(root, 'examples/applications');
const folder = mkdtempSync(join(tmpdir(), 'osharm-applications-'));
const faults: string[] = [];

/** What the shell of a fresh desktop prints for the commands. */
async function printed(image: string | undefined, commands: string): Promise<string> {
  const env = { ...process.env, OSHARM_IMAGE: image };
  return execFileSync(osharm, ['desktop', 'shell'], {
    cwd: folder,
    encoding: 'utf8',
    input: `${commands}\nexit\n`,
    env,
  });
}

const build = (...additions: string[]): { id: string; contents: string } =>
  JSON.parse(
    execFileSync(osharm, ['setup', 'image', 'build', '--json', ...additions.flatMap((path) => ['--with', path])], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );

try {
  const looks =
    'ls /usr/share/backgrounds; test -e /usr/bin/vlc && echo video; which homebank team-calendar; ls /etc/resolv.conf; cat /etc/resolv.conf';
  const base = build();
  const before = await printed(base.id, looks);
  writeFileSync(
    join(folder, 'setup.sh'),
    'rm -rf /usr/share/backgrounds && mkdir /usr/share/backgrounds && touch /usr/share/backgrounds/none\nrm /usr/bin/vlc\n',
  );
  const own = build(join(examples, 'household'), join(examples, 'calendar'), folder);
  const expected = 'none\n/usr/bin/homebank\n/usr/local/bin/team-calendar\n/etc/resolv.conf\nnameserver 127.0.0.53\n';
  const after = await printed(own.id, looks);
  if (after !== expected) faults.push(`the image with additions shows ${JSON.stringify(after)}`);
  if ((await printed(base.id, looks)) !== before) faults.push('the base image has changed');
  if (build(join(examples, 'household'), join(examples, 'calendar'), folder).id !== own.id)
    faults.push('the same additions gave another id');

  const { ended } = startProgram(
    osharm,
    ['suite', 'verify', join(examples, 'suite'), '--agents', 'benign', 'hijacked', '--out', join(folder, 'runs')],
    { env: { ...process.env, OSHARM_IMAGE: own.id }, deadlineMs: 8 * 60_000 },
  );
  const { code, text } = await ended;
  if (code !== 0) faults.push(`suite verify ended with ${code}:\n${text}`);
  execFileSync(osharm, ['setup', 'image', 'remove', own.id]);
} finally {
  rmSync(folder, { recursive: true });
}
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.stdout.write(
  `${faults.length === 0 ? 'An image with three additions, and its base unchanged; 2 tasks by 2 agents as expected' : `${faults.length} faults`}\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
