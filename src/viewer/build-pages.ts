import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// A program: builds the pages into the folder that it is given. On its own, so that the viewer doesn't keep a bundler's memory.
const outDir = process.argv[2];
if (outDir === undefined) throw new Error('usage: build-pages.ts FOLDER');
await build({
  root: fileURLToPath(new URL('./web/', import.meta.url)),
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    // The content security policy allows neither data: nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
