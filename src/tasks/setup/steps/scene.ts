import { z } from 'zod';
import { readScene, sceneNames } from '../../scene/read-scene.ts';
import { placeScene, sceneOf } from '../place-scene.ts';
import { wmctrl } from '../place-window.ts';
import { defineSetupKind } from '../setup-kind.ts';
import { byTitle, waitForMatch } from '../wait-for-window.ts';

const name = z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a folder in scenes/');

/** Turns the desktop into that of a scene. Run it before the task's other steps. */
export const scene = defineSetupKind({
  summary: 'Sets up the desktop of a scene.',
  parameters: z.strictObject({ name }),
  assets: ({ name: folder }) => [`scenes/${folder}/scene.yaml`],
  hosts: ({ name: folder }, suiteFolder) => {
    if (!sceneNames(suiteFolder).includes(folder)) return [];
    const { sites, chat } = readScene(suiteFolder, folder).source;
    return [...sites, ...(chat === undefined ? [] : [chat])].map(({ host }) => host);
  },
  async run({ name: folder }, context) {
    await placeScene(await sceneOf(folder, context), context);
  },
});

/**
 * Opens the scene's windows at their positions; `only` selects some by index. Run this step after the task's uploads
 * and before windows that should be on top.
 */
export const sceneWindows = defineSetupKind({
  summary: 'Opens what the scene’s user left open.',
  parameters: z.strictObject({ name, only: z.array(z.number().int().min(0)).optional() }),
  async run({ name: folder, only }, context) {
    const { desktop, signal } = context;
    const { windows: all } = await sceneOf(folder, context);
    const windows = only === undefined ? all : all.filter((_, index) => only.includes(index));
    await Promise.all(
      windows.map(async ({ open, launch }) => {
        if (launch !== undefined) await desktop.launch(launch, { signal });
        else if (open !== undefined) await desktop.launch(['xdg-open', `/home/user/${open}`], { signal });
      }),
    );
    for (const { title, x, y, width, height } of windows) {
      const { id } = await waitForMatch(byTitle([title]), [title], desktop, signal);
      await wmctrl(id, ['-b', 'remove,maximized_vert,maximized_horz'], title, context);
      await wmctrl(id, ['-e', `0,${x},${y},${width},${height}`], title, context);
    }
    await desktop.settle({}, signal);
  },
});
