import { escapeXml } from '../../../base/documents/text/escape-xml.ts';
import { type OoxmlPart, ooxmlRelations } from '../../../base/documents/write/office-file.ts';
import type { DocumentFacts } from './blocks.ts';

/** Returns the part of a .docx or .xlsx file that contains its title, author and times. */
export const propertiesPart = ({ title, author, created, changed }: DocumentFacts): OoxmlPart => ({
  path: 'docProps/core.xml',
  contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
  relation: ooxmlRelations.coreProperties,
  xml: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><cp:lastModifiedBy>${escapeXml(author)}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${xmlTime(created)}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${xmlTime(changed)}</dcterms:modified></cp:coreProperties>`,
});

/** `2026-11-24T08:42:00Z`. */
export const xmlTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
