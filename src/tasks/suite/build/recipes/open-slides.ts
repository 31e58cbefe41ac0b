import { escapeXml } from '../../../../base/documents/text/escape-xml.ts';
import { openDocumentFile, openDocumentRoot } from '../../../../base/documents/write/office-file.ts';
import { builtFileTime } from './office-files.ts';

export interface OpenSlide {
  title: string;
  lines: readonly string[];
}

const root = openDocumentRoot('office', 'style', 'text', 'draw', 'presentation', 'svg', 'fo');

/** Returns an Impress file (.odp), 28 × 15.75 cm. Deterministic. */
export function openSlides(slides: readonly OpenSlide[]): Uint8Array {
  const frame = (kind: string, top: number, height: number, lines: readonly string[]): string =>
    `<draw:frame presentation:class="${kind}" svg:x="1.4cm" svg:y="${top}cm" svg:width="25cm" svg:height="${height}cm"><draw:text-box>${lines.map((line) => `<text:p>${escapeXml(line)}</text:p>`).join('')}</draw:text-box></draw:frame>`;
  const pages = slides
    .map(
      ({ title, lines }, index) =>
        `<draw:page draw:name="page${index + 1}" draw:master-page-name="Plain">${frame('title', 0.8, 2.6, [title])}${frame('outline', 4.2, 10, lines)}</draw:page>`,
    )
    .join('');
  const parts = {
    'content.xml': `<office:document-content ${root}><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${root}><office:automatic-styles><style:page-layout style:name="Wide"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Plain" style:page-layout-name="Wide"/></office:master-styles></office:document-styles>`,
  };
  return openDocumentFile('presentation', parts, builtFileTime);
}
