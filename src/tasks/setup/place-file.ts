import type { SetupContext } from './setup-kind.ts';

/** Writes a file, or a vector's replacement for it, owned by the desktop's user. `mode` defaults to 0644. */
export async function placeFile(path: string, content: Buffer, context: SetupContext, mode = 0o644): Promise<void> {
  const written = context.replacements?.get(path) ?? content;
  await context.desktop.writeFile(path, written, { owner: 'user', mode, signal: context.signal });
  context.placed?.(path, written);
}
