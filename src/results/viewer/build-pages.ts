import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// A program: builds the pages, and the page of a live desktop, into the folder that it is given. On its own, so that
// the viewer doesn't keep a bundler's memory.
const outDir = process.argv[2];
if (outDir === undefined) throw new Error('usage: build-pages.ts FOLDER');
const root = fileURLToPath(new URL('./web/', import.meta.url));
// Two builds: each page has a script of its own, so that a copy of the results runs without modules.
for (const { page, assetsDir } of [
  { page: 'index.html', assetsDir: 'assets' },
  { page: 'try.html', assetsDir: 'try' },
])
  await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      assetsDir,
      emptyOutDir: false,
      target: 'es2022',
      // The content security policy allows neither data: nor inline code.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: `${root}${page}` },
    },
  });
