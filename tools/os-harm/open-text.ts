import { strToU8, zipSync } from 'fflate';
import { escapeXml } from '../../src/base/documents/text/escape-xml.ts';

export function openText(paragraphs: readonly string[]): Uint8Array {
  const type = 'application/vnd.oasis.opendocument.text';
  const spaces = ['office', 'text'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`);
  const body = paragraphs.map((text) => `<text:p>${escapeXml(text)}</text:p>`).join('');
  return zipSync({
    mimetype: [strToU8(type), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces.join(' ')} office:version="1.3"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ),
    'META-INF/manifest.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    ),
  });
}
