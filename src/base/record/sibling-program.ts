import { extname } from 'node:path';

/**
 * URL of a program file: TypeScript in a checkout, JavaScript in the installed package. `path` is relative to `module`
 * (the caller's `import.meta.url`) and has no extension.
 */
export function siblingProgram(module: string, path: string): URL {
  return new URL(`${path}${extname(new URL(module).pathname)}`, module);
}
