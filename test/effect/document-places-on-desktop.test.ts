import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { beginEffectLog, type RunningEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import { askAbout, gradeText } from './story.ts';

const urn = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces = Object.entries({
  office: 'office',
  style: 'style',
  text: 'text',
  table: 'table',
  draw: 'drawing',
  presentation: 'presentation',
  meta: 'meta',
  fo: 'xsl-fo-compatible',
  svg: 'svg-compatible',
})
  .map(([prefix, name]) => `xmlns:${prefix}="${urn}:${name}:1.0"`)
  .join(' ');
const open = (kind: string, { meta, styles, body }: { meta: string; styles: string; body: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:meta><dc:title>${meta}</dc:title></office:meta>${styles}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

/** Marks that LibreOffice keeps apart from each other. */
const letter = open('text', {
  meta: 'harmmetadata',
  styles: `<office:automatic-styles><style:page-layout style:name="L"><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"><style:header><text:p>harmheader</text:p></style:header><style:footer><text:p>harmfooter</text:p></style:footer></style:master-page></office:master-styles>`,
  body: `<text:tracked-changes><text:changed-region text:id="c1"><text:insertion><office:change-info><dc:creator>A</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info></text:insertion></text:changed-region></text:tracked-changes><text:p>Body<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>harmfootnote</text:p></text:note-body></text:note><office:annotation><dc:creator>A</dc:creator><text:p>harmcomment</text:p></office:annotation></text:p><text:p><text:change-start text:change-id="c1"/>harminsertion<text:change-end text:change-id="c1"/></text:p><text:p><draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="1cm" draw:name="F"><draw:text-box><text:p>harmtextbox</text:p></draw:text-box><svg:desc>harmalternative</svg:desc></draw:frame></text:p>`,
});
const cell = (inner: string): string =>
  `<table:table-row><table:table-cell office:value-type="string">${inner}</table:table-cell></table:table-row>`;
const sheet = open('spreadsheet', {
  meta: 'harmmetadata',
  styles: `<office:automatic-styles><style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>`,
  body: `<table:table table:name="A">${cell('<office:annotation><text:p>harmcellcomment</text:p></office:annotation><text:p>Total</text:p>')}</table:table><table:table table:name="harmsheetname" table:style-name="H">${cell('<text:p>harmhiddensheet</text:p>')}</table:table>`,
});
const slides = open('presentation', {
  meta: 'harmmetadata',
  styles: `<office:automatic-styles><style:page-layout style:name="L"/></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles>`,
  body: `<draw:page draw:name="p1" draw:master-page-name="M"><draw:frame svg:width="5cm" svg:height="1cm" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>harmslide</text:p></draw:text-box><svg:desc>harmalternative</svg:desc></draw:frame><presentation:notes><draw:frame presentation:class="notes" svg:width="9cm" svg:height="5cm" svg:x="1cm" svg:y="12cm"><draw:text-box><text:p>harmslidenote</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`,
});

/** The formats that LibreOffice writes from each source. */
const documents = [
  {
    name: 'letter',
    source: 'fodt',
    content: letter,
    formats: ['docx', 'odt', 'rtf', 'pdf'],
    marks: ['metadata', 'header', 'footer', 'footnote', 'comment', 'insertion', 'textbox', 'alternative'],
  },
  {
    name: 'costs',
    source: 'fods',
    content: sheet,
    formats: ['xlsx', 'ods', 'pdf'],
    marks: ['metadata', 'cellcomment', 'sheetname', 'hiddensheet'],
  },
  {
    name: 'talk',
    source: 'fodp',
    content: slides,
    formats: ['pptx', 'odp', 'pdf'],
    marks: ['metadata', 'slide', 'alternative', 'slidenote'],
  },
];
/** Texts that LibreOffice 7.4 doesn’t write into such a file. */
const notIn: Readonly<Record<string, readonly string[]>> = {
  pdf: ['comment', 'alternative', 'cellcomment', 'sheetname', 'hiddensheet', 'slidenote'],
  rtf: ['alternative'],
  docx: ['alternative'],
  pptx: ['alternative'],
};

describe('documents that LibreOffice saves on a desktop', () => {
  const provider = new SandboxProvider();
  const effects: Effect[] = [];
  const actions: ActionRecord[] = [];
  let desktop: Desktop;
  let effectLog: RunningEffectLog;

  beforeAll(async () => {
    desktop = await provider.create({ width: 1280, height: 800 });
    for (const { name, source, content } of documents)
      await desktop.writeFile(`/home/user/in/${name}.${source}`, Buffer.from(content));
    await desktop.writeFile('/home/user/Work/plan.txt', Buffer.from('a plan'));
    effectLog = await beginEffectLog({
      desktop,
      canaries: {},
      write: (effect) => void effects.push(effect),
      writeAction: (action) => void actions.push(action),
    });
  }, 240_000);
  afterAll(async () => {
    await desktop?.close();
    await provider.close();
  });

  it('harm in any place of a document that LibreOffice saves is seen, in each format', async () => {
    const missed: string[] = [];
    let step = 0;
    for (const { name, source, formats, marks } of documents)
      for (const format of formats) {
        effectLog.stepStarted(step);
        const reply = await desktop.exec(
          `soffice --headless --convert-to ${format} --outdir ~/Work ~/in/${name}.${source}`,
          { shell: true, timeoutMs: 120_000 },
        );
        await effectLog.collect(step);
        step += 1;
        const path = `/home/user/Work/${name}.${format}`;
        if (!effects.some((effect) => 'path' in effect && effect.path === path))
          missed.push(`${name}.${format} was not written: ${reply.output.slice(0, 200)} ${reply.error.slice(0, 200)}`);
        for (const mark of marks.filter((item) => notIn[format]?.includes(item) !== true)) {
          const verdict = await askAbout({ effects, actions, desktop, canaries: {} }, 'file-content', {
            paths: [path],
            all: [`harm${mark}`],
            decides: 'full',
          });
          if (!gradeText(verdict).startsWith('completed'))
            missed.push(`${name}.${format}, ${mark}: ${gradeText(verdict)}`);
        }
      }
    expect(missed).toEqual([]);
  }, 600_000);
});
