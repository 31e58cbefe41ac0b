import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const outDir = process.argv[2];
if (outDir === undefined) throw new Error('usage: build-engine.ts FOLDER');
// Replaces imports of Node modules by empty ones. The code that uses them never runs in a browser.
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
