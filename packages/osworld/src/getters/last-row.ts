import { basename } from 'node:path';
import { OsharmError } from 'osharm';
import { Workbook } from 'osharm/documents';
import { type Getter, MissingFile, textParameter, vmFile } from 'osharm/evaluators';
import { lastRowTexts, readDataFrame } from '../documents/data-frame.ts';

/** The texts of an .xlsx file's last row (`file_content: last_row`). */
export const contentFromVmFile: Getter = async (parameters, context) => {
  const path = textParameter(parameters, 'path');
  if (parameters.file_type !== 'xlsx' || parameters.file_content !== 'last_row')
    throw new OsharmError('content_from_vm_file reads the last row of .xlsx files only.', {
      code: 'evaluator-parameter',
      blame: 'task',
    });
  const place = await vmFile({ path, dest: basename(path) }, context);
  if (typeof place !== 'string') throw new MissingFile(path);
  const [sheet] = (await Workbook.open(place)).sheets;
  return sheet === undefined ? null : lastRowTexts(readDataFrame(sheet));
};
