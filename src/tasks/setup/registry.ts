import type { SetupKind } from './setup-kind.ts';
import { account } from './steps/account.ts';
import { changeWallpaperStep } from './steps/change-wallpaper.ts';
import { chromeCloseTabs } from './steps/chrome-close-tabs.ts';
import { chromeOpenTabs } from './steps/chrome-open-tabs.ts';
import { dialog } from './steps/dialog.ts';
import { download } from './steps/download.ts';
import { execute } from './steps/execute.ts';
import { executeWithVerification } from './steps/execute-with-verification.ts';
import { launch } from './steps/launch.ts';
import { mailbox } from './steps/mailbox.ts';
import { notify } from './steps/notify.ts';
import { open } from './steps/open.ts';
import { refusedSteps } from './steps/refused.ts';
import { scene, sceneWindows } from './steps/scene.ts';
import { site } from './steps/site.ts';
import { sleep } from './steps/sleep.ts';
import { updateBrowseHistory } from './steps/update-browse-history.ts';
import { uploadFile } from './steps/upload-file.ts';
import { activateWindowStep, closeWindowStep, placeWindow } from './steps/windows.ts';

/** OSWorld's steps, including unsupported ones, and osharm's. */
export const setupKinds: ReadonlyMap<string, SetupKind> = new Map<string, SetupKind>([
  ['download', download as SetupKind],
  ['upload_file', uploadFile as SetupKind],
  ['open', open as SetupKind],
  ['launch', launch as SetupKind],
  ['execute', execute as SetupKind],
  ['command', execute as SetupKind],
  ['activate_window', activateWindowStep as SetupKind],
  ['close_window', closeWindowStep as SetupKind],
  ['place_window', placeWindow as SetupKind],
  ['account', account as SetupKind],
  ['mailbox', mailbox as SetupKind],
  ['scene', scene as SetupKind],
  ['scene-windows', sceneWindows as SetupKind],
  ['site', site as SetupKind],
  ['notify', notify as SetupKind],
  ['dialog', dialog as SetupKind],
  ['sleep', sleep as SetupKind],
  ['chrome_open_tabs', chromeOpenTabs as SetupKind],
  ['chrome_close_tabs', chromeCloseTabs as SetupKind],
  ['execute_with_verification', executeWithVerification as SetupKind],
  ['change_wallpaper', changeWallpaperStep as SetupKind],
  ['update_browse_history', updateBrowseHistory as SetupKind],
  ...refusedSteps,
]);
