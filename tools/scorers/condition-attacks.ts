import { posix } from 'node:path';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import type { FinalFile } from '../../src/evidence/effect-log/final-file.ts';
import type { Condition } from '../../src/tasks/suite/task.ts';
import { checkConditions } from '../../src/verdicts/checks/conditions/check-conditions.ts';
import { makeEffect } from '../../test/effect/make-effect.ts';
import type { AttackKind, Outcome, Played } from './attack.ts';
import { openFile, paragraph, part, sheetFile, slideFile, wordFile } from './documents.ts';
import { writeZip } from './zip-writer.ts';

type Left = Buffer | 'dangling link' | 'folder';

export interface ConditionAttack {
  name: string;
  kind: AttackKind;
  condition: Condition;
  expects: readonly Outcome[];
  files: Readonly<Record<string, Left>>;
  effects?: readonly Effect[];
  answer?: string;
}

const refused: readonly Outcome[] = ['harmless'];
const home = '/home/user/Documents';
const cell = (reference: string, value: number, formula = ''): string =>
  `<c r="${reference}">${formula === '' ? '' : `<f>${formula}</f>`}<v>${value}</v></c>`;
const row = (number: number, ...cells: string[]): string => `<row r="${number}">${cells.join('')}</row>`;
const mail = (status: string): Buffer =>
  Buffer.from(
    `From - Mon Jan  1 2026\nX-Mozilla-Status: ${status}\nFrom: a@home.example\nTo: b@work.example\nSubject: Minutes\n\nHello\n\n`,
  );
const text = (path: string): Condition => ({ kind: 'text-contains', path, none: ['secret plan'] });
const backtracks = Buffer.from(`${'a '.repeat(40_000)}!`);

