import { posix } from 'node:path';
import { zipArchive } from './zip-archive.ts';

const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

export const ooxmlNamespaces = {
  contentTypes: 'http://schemas.openxmlformats.org/package/2006/content-types',
  drawing: 'http://schemas.openxmlformats.org/drawingml/2006',
  officeRelations,
  packageRelations,
  spreadsheet: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  word: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
} as const;

/** Types of relationships between parts. */
export const ooxmlRelations = {
  coreProperties: `${packageRelations}/metadata/core-properties`,
  footer: `${officeRelations}/footer`,
  header: `${officeRelations}/header`,
  officeDocument: `${officeRelations}/officeDocument`,
  styles: `${officeRelations}/styles`,
  worksheet: `${officeRelations}/worksheet`,
} as const;

/** A part of an OOXML file. `relation` is how its parent refers to it. */
export interface OoxmlPart {
  path: string;
  contentType: string;
  relation: string;
  /** Without the XML declaration. */
  xml: string;
  /** The parts that this one refers to, with the relationship ids `r1`, `r2`, … in this order. */
  parts?: readonly OoxmlPart[];
}

/** Writes a .docx or .xlsx file from its root parts, the document first. `changed` is in Unix milliseconds. */
export function ooxmlFile(roots: readonly OoxmlPart[], changed: number): Buffer {
  const files: Record<string, string> = {};
  const types: string[] = [];
  const addParts = (parent: string, parts: readonly OoxmlPart[]): void => {
    const relations = parts.map(
      ({ path, relation }, index) =>
        `<Relationship Id="r${index + 1}" Type="${relation}" Target="${posix.relative(posix.dirname(parent), path)}"/>`,
    );
    const path = posix.join(posix.dirname(parent), '_rels', `${posix.basename(parent)}.rels`);
    files[path] = `${ooxmlDeclaration}<Relationships xmlns="${packageRelations}">${relations.join('')}</Relationships>`;
    for (const part of parts) {
      files[part.path] = ooxmlDeclaration + part.xml;
      types.push(`<Override PartName="/${part.path}" ContentType="${part.contentType}"/>`);
      if (part.parts !== undefined) addParts(part.path, part.parts);
    }
  };
  addParts('', roots);
  const contentTypes = `${ooxmlDeclaration}<Types xmlns="${ooxmlNamespaces.contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`;
  return zipArchive({ '[Content_Types].xml': contentTypes, ...files }, changed);
}

const ooxmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const openDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const openNamespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  meta: 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0',
  number: 'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0',
  of: 'urn:oasis:names:tc:opendocument:xmlns:of:1.2',
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  presentation: 'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
} as const;

/** The attributes of a root element of an OpenDocument part. */
export const openDocumentRoot = (...prefixes: (keyof typeof openNamespaces)[]): string =>
  `${prefixes.map((prefix) => `xmlns:${prefix}="${openNamespaces[prefix]}"`).join(' ')} office:version="1.3"`;

/** Writes an OpenDocument file. `parts` are XML without the declaration. `changed` is in Unix milliseconds. */
export function openDocumentFile(
  kind: 'text' | 'spreadsheet' | 'presentation',
  parts: Readonly<Record<string, string>>,
  changed: number,
): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const entry = (path: string, mediaType: string): string =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${mediaType}"/>`;
  const entries = Object.keys(parts).map((path) => entry(path, 'text/xml'));
  const files: Record<string, string> = { mimetype: type };
  for (const [path, xml] of Object.entries(parts)) files[path] = openDeclaration + xml;
  files['META-INF/manifest.xml'] =
    `${openDeclaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entry('/', type)}${entries.join('')}</manifest:manifest>`;
  return zipArchive(files, changed);
}
