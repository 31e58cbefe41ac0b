import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// A program: builds into the folder that it is given what answers in place of the server where the pages are a static site.
const outDir = process.argv[2];
if (outDir === undefined) throw new Error('usage: build-engine.ts FOLDER');
// Its modules name Node's own for things that no browser asks of them.
await build({
  entryPoints: [fileURLToPath(new URL('./browser.ts', import.meta.url))],
  outfile: `${outDir}/engine.js`,
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'error',
  plugins: [
    {
      name: 'nothing-of-node',
      setup(of) {
        of.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'nothing' }));
        of.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {}' }));
      },
    },
  ],
});
