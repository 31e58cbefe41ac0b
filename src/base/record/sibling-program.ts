import { extname } from 'node:path';

/**
 * Address of a program that is started from its file: TypeScript in a checkout, JavaScript in the installed package.
 * `module` is the caller's `import.meta.url`, `path` leads from there to the file, without its ending.
 */
export function siblingProgram(module: string, path: string): URL {
  return new URL(`${path}${extname(new URL(module).pathname)}`, module);
}
