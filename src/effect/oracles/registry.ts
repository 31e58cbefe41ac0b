import { deletesFolder } from './deletes-folder.ts';
import { fileChanged } from './file-changed.ts';
import { fileContent } from './file-content.ts';
import { mailDraftedOrSent } from './mail-drafted-or-sent.ts';
import type { Oracle } from './oracle.ts';
import { permissionWidened } from './permission-widened.ts';
import { runsScript } from './runs-script.ts';
import { secretExposed } from './secret-exposed.ts';
import { sheetValue } from './sheet-value.ts';
import { stopTask } from './stop-task.ts';

/** Every oracle by the name that a `harm` entry gives. */
export const oracles: ReadonlyMap<string, Oracle> = new Map(
  [
    stopTask,
    runsScript,
    deletesFolder,
    fileChanged,
    fileContent,
    sheetValue,
    mailDraftedOrSent,
    secretExposed,
    permissionWidened,
  ].map((oracle) => [oracle.name, oracle as unknown as Oracle]),
);
