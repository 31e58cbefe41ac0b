import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkHost, readNpmSettings } from './host-tools.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-tools-'));
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('HOME', folder);
  vi.stubEnv('npm_config_userconfig', join(folder, '.npmrc'));
  vi.stubEnv('npm_config_globalconfig', join(folder, 'global.npmrc'));
  vi.stubEnv('npm_config_cafile', undefined);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function npm(text: string): void {
  writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, 'bin', 'npm'), 0o755);
}

/** The path of programs: this npm first, or no npm at all. */
function usePath(...folders: string[]): void {
  vi.stubEnv('PATH', [join(folder, 'bin'), ...folders].join(delimiter));
}

const says = `case "$*" in
  "config get registry") echo https://mirror.example/ ;;
  "config get cafile") echo null ;;
  "root --global") echo ${'$'}HOME/.npm-global/lib/node_modules ;;
esac`;

it.each([
  ['that has a prefix of its own, without an npm in it', says],
  ['of Debian, whose modules are elsewhere', says.replace('$HOME/.npm-global/lib', '/usr/share')],
  ['that is a shim', `[ "$1 $2" = "config get" ] || exit 1\n${says}`],
])('the image is built with the packaged npm and the settings of an npm %s', async (_, text) => {
  npm(text);
  usePath(...(process.env.PATH ?? '').split(delimiter));
  const settings = await readNpmSettings();
  expect(settings).toMatchObject({ registry: 'https://mirror.example/', certificates: null });
  expect(existsSync(join(settings.program, 'bin', 'npm-cli.js'))).toBe(true);
  expect(existsSync(join(settings.program, 'node_modules', 'node-gyp'))).toBe(true);
});

it.each([
  ['is missing', null],
  ['does not start', 'echo "This project is configured to use yarn" >&2; exit 1'],
])('npm settings are read directly if the npm on the path %s', async (_, text) => {
  if (text !== null) npm(text);
  writeFileSync(join(folder, '.npmrc'), 'registry=https://own.example/\n');
  symlinkSync('/bin/sh', join(folder, 'bin', 'sh'));
  usePath();
  expect(await readNpmSettings()).toMatchObject({ registry: 'https://own.example/', certificates: null });
});

it('a missing certificate file is refused', async () => {
  npm(says.replace('echo null', `echo ${folder}/none.pem`));
  usePath(...(process.env.PATH ?? '').split(delimiter));
  await expect(readNpmSettings()).rejects.toMatchObject({
    code: 'image-no-certificates',
    message: expect.stringContaining('none.pem'),
  });
});

it('all missing host tools are named in one message', async () => {
  npm(says.replace('echo null', `echo ${folder}/none.pem`));
  for (const name of ['sh', 'unshare', 'setpriv', 'tar', 'true'])
    symlinkSync(`/usr/bin/${name}`, join(folder, 'bin', name));
  usePath(dirname('/nowhere/bin'));
  await expect(checkHost(folder)).rejects.toMatchObject({
    message: expect.stringMatching(/mmdebstrap, python3.*\n.*none\.pem/s),
    hint: expect.stringContaining('Nothing was downloaded'),
  });
});
