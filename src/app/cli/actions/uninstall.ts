import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { cacheFolder } from '../../../desktop/client/cache-folder.ts';
import { cacheKinds } from '../../../desktop/image/cache-kinds.ts';
import { cleanable, cleanCache } from '../../../desktop/image/clean-cache.ts';
import { removeTree } from '../../../desktop/image/owned-folder.ts';
import { listed } from '../processes.ts';

export interface UninstallFlags {
  yes?: boolean;
  dryRun?: boolean;
}

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
const hostChanges = `${checkout}bin/host-changes`;

/** Throws UsageError `uninstall-unconfirmed`, and EnvironmentError `cache-in-use` or `uninstall-needs-root`. */
export async function uninstall({ yes, dryRun }: UninstallFlags): Promise<void> {
  const changes = execFileSync(hostChanges, ['list'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  const cache = cacheFolder();
  const hasCache = existsSync(cache);
  if (changes.length === 0 && !hasCache) {
    console.log('Set-up has changed nothing on this machine, and there is no cache.');
  } else {
    console.log(`This removes:\n${removals(changes, hasCache ? cache : null).join('\n')}`);
    if (dryRun !== true) {
      await confirm(yes);
      // The cache first: its files belong to the ids that go.
      if (hasCache) await removeCache(cache);
      if (changes.length > 0) takeBack();
    }
  }
  console.log(`Results are kept. The program itself: ${programRemoval()}.`);
}

function removals(changes: readonly string[], cache: string | null): string[] {
  const words = changes.map((change) => change.split(' '));
  const packages = words.flatMap(([kind, name = '']) => (kind === 'package' ? [name] : []));
  return [
    ...(cache === null ? [] : [`  - ${cache}: desktop images, downloads, imported prompts, logs`]),
    ...(packages.length === 0
      ? []
      : [`  - Debian packages that set-up installed, except those that others need by now: ${packages.join(' ')}`]),
    ...words.flatMap(([kind, name, first, last]) => {
      if (kind === 'range') return [`  - the range of ids ${first} to ${last} of ${name}`];
      return kind === 'namespaces' ? ['  - the AppArmor profile osharm, and /usr/local/lib/osharm'] : [];
    }),
  ];
}

async function confirm(yes: boolean | undefined): Promise<void> {
  if (yes === true) return;
  const unconfirmed = new UsageError('Nothing was removed.', {
    code: 'uninstall-unconfirmed',
    hint: 'Start this with --yes to go ahead.',
  });
  if (!process.stdin.isTTY) throw unconfirmed;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question('Continue? [y/N] ');
    if (!/^y/i.test(answer.trim())) throw unconfirmed;
  } finally {
    terminal.close();
  }
}

async function removeCache(cache: string): Promise<void> {
  const { kept } = await cleanCache(
    await cleanable(
      cacheKinds.map(({ name }) => name),
      true,
    ),
  );
  if (kept.length > 0)
    throw new EnvironmentError(
      `${cache} is in use: ${kept.map(({ entry, usedBy }) => `${entry} by ${listed(usedBy)}`).join('; ')}. The system was not changed.`,
      { code: 'cache-in-use', hint: 'End these processes, then start this again.' },
    );
  await removeTree(cache);
}

function takeBack(): void {
  const isRoot = process.getuid?.() === 0;
  const [program = '', ...args] = isRoot ? [hostChanges, 'undo'] : ['sudo', hostChanges, 'undo'];
  const { status, error } = spawnSync(program, args, { stdio: ['inherit', 2, 2] });
  if (error !== undefined || status !== 0)
    throw new EnvironmentError('The cache is removed. What set-up changed on the system is still there.', {
      code: 'uninstall-needs-root',
      hint: `Run as root: ${hostChanges} undo`,
      cause: error,
    });
}

const programRemoval = (): string =>
  existsSync(`${checkout}package-lock.json`)
    ? `delete ${checkout}`
    : 'npm uninstall -g osharm, or uv tool uninstall osharm';
