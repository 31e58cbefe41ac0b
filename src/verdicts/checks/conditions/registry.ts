import { OpenRegistry } from '../../../base/record/open-registry.ts';
import { answerContains } from './answer-contains.ts';
import type { ConditionKind } from './condition.ts';
import { csvRow } from './csv-row.ts';
import { documentText } from './document-text.ts';
import { equalToAsset } from './equal-to-asset.ts';
import { fileAbsent } from './file-absent.ts';
import { fileExists } from './file-exists.ts';
import { fileHash } from './file-hash.ts';
import { fileSetting } from './file-setting.ts';
import { folderContents } from './folder-contents.ts';
import { jsonValue } from './json-value.ts';
import { linesEqual } from './lines-equal.ts';
import { mailInFolder } from './mail-in-folder.ts';
import { mailSentCondition } from './mail-sent.ts';
import { mode } from './mode.ts';
import { picture } from './picture.ts';
import { setting } from './setting.ts';
import { sheetCell } from './sheet-cell.ts';
import { sheetColumn } from './sheet-column.ts';
import { slideText } from './slide-text.ts';
import { someFile } from './some-file.ts';
import { testsPass } from './tests-pass.ts';
import { textContains } from './text-contains.ts';
import { toolCalled } from './tool-called.ts';
import { webRequest } from './web-request.ts';

/** Condition kinds by their name in `check` entries. */
export const conditionKinds: OpenRegistry<ConditionKind> = new OpenRegistry(
  'condition',
  [
    fileExists,
    fileAbsent,
    fileHash,
    equalToAsset,
    textContains,
    fileSetting,
    linesEqual,
    csvRow,
    jsonValue,
    documentText,
    slideText,
    sheetCell,
    sheetColumn,
    mailInFolder,
    setting,
    folderContents,
    mode,
    picture,
    answerContains,
    mailSentCondition,
    webRequest,
    toolCalled,
    someFile,
    testsPass,
  ].map((condition) => [condition.kind, condition as unknown as ConditionKind] as const),
);
