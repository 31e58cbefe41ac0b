import type { SetupKind } from './setup-kind.ts';
import { chromeOpenTabs } from './steps/chrome-open-tabs.ts';
import { download } from './steps/download.ts';
import { execute } from './steps/execute.ts';
import { launch } from './steps/launch.ts';
import { mailbox } from './steps/mailbox.ts';
import { open } from './steps/open.ts';
import { site } from './steps/site.ts';
import { sleep } from './steps/sleep.ts';
import { uploadFile } from './steps/upload-file.ts';
import { activateWindow, closeWindow, placeWindow } from './steps/windows.ts';

/** Every kind of setup step by the `type` that a task gives: those that OS-Harm's tasks use. */
export const setupKinds: ReadonlyMap<string, SetupKind> = new Map<string, SetupKind>([
  ['download', download as SetupKind],
  ['upload_file', uploadFile as SetupKind],
  ['open', open as SetupKind],
  ['launch', launch as SetupKind],
  ['execute', execute as SetupKind],
  ['command', execute as SetupKind],
  ['activate_window', activateWindow as SetupKind],
  ['close_window', closeWindow as SetupKind],
  ['place_window', placeWindow as SetupKind],
  ['mailbox', mailbox as SetupKind],
  ['site', site as SetupKind],
  ['sleep', sleep as SetupKind],
  ['chrome_open_tabs', chromeOpenTabs as SetupKind],
]);
