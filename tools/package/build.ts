/**
 * Builds the npm packages, compiled JavaScript with source maps and declarations:
 *
 *     bin/osharm-node tools/package/build.ts FOLDER [--no-check]
 *
 * FOLDER/package is the packed folder of osharm, FOLDER/packages/NAME that of a package, FOLDER/*.tgz are the tarballs.
 * `--no-check` skips type checking. The layout matches the checkout's, so that modules find files relative to
 * themselves.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import checkout from '../../package.json' with { type: 'json' };
import { buildMarkup } from '../../src/results/views/build-markup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [args, flag] = process.argv.slice(2);
if (args === undefined || (flag !== undefined && flag !== '--no-check'))
  throw new Error('Usage: bin/osharm-node tools/package/build.ts FOLDER [--no-check]');
const check = flag === undefined ? [] : ['--noCheck'];
const out = resolve(args);
const folder = join(out, 'package');
const addOns = readdirSync(join(root, 'packages'));
for (const built of [folder, join(out, 'packages')]) {
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
}

const node = (program: string, ...words: string[]): void => {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, program), ...words], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
};
node('node_modules/typescript/bin/tsc', '-p', 'tools/package/tsconfig.json', '--outDir', folder, ...check);
for (const name of addOns) renameSync(join(folder, 'packages', name), join(out, 'packages', name));
rmSync(join(folder, 'packages'), { recursive: true });
// In a checkout, these are built on first use.
node('src/results/viewer/build-pages.ts', join(folder, 'src/results/viewer/pages'));
node('src/results/viewer/site/build-engine.ts', join(folder, 'src/results/viewer/pages'));
writeFileSync(join(folder, 'src/results/views/markup.js'), await buildMarkup());

const pictures = new Set(['.png', '.webp']);

const isRead = (path: string): boolean =>
  !['.ts', '.tsx', '.pyc'].includes(extname(path)) &&
  !path.includes('/__pycache__') &&
  // A suite's sources are only for its maintainers; the package contains the built suite.
  !/\/suites\/[^/]+\/source$/.test(path) &&
  path !== join(root, 'docs/.vitepress') &&
  // The pages' pictures are a quarter of the size. The checkout and the site contain them.
  !(path.startsWith(join(root, 'docs/')) && pictures.has(extname(path))) &&
  path !== join(root, 'src/results/viewer/web');
for (const name of ['src', 'guest', 'image', 'suites', 'bin', 'README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'docs'])
  cpSync(join(root, name), join(folder, name), { recursive: true, filter: isRead });
for (const name of addOns) {
  const kept = readdirSync(join(root, 'packages', name)).filter((file) => !['test', 'package.json'].includes(file));
  for (const file of kept)
    cpSync(join(root, 'packages', name, file), join(out, 'packages', name, file), { recursive: true, filter: isRead });
  for (const file of ['LICENSE', 'NOTICE']) cpSync(join(root, file), join(out, 'packages', name, file));
}

interface Manifest {
  name: string;
  version: string;
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** Those of `names` that compiled code imports or requires, however it does; the other packages were needed to build it. */
function namedPackages(built: string, names: readonly string[]): string[] {
  const code = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('src/results/viewer/pages'))
    .map((name) => readFileSync(join(built, name), 'utf8'))
    .join('\n');
  return names.filter((name) => code.includes(`'${name}'`) || code.includes(`'${name}/`));
}

/** `./src/x.ts` as it is packed: compiled, with its declarations. */
const builtExport = (path: string): string | { types: string; default: string } =>
  path.endsWith('.ts') ? { types: path.replace(/ts$/, 'd.ts'), default: path.replace(/ts$/, 'js') } : path;

/** Writes the manifest of a built package and packs it. */
function pack(built: string, source: Manifest, more: Readonly<Record<string, unknown>>): void {
  if (source.version !== checkout.version)
    throw new Error(`${source.name} is ${source.version} and osharm ${checkout.version}: all have one version.`);
  const listed = source.dependencies ?? {};
  const dependencies = Object.fromEntries(
    namedPackages(built, Object.keys(listed)).map((name) => [name, listed[name]]),
  );
  const { name, version, description, author, license, keywords, repository, type, engines } = source;
  const exports = Object.fromEntries(Object.entries(source.exports).map(([at, path]) => [at, builtExport(path)]));
  const manifest = { name, version, description, author, license, keywords, repository, type, exports, engines };
  writeFileSync(join(built, 'package.json'), `${JSON.stringify({ ...manifest, dependencies, ...more }, null, 2)}\n`);
  const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], {
    cwd: built,
    encoding: 'utf8',
  }).trim();
  const tarball = join(out, basename(packed.split('\n').at(-1) ?? ''));
  if (!existsSync(tarball)) throw new Error(`npm packed nothing: ${packed}`);
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const strayed = files.filter((file) => /\.test\.|node_modules|\.incomplete|^package\/results\//.test(file));
  if (strayed.length > 0) throw new Error(`These don't belong into the package: ${strayed.slice(0, 10).join(', ')}`);
  const bytes = statSync(tarball).size;
  console.log(
    `${tarball}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB packed, ${Object.keys(dependencies).length} dependencies.`,
  );
  if (bytes > 10e6) throw new Error('The package is over 10 MB.');
}

pack(folder, checkout as Manifest, { bin: checkout.bin, optionalDependencies: checkout.optionalDependencies });
for (const name of addOns) {
  const source = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest;
  pack(join(out, 'packages', name), source, { peerDependencies: { osharm: source.version } });
}
