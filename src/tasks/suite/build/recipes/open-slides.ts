import { strToU8, zipSync } from 'fflate';
import { escapeXml } from '../../../../base/documents/text/escape-xml.ts';

export interface OpenSlide {
  title: string;
  lines: readonly string[];
}

const names = ['office', 'style', 'text', 'drawing', 'presentation', 'svg-compatible', 'xsl-fo-compatible'] as const;
const prefixes = ['office', 'style', 'text', 'draw', 'presentation', 'svg', 'fo'] as const;
const namespaces = names
  .map((name, index) => `xmlns:${prefixes[index]}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const type = 'application/vnd.oasis.opendocument.presentation';

/** An Impress file (.odp), 28 × 15.75 cm. Deterministic. */
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
    'content.xml': `${declaration}<office:document-content ${namespaces} office:version="1.3"><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`,
    'styles.xml': `${declaration}<office:document-styles ${namespaces} office:version="1.3"><office:automatic-styles><style:page-layout style:name="Wide"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Plain" style:page-layout-name="Wide"/></office:master-styles></office:document-styles>`,
    'META-INF/manifest.xml': `${declaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  };
  return zipSync(
    {
      mimetype: [strToU8(type), { level: 0 }],
      ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
    },
    { mtime: new Date(2026, 0, 5, 9, 0, 0), level: 9 },
  );
}
