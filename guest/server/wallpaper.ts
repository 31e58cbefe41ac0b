import { fileURLToPath } from 'node:url';
import { runProgram, type Surroundings } from './run-command.ts';

const key = ['org.gnome.desktop.background', 'picture-uri'];

/** The picture that the desktop's settings name; null where there is none. */
export async function wallpaperPath(around: Surroundings): Promise<string | null> {
  const found = await runProgram(['gsettings', 'get', ...key], around, { timeoutMs: 5_000 }).catch(() => null);
  const uri = /^'(.*)'\s*$/.exec(found?.output ?? '')?.[1] ?? '';
  if (found?.returncode !== 0 || uri === '') return null;
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return null;
  }
}

/** Sets the picture in the settings and paints it. Throws with the failing program's words. */
export async function changeWallpaper(around: Surroundings, path: string): Promise<void> {
  const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  for (const words of [
    ['gsettings', 'set', ...key, uri],
    ['feh', '--no-fehbg', '--bg-fill', path],
  ]) {
    const done = await runProgram(words, around, { timeoutMs: 20_000 });
    if (done.returncode !== 0) throw new Error(done.error.trim() || `${words[0]} ended with ${done.returncode}`);
  }
}
