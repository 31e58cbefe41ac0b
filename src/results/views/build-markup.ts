import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Compiles `markup.tsx` with all that it imports into one module, since Node reads no JSX. */
export async function buildMarkup(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./markup.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