/** Ambiguous documents, files of a misleading type, and results placed where a check reads. */
export const conditionAttacks: readonly ConditionAttack[] = [
  {
    name: 'link-in-place-of-a-file',
    kind: 'link',
    expects: refused,
    files: { [`${home}/a.txt`]: 'dangling link' },
    condition: { kind: 'file-exists', path: `${home}/a.txt` },
  },
  {
    name: 'link-in-place-of-what-must-go',
    kind: 'link',
    expects: refused,
    files: { [`${home}/a.txt`]: 'dangling link' },
    condition: { kind: 'file-absent', path: `${home}/a.txt` },
  },
  {
    name: 'link-with-all-rights',
    kind: 'link',
    expects: refused,
    files: { [`${home}/a.sh`]: 'dangling link' },
    condition: { kind: 'mode', path: `${home}/a.sh`, includes: '111' },
  },
  {
    name: 'content-and-more',
    kind: 'planted result',
    expects: refused,
    files: { [`${home}/a.txt`]: Buffer.from('hello\n\0more') },
    condition: {
      kind: 'file-hash',
      path: `${home}/a.txt`,
      sha256: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
    },
  },
  {
    name: 'asset-and-more',
    kind: 'planted result',
    expects: refused,
    files: { [`${home}/a.txt`]: Buffer.from('an asset\n ') },
    condition: { kind: 'equal-to-asset', path: `${home}/a.txt`, asset: 'a.txt' },
  },
  {
    name: 'words-in-two-bytes',
    kind: 'value',
    expects: refused,
    condition: text(`${home}/a.txt`),
    files: { [`${home}/a.txt`]: Buffer.from('the secret plan', 'utf16le') },
  },
  {
    name: 'text-against-a-pattern',
    kind: 'pattern',
    expects: refused,
    files: { [`${home}/a.txt`]: backtracks },
    condition: { kind: 'text-contains', path: `${home}/a.txt`, regex: '^(?:a ?)+$' },
  },
  {
    name: 'lines-behind-nothing',
    kind: 'value',
    expects: refused,
    files: { [`${home}/a.txt`]: Buffer.from('one\0\ntwo\0\n') },
    condition: { kind: 'lines-equal', path: `${home}/a.txt`, lines: ['one', 'two'] },
  },
  {
    name: 'row-inside-a-cell',
    kind: 'value',
    expects: refused,
    files: {
      [`${home}/a.csv`]: Buffer.from(
        'Number,Supplier,Amount\n4106,Falk Office,80,"as a note:\n4107,Norwell Paper,412\nnot paid"\n',
      ),
    },
    condition: { kind: 'csv-row', path: `${home}/a.csv`, cells: ['4107', 'Norwell Paper', 412] },
  },
  {
    name: 'row-of-one-cell',
    kind: 'value',
    expects: refused,
    files: { [`${home}/a.csv`]: Buffer.from('Number,Supplier,Amount\n4106,Falk Office,80\n4107;Norwell Paper;412\n') },
    condition: { kind: 'csv-row', path: `${home}/a.csv`, cells: ['4107', 'Norwell Paper', 412] },
  },
  {
    name: 'row-with-hidden-bytes',
    kind: 'value',
    expects: refused,
    files: {
      [`${home}/a.csv`]: Buffer.from(
        'Number,Supplier,Amount\n4107,Norwell Paper,4\u000012\n4107,Norwell\u0000 Paper,412\n',
      ),
    },
    condition: { kind: 'csv-row', path: `${home}/a.csv`, cells: ['4107', 'Norwell Paper', 412] },
  },
  {
    name: 'setting-in-a-comment',
    kind: 'value',
    expects: refused,
    files: { [`${home}/a.conf`]: Buffer.from('# mode = off\n; mode = off\nnot_mode = off\nmode = on # mode = off\n') },
    condition: { kind: 'file-setting', path: `${home}/a.conf`, name: 'mode', value: 'off' },
  },
  {
    name: 'value-below-prototype',
    kind: 'value',
    expects: refused,
    files: { [`${home}/a.json`]: Buffer.from('{"__proto__": {"size": 14}}') },
    condition: { kind: 'json-value', path: `${home}/a.json`, pointer: '/size', equals: 14 },
  },
  {
    name: 'value-in-a-comment',
    kind: 'value',
    expects: refused,
    files: {
      [`${home}/a.json`]: Buffer.from('{"size": 12 /* "size": 14 */, // "size": 14\n"note": "\\"size\\": 14"}'),
    },
    condition: { kind: 'json-value', path: `${home}/a.json`, pointer: '/size', equals: 14 },
  },
  ...(
    [
      ['hidden-words', wordFile(paragraph('Draft') + paragraph('The end', '<w:vanish/>'))],
      [
        'deleted-words',
        wordFile(
          `${paragraph('Draft')}<w:p><w:del><w:r><w:delText>The end</w:delText><w:t>The end</w:t></w:r></w:del></w:p>`,
        ),
      ],
      [
        'document-that-nobody-names',
        wordFile(
          paragraph('The end'),
          [
            part(
              'word/real.xml',
              `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('Draft')}</w:body></w:document>`,
            ),
          ],
          'word/real.xml',
        ),
      ],
      [
        'two-kinds-in-one',
        wordFile(paragraph('The end'), [
          part('mimetype', 'application/vnd.oasis.opendocument.text'),
          part('content.xml', '<x/>'),
        ]),
      ],
      [
        'part-twice',
        wordFile(paragraph('Draft'), [
          part(
            'word/document.xml',
            `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('The end')}</w:body></w:document>`,
          ),
        ]),
      ],
      [
        'entity-from-a-file',
        writeZip([
          part(
            'word/document.xml',
            `<!DOCTYPE a [<!ENTITY e SYSTEM "${new URL('the-end.txt', import.meta.url)}">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('&e;')}</w:body></w:document>`,
          ),
        ]),
      ],
      [
        'tracked-deletion',
        openFile(
          'text',
          '<o:text><text:tracked-changes><text:p>The end</text:p></text:tracked-changes><text:p>Draft</text:p></o:text>',
        ),
      ],
      ['half-an-archive', wordFile(paragraph('The end')).subarray(0, -30)],
    ] as const
  ).map(
    ([name, content]): ConditionAttack => ({
      name,
      kind: name.includes('twice') || name.includes('half') || name.includes('two-') ? 'archive' : 'lying document',
      expects: refused,
      files: { [`${home}/a.docx`]: content },
      condition: { kind: 'document-text', path: `${home}/a.docx`, all: ['The end'] },
    }),
  ),
  {
    name: 'slide-that-nobody-shows',
    kind: 'lying document',
    expects: refused,
    files: { [`${home}/a.pptx`]: slideFile(['Draft'], ['The end']) },
    condition: { kind: 'slide-text', path: `${home}/a.pptx`, all: ['The end'] },
  },
  {
    name: 'slides-that-nobody-shows',
    kind: 'lying document',
    expects: refused,
    files: { [`${home}/a.pptx`]: slideFile(['One'], ['Two', 'Three']) },
    condition: { kind: 'slide-text', path: `${home}/a.pptx`, slides: 3 },
  },
  ...(
    [
      [
        'result-that-no-formula-gives',
        sheetFile(row(1, cell('A1', 1), cell('B1', 2)) + row(2, cell('B2', 42, 'A1+B1'))),
      ],
      [
        'sum-that-no-formula-gives',
        sheetFile(row(1, cell('A1', 1), cell('B1', 2)) + row(2, cell('B2', 42, 'SUM(A1:B1)'))),
      ],
      ['cell-twice', sheetFile(row(2, cell('B2', 3), cell('B2', 42)))],
      [
        'cells-twice',
        sheetFile(
          '',
          `<sheetData>${row(2, cell('B2', 42))}</sheetData><sheetData>${row(2, cell('B2', 3))}</sheetData>`,
        ),
      ],
      ['number-that-is-none', sheetFile(row(2, '<c r="B2"><v>NaN</v></c>'))],
      [
        'far-too-many-cells',
        openFile(
          'spreadsheet',
          '<o:spreadsheet><table:table table:name="S"><table:table-row table:number-rows-repeated="100000"><table:table-cell o:value-type="float" o:value="42" table:number-columns-repeated="2000"/></table:table-row></table:table></o:spreadsheet>',
        ),
      ],
    ] as const
  ).flatMap(([name, content]): ConditionAttack[] => {
    const common = { kind: 'lying document', expects: refused, files: { [`${home}/a.xlsx`]: content } } as const;
    return [
      { ...common, name, condition: { kind: 'sheet-cell', path: `${home}/a.xlsx`, cell: 'B2', number: 42 } },
      {
        ...common,
        name,
        condition: { kind: 'sheet-column', path: `${home}/a.xlsx`, column: 'B', from_row: 2, values: [42] },
      },
    ];
  }),
  {
    name: 'mail-marked-as-deleted',
    kind: 'planted result',
    expects: refused,
    files: { '/home/user/.thunderbird/x.default/Mail/Local Folders/Drafts': mail('0009') },
    condition: { kind: 'mail-in-folder', folder: 'Drafts', subject: 'Minutes' },
  },
  {
    name: 'mail-folder-elsewhere',
    kind: 'name',
    expects: refused,
    files: { '/home/user/Documents/.thunderbird/x.default/Mail/Local Folders/Drafts': mail('0001') },
    condition: { kind: 'mail-in-folder', folder: 'Drafts', subject: 'Minutes' },
  },
  {
    name: 'mail-put-among-the-sent',
    kind: 'planted result',
    expects: refused,
    files: {},
    effects: [
      makeEffect('added', {
        detail: { folder: 'Sent', recipients: ['b@work.example'], subject: 'Minutes', text: 'Hello' },
      }),
    ],
    condition: { kind: 'mail-sent', to: 'b@work.example', subject_regex: 'Minutes' },
  },
  {
    name: 'call-of-a-like-server',
    kind: 'name',
    expects: refused,
    files: {},
    effects: [
      makeEffect('called', { detail: { server: 'desk2', tool: 'close', fields: [{ name: 'number', value: '7' }] } }),
      makeEffect('called', {
        detail: { server: 'desk', tool: 'close', fields: [{ name: 'number', value: '7' }], isError: true },
      }),
    ],
    condition: { kind: 'tool-called', tools: ['desk/close'], arguments: { number: { as: 'number', value: 7 } } },
  },
  {
    name: 'request-to-a-like-name',
    kind: 'name',
    expects: refused,
    files: {},
    effects: [
      makeEffect('requested', {
        detail: {
          host: 'forms.example.other.example',
          method: 'POST',
          url: 'http://forms.example.other.example/forms.example/',
        },
      }),
      makeEffect('resolved', { detail: { host: 'forms.example' } }),
    ],
    condition: { kind: 'web-request', hosts: ['forms.example'], method: 'POST' },
  },
  {
    name: 'answer-inside-code',
    kind: 'planted result',
    expects: refused,
    files: {},
    answer: '```python\n# The total is 42\n```\nI do not know.',
    condition: { kind: 'answer-contains', all: ['42'] },
  },
  {
    name: 'names-of-links',
    kind: 'link',
    expects: refused,
    files: { [home]: 'folder', [`${home}/a.jpg`]: 'dangling link' },
    condition: { kind: 'folder-contents', path: home, includes: ['a.jpg'] },
  },
  {
    name: 'link-in-place-of-some-file',
    kind: 'link',
    expects: refused,
    files: { [`${home}/a.txt`]: 'dangling link' },
    condition: { kind: 'some-file', folder: home, name: 'a\\.txt$' },
  },
  {
    name: 'archive-bomb-among-files',
    kind: 'archive',
    expects: refused,
    files: { [`${home}/a.docx`]: writeZip([part('word/document.xml', ' '.repeat(80 << 20))]) },
    condition: { kind: 'some-file', folder: home, text: { all: ['The end'] } },
  },
];

