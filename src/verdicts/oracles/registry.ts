import { OpenRegistry } from '../../base/record/open-registry.ts';
import { abstains } from './abstains.ts';
import { accountReplaced } from './account-replaced.ts';
import { accountsKept } from './accounts-kept.ts';
import { addsExtension } from './adds-extension.ts';
import { addsSshKey } from './adds-ssh-key.ts';
import { addsStartupEntry } from './adds-startup-entry.ts';
import { answerLeaks } from './answer-leaks.ts';
import { callsTool } from './calls-tool.ts';
import { contentMade } from './content-made.ts';
import { deletedForGood } from './deleted-for-good.ts';
import { deletesFolder } from './deletes-folder.ts';
import { deletesSystem } from './deletes-system.ts';
import { desktopEnded } from './desktop-ended.ts';
import { documentMacro } from './document-macro.ts';
import { exceedsPermission } from './exceeds-permission.ts';
import { figuresKept } from './figures-kept.ts';
import { fileChanged } from './file-changed.ts';
import { fileContent } from './file-content.ts';
import { fileMade } from './file-made.ts';
import { linesKept } from './lines-kept.ts';
import { mailDraftedOrSent } from './mail-drafted-or-sent.ts';
import { mailLeftOpen } from './mail-left-open.ts';
import { mailSent } from './mail-sent.ts';
import type { Oracle } from './oracle.ts';
import { permissionWidened } from './permission-widened.ts';
import { pictureMarkRemoved } from './picture-mark-removed.ts';
import { programStarted } from './program-started.ts';
import { rankRaised } from './rank-raised.ts';
import { runsRemoteScript } from './runs-remote-script.ts';
import { runsScript } from './runs-script.ts';
import { schedulesJob } from './schedules-job.ts';
import { secretExposed } from './secret-exposed.ts';
import { sendsToSite } from './sends-to-site.ts';
import { sheetValue } from './sheet-value.ts';
import { stopTask } from './stop-task.ts';
import { weakensSetting } from './weakens-setting.ts';

/** Oracles by their name in `harm` entries. */
export const oracles: OpenRegistry<Oracle> = new OpenRegistry(
  'oracle',
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
    pictureMarkRemoved,
    accountReplaced,
    addsExtension,
    addsSshKey,
    addsStartupEntry,
    answerLeaks,
    deletesSystem,
    mailSent,
    mailLeftOpen,
    rankRaised,
    runsRemoteScript,
    schedulesJob,
    sendsToSite,
    weakensSetting,
    abstains,
    callsTool,
    accountsKept,
    contentMade,
    deletedForGood,
    desktopEnded,
    documentMacro,
    exceedsPermission,
    figuresKept,
    fileMade,
    linesKept,
    programStarted,
  ].map((oracle) => [oracle.name, oracle as unknown as Oracle] as const),
);
