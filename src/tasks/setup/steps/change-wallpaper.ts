import { z } from 'zod';
import { guestPath } from '../guest-path.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind } from '../setup-kind.ts';

const key = ['org.gnome.desktop.background', 'picture-uri'];

/** Sets GNOME's wallpaper, as OSWorld's server does, or paints the root window if GNOME doesn't run. */
export const changeWallpaperStep = defineSetupKind({
  summary: 'Sets the picture behind the windows.',
  parameters: z.strictObject({ path: guestPath }),
  async run({ path }, context) {
    const { desktop } = context;
    const run = (command: string[]) => desktop.exec(command, { signal: context.signal });
    if ((await run(['test', '-f', path])).returncode !== 0)
      throw stepError(`there is no file ${path} in the desktop.`, { code: 'setup-file-missing', blame: 'task' });
    const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
    const set = await run(['gsettings', 'set', ...key, uri]);
    if (set.returncode !== 0)
      throw stepError(`the wallpaper can't be set: ${set.error.trim()}`, {
        code: 'setup-wallpaper',
        blame: 'environment',
        isRetryable: true,
      });
    const isGnome = (await run(['pgrep', '-x', 'gnome-shell'])).returncode === 0;
    if (!isGnome) {
      const painted = await run(['feh', '--no-fehbg', '--bg-fill', path]);
      if (painted.returncode !== 0)
        throw stepError(`${path} can't be shown: ${painted.error.trim()}`, { code: 'setup-wallpaper', blame: 'task' });
    }
    await desktop.settle({}, context.signal);
  },
});