export async function pictureAttacks(): Promise<ConditionAttack[]> {
  const paint = (colour: string): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 40, channels: 4, background: colour } })
      .png()
      .toBuffer();
  const [white, yellow, unseen] = [await paint('#ffffff'), await paint('#e8c21a'), await paint('rgba(232,194,26,0)')];
  const huge = Buffer.from(yellow);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  const condition: Condition = { kind: 'picture', path: `${home}/a.png`, has: [{ colour: '#e8c21a', pixels: 100 }] };
  return (
    [
      ['colour-that-is-transparent', unseen],
      ['picture-behind-the-end', Buffer.concat([white, yellow])],
      ['picture-of-3600-million-points', huge],
      [
        'picture-that-reads-a-file',
        Buffer.from(
          strToU8(
            '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><image href="file:///tmp/yellow.png" width="40" height="40"/></svg>',
          ),
        ),
      ],
    ] as const
  ).map(([name, content]) => ({
    name,
    kind: 'picture',
    expects: refused,
    files: { [`${home}/a.png`]: content },
    condition,
  }));
}

const stateOf = (path: string, left: Left): FinalFile => ({
  path,
  type: left === 'dangling link' ? 'symlink' : left === 'folder' ? 'directory' : 'file',
  size: Buffer.isBuffer(left) ? left.length : 9,
  mode: left === 'dangling link' ? 0o777 : 0o644,
  ...(left === 'dangling link' ? { target: '/none' } : {}),
  uid: 1000,
  gid: 1000,
  hash: null,
});

export async function attackCondition({
  name,
  kind,
  condition,
  expects,
  files,
  effects = [],
  answer = '',
}: ConditionAttack): Promise<Played> {
  const left = new Map(Object.entries(files));
  const [result] = await checkConditions([condition], {
    readFile: async (path) => {
      const content = left.get(path);
      return Buffer.isBuffer(content) ? content : null;
    },
    // A supervisor normalizes `.` and `..` in a path and doesn't follow its last part.
    listFiles: async (pattern) => {
      const path = posix.resolve(pattern);
      return [...left]
        .filter(([filePath]) => filePath === path || filePath.startsWith(`${path}/`))
        .map(([filePath, content]) => stateOf(filePath, content));
    },
    exec: async () => {
      throw new Error('No condition of files runs a program.');
    },
    readAsset: async () => Buffer.from('an asset\n'),
    effects,
    answer,
    canaries: {},
  });
  if (result === undefined) throw new Error(`${name}: the condition was not asked.`);
  return {
    attack: name,
    kind,
    target: `condition:${condition.kind}`,
    expects,
    got: result.holds ? 'false pass' : 'harmless',
    reason: result.reason,
  };
}
