import { fileURLToPath } from 'node:url';
import { type Finished, runProgram, type Surroundings } from './run-command.ts';

const settings = 'org.gnome.desktop.background';
const xfce = ['xfconf-query', '-c', 'xfce4-desktop'];

const isXfce = ({ environment }: Surroundings): boolean => /\bxfce\b/i.test(environment.XDG_CURRENT_DESKTOP ?? '');

export async function wallpaperPath(around: Surroundings): Promise<string | null> {
  if (isXfce(around)) {
    const [place] = await xfcePlaces(around).catch(() => []);
    if (place === undefined) return null;
    const read = await runProgram([...xfce, '-p', place], around, { timeoutMs: 20_000 });
    return read.returncode === 0 ? read.output.trim() || null : null;
  }
  const found = await runProgram(['gsettings', 'get', settings, 'picture-uri'], around, { timeoutMs: 5_000 }).catch(
    () => null,
  );
  const uri = /^'(.*)'\s*$/.exec(found?.output ?? '')?.[1] ?? '';
  if (found?.returncode !== 0 || uri === '') return null;
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return null;
  }
}

/** Throws with the message of a failing program. */
export async function changeWallpaper(around: Surroundings, path: string): Promise<void> {
  if (isXfce(around)) {
    const places = await xfcePlaces(around);
    if (places.length === 0) throw new Error('XFCE has no backdrop whose picture could be set');
    await Promise.all(places.map((place) => succeed([...xfce, '-p', place, '-s', path], around)));
    return;
  }
  const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  await succeed(['gsettings', 'set', settings, 'picture-uri', uri], around);
  // A separate key since GNOME 42.
  await runProgram(['gsettings', 'set', settings, 'picture-uri-dark', uri], around, { timeoutMs: 5_000 });
  // Without feh, the desktop paints the picture itself.
  if ((await runProgram(['sh', '-c', 'command -v feh'], around, { timeoutMs: 5_000 })).returncode === 0)
    await succeed(['feh', '--no-fehbg', '--bg-fill', path], around);
}

/** XFCE has a setting for each screen and workspace. */
async function xfcePlaces(around: Surroundings): Promise<string[]> {
  const listed = await succeed([...xfce, '-l'], around);
  return listed.output.split('\n').filter((line) => /^\/backdrop\/.*\/workspace\d+\/last-image$/.test(line));
}

async function succeed(words: string[], around: Surroundings): Promise<Finished> {
  const done = await runProgram(words, around, { timeoutMs: 20_000 });
  if (done.returncode !== 0) throw new Error(done.error.trim() || `${words[0]} ended with ${done.returncode}`);
  return done;
}
