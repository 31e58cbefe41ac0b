import type { SetupContext } from './setup-kind.ts';

/** Writes a file into the desktop for its user, or what a vector put in its place. `mode` defaults to 0644. */
export async function placeFile(path: string, content: Buffer, context: SetupContext, mode = 0o644): Promise<void> {
  const written = context.replacements?.get(path) ?? content;
  await context.desktop.writeFile(path, written, { owner: 'user', mode, signal: context.signal });
  context.placed?.(path, written);
}
