import {
  chartPart,
  diagramPart,
  dot,
  type PutMark,
  propertyParts,
  relationships,
  smallWorkbook,
  xmlPart,
  zipOf,
} from './marked-file.ts';

const namespaces =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

const text = (value: string): string => `<a:p><a:r><a:t>${value}</a:t></a:r></a:p>`;
const shape = (value: string, name = 's', placeholder = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${text(value)}</p:txBody></p:sp>`;
const page = (root: string, inner: string, attributes = '', name = ''): string =>
  xmlPart(`<p:${root} ${namespaces}${attributes}><p:cSld${name}><p:spTree>${inner}</p:spTree></p:cSld></p:${root}>`);

/** PresentationML: ECMA-376-1 clause 19. */
export function markedPptx(put: PutMark): Buffer {
  const slide = [
    shape(put('shape text', '19.3.1.43'), put('shape name', '19.3.1.12')),
    shape(put('title', '19.3.1.36'), 't', '<p:ph type="title"/>'),
    shape(put('slide footer', '19.3.1.36'), 'f', '<p:ph type="ftr"/>'),
    shape(put('slide date', '19.3.1.36'), 'd', '<p:ph type="dt"/>'),
    `<p:grpSp>${shape(put('grouped shape', '19.3.1.22'))}</p:grpSp>`,
    `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody>${text(put('table cell', '21.1.3.16'))}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    `<p:sp><p:txBody><a:p><a:fld type="datetime1"><a:t>${put('text field', '21.1.2.2.4')}</a:t></a:fld></a:p></p:txBody></p:sp>`,
    `<p:sp><p:txBody><a:p><a:r><a:rPr><a:hlinkClick r:id="link" tooltip="${put('hyperlink tooltip', '21.1.2.3.5')}"/></a:rPr><a:t>${put('hyperlink text', '21.1.2.3.5')}</a:t></a:r></a:p></p:txBody></p:sp>`,
    `<p:sp><p:txBody><a:p><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:r><m:t>${put('formula', '22.1.2.116')}</m:t></m:r></m:oMath></a14:m></mc:Choice></mc:AlternateContent></a:p></p:txBody></p:sp>`,
    `<p:pic><p:nvPicPr><p:cNvPr id="5" name="p" descr="${put('alternative text', '19.3.1.12')}" title="${put('alternative title', '19.3.1.12')}"/></p:nvPicPr><p:blipFill><a:blip r:embed="image"/></p:blipFill></p:pic>`,
    `<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></p:graphicFrame>`,
    `<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="diagram"/></a:graphicData></a:graphic></p:graphicFrame>`,
    `<p:graphicFrame><a:graphic><a:graphicData><p:oleObj name="${put('embedded object name', '19.3.2.4')}" r:id="book"/></a:graphicData></a:graphic></p:graphicFrame>`,
  ].join('');
  return zipOf({
    '[Content_Types].xml': xmlPart('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    '_rels/.rels': relationships([['r1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': xmlPart(
      `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId r:id="master"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="s1"/><p:sldId id="257" r:id="s2"/></p:sldIdLst><p:custShowLst><p:custShow name="${put('custom show name', '19.2.1.6')}" id="0"/></p:custShowLst><p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="${put('section name', 'MS-PPTX 2.6.18')}"/></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships([
      ['s1', 'slide', 'slides/slide1.xml'],
      ['s2', 'slide', 'slides/slide2.xml'],
      ['master', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ['notes', 'notesMaster', 'notesMasters/notesMaster1.xml'],
      ['handout', 'handoutMaster', 'handoutMasters/handoutMaster1.xml'],
      ['authors', 'commentAuthors', 'commentAuthors.xml'],
    ]),
    'ppt/slides/slide1.xml': page('sld', slide, '', ` name="${put('slide name', '19.3.1.16')}"`),
    'ppt/slides/slide2.xml': page('sld', shape(put('hidden slide', '19.3.1.38')), ' show="0"'),
    'ppt/slides/_rels/slide1.xml.rels': relationships([
      ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['notes', 'notesSlide', '../notesSlides/notesSlide1.xml'],
      ['comments', 'comments', '../comments/comment1.xml'],
      [
        'modern',
        'http://schemas.microsoft.com/office/2018/10/relationships/comments',
        '../comments/modernComment1.xml',
      ],
      ['image', 'image', '../media/image1.png'],
      ['chart', 'chart', '../charts/chart1.xml'],
      ['diagram', 'diagramData', '../diagrams/data1.xml'],
      ['book', 'package', '../embeddings/book.xlsx'],
      ['tags', 'tags', '../tags/tag1.xml'],
      ['link', 'hyperlink', `https://${put('hyperlink target', '21.1.2.3.5')}.example/`],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': page(
      'sldLayout',
      shape(put('layout text', '19.3.1.39')),
      '',
      ` name="${put('layout name', '19.3.1.16')}"`,
    ),
    'ppt/slideMasters/slideMaster1.xml': page('sldMaster', shape(put('master text', '19.3.1.42'))),
    'ppt/notesSlides/notesSlide1.xml': page(
      'notes',
      shape(put('slide note', '19.3.1.26')) + shape(put('header of the notes', '19.3.1.36'), 'h', '<p:ph type="hdr"/>'),
    ),
    'ppt/notesMasters/notesMaster1.xml': page('notesMaster', shape(put('notes master text', '19.3.1.27'))),
    'ppt/handoutMasters/handoutMaster1.xml': page('handoutMaster', shape(put('handout master text', '19.3.1.24'))),
    'ppt/comments/comment1.xml': xmlPart(
      `<p:cmLst ${namespaces}><p:cm authorId="0" idx="1"><p:text>${put('comment', '19.4.5')}</p:text></p:cm></p:cmLst>`,
    ),
    'ppt/comments/modernComment1.xml': xmlPart(
      `<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p188:cm><p188:replyLst><p188:reply><p188:txBody>${text(put('reply to a comment', 'MS-PPTX 2.16.3.4'))}</p188:txBody></p188:reply></p188:replyLst><p188:txBody>${text(put('modern comment', 'MS-PPTX 2.16.3.3'))}</p188:txBody></p188:cm></p188:cmLst>`,
    ),
    'ppt/commentAuthors.xml': xmlPart(
      `<p:cmAuthorLst ${namespaces}><p:cmAuthor id="0" name="${put('comment author', '19.4.2')}" initials="A"/></p:cmAuthorLst>`,
    ),
    'ppt/tags/tag1.xml': xmlPart(
      `<p:tagLst ${namespaces}><p:tag name="N" val="${put('programmable tag', '19.3.3.1')}"/></p:tagLst>`,
    ),
    'ppt/charts/chart1.xml': chartPart(put),
    'ppt/diagrams/data1.xml': diagramPart(put),
    'ppt/diagrams/drawing1.xml': xmlPart(
      `<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dsp:spTree><dsp:sp><dsp:txBody>${text(put('diagram as it is drawn', 'MS-ODRAWXML 2.11.2.2'))}</dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>`,
    ),
    'ppt/media/image1.png': dot,
    'ppt/embeddings/book.xlsx': smallWorkbook(put('embedded workbook', '15.2.10')),
    ...propertyParts(put),
  });
}
