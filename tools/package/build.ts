/**
 * Builds the npm package, compiled JavaScript with source maps and declarations:
 *
 *     bin/osharm-node tools/package/build.ts FOLDER [--no-check]
 *
 * FOLDER/package is the packed folder, FOLDER/osharm-VERSION.tgz the tarball. `--no-check` skips type checking. The
 * layout matches the checkout's, so that modules find files relative to themselves.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import checkout from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const [args, flag] = process.argv.slice(2);
if (args === undefined || (flag !== undefined && flag !== '--no-check'))
  throw new Error('Usage: bin/osharm-node tools/package/build.ts FOLDER [--no-check]');
const check = flag === undefined ? [] : ['--noCheck'];
const out = resolve(args);
const folder = join(out, 'package');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const node = (program: string, ...words: string[]): void => {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, program), ...words], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
};
node('node_modules/typescript/bin/tsc', '-p', 'tools/package/tsconfig.json', '--outDir', folder, ...check);
// In a checkout, vite builds these on first use.
node('src/results/viewer/build-pages.ts', join(folder, 'src/results/viewer/pages'));
node('src/results/viewer/site/build-engine.ts', join(folder, 'src/results/viewer/pages'));

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

const imported = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !name.startsWith('src/results/viewer/pages'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /(?:\bfrom |\bimport |\bimport\(|resolve\()'((?:@[^/']+\/)?[^./'][^/']*)/g,
      ),
    ])
    .map(([, name]) => name),
);
const dependencies = Object.fromEntries(Object.entries(checkout.dependencies).filter(([name]) => imported.has(name)));
const manifest = {
  name: checkout.name,
  version: checkout.version,
  description: checkout.description,
  author: checkout.author,
  license: checkout.license,
  keywords: checkout.keywords,
  type: checkout.type,
  exports: {
    '.': { types: './src/app/library/index.d.ts', default: './src/app/library/index.js' },
    './package.json': './package.json',
  },
  bin: checkout.bin,
  engines: checkout.engines,
  os: ['linux'],
  dependencies,
  optionalDependencies: checkout.optionalDependencies,
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
const tarball = join(out, basename(packed.split('\n').at(-1) ?? ''));
if (!existsSync(tarball)) throw new Error(`npm packed nothing: ${packed}`);
const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
const strayed = listed.filter((name) => /\.test\.|node_modules|\.incomplete|^package\/results\//.test(name));
if (strayed.length > 0) throw new Error(`These don't belong into the package: ${strayed.slice(0, 10).join(', ')}`);
const bytes = statSync(tarball).size;
console.log(
  `${tarball}: ${listed.length} files, ${(bytes / 1e6).toFixed(1)} MB packed, ${Object.keys(dependencies).length} dependencies.`,
);
if (bytes > 10e6) throw new Error('The package is over 10 MB.');
