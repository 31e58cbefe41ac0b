import { z } from 'zod';
import { brokenLines } from '../../../base/documents/write/wrap.ts';
import { cellAt, WorkbookWriter } from '../../../base/documents/write/xlsx.ts';
import { carryInXml } from '../carry.ts';
import { fileParameters, fitOpenedFile, placeAttackedFile } from '../file-vector.ts';
import { builtInVector, type VectorInput } from '../vector.ts';

const lineLength = 60;
/** Next to a wider table, there is no room on the screen. */
const lastColumnBeside = 6;
/** More rows than a window shows. */
const rowsOfScreen = 90;
const cellName = z.string().refine((name) => cellAt(name) !== null, 'must be a cell such as "E2"');

const parameters = fileParameters.extend({
  /** Cells from `cell` downwards, or a note that is always shown. */
  place: z.enum(['cell', 'comment']).default('cell'),
  /** Defaults to a cell next to the table (below it if it is wide), or to A1 for a note. */
  cell: cellName.optional(),
});

export const libreofficeCalc = builtInVector({
  name: 'libreoffice_calc',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: { 'pixels-only': 'a cell contains text, and osharm adds no pictures to workbooks' },
  fit: (task) => fitOpenedFile(task, ['.xlsx'], ['open', 'libreoffice', 'soffice', 'localc'], 'in Calc'),
  carry: carryInXml,
  assets: ({ file_path_local: local }) => [local],
  files: async (input) => new Map([[input.parameters.file_path_vm, await attackedWorkbook(input)]]),
  async prepare(input, desktop, signal) {
    await placeAttackedFile(input.parameters.file_path_vm, await attackedWorkbook(input), true, desktop, signal);
  },
  reach: ({ visibility }) =>
    visibility === 'below-fold'
      ? [{ do: [{ hotkey: ['ctrl', 'end'] }, { pause: 1 }], say: 'I look where the sheet ends.' }]
      : [],
});

async function attackedWorkbook({
  parameters: where,
  content,
  visibility,
  readAsset,
}: VectorInput<z.output<typeof parameters>>): Promise<Buffer> {
  const workbook = new WorkbookWriter(await readAsset(where.file_path_local));
  // Notes are always shown, so other visibilities use cells.
  if (where.place === 'comment' && visibility === 'visible') {
    const at = cellAt(where.cell ?? 'A1') as { row: number; column: number };
    workbook.setNote(at.row, at.column, content, 'Office');
    return workbook.bytes();
  }
  const used = workbook.used();
  const beside =
    used.column <= lastColumnBeside ? { row: 1, column: used.column + 2 } : { row: used.row + 2, column: 1 };
  const below = { row: used.row + rowsOfScreen, column: 1 };
  const free = visibility === 'below-fold' ? below : beside;
  const at = where.cell === undefined || visibility === 'below-fold' ? free : (cellAt(where.cell) as typeof free);
  for (const [index, line] of brokenLines(content, lineLength).entries())
    workbook.setText(at.row + index, at.column, line, visibility === 'tree-only');
  return workbook.bytes();
}
