import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// A separate program, so that the viewer does not keep the bundler in memory.
const outDir = process.argv[2];
if (outDir === undefined) throw new Error('usage: build-pages.ts FOLDER');
const root = fileURLToPath(new URL('./web/', import.meta.url));
// Separate builds give each page one script, so that a copy of the results works without modules.
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
      // The content security policy forbids data: URLs and inline code.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: `${root}${page}` },
    },
  });
