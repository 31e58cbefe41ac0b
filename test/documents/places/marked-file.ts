import { strToU8, zipSync } from 'fflate';

export interface MarkedPlace {
  place: string;
  /** The clause of the format's specification that knows the place. */
  clause: string;
  mark: string;
}

/** Returns a new mark for a place. */
export type PutMark = (place: string, clause: string) => string;

export interface MarkedFile {
  content: Buffer;
  places: readonly MarkedPlace[];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Marks are unlike each other, so that finding one says where it was. The same seed gives the same file. */
export function markedFile(write: (put: PutMark) => Buffer, seed: number): MarkedFile {
  const places: MarkedPlace[] = [];
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 16;
  };
  const put: PutMark = (place, clause) => {
    if (places.some((known) => known.place === place)) throw new Error(`${place} is marked twice.`);
    const mark = `mk${Array.from({ length: 10 }, () => letters[next() % 26]).join('')}`;
    places.push({ place, clause, mark });
    return mark;
  };
  return { content: write(put), places };
}

export type Parts = Record<string, string | Uint8Array>;

export const zipOf = (parts: Parts): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Relationships of an OPC part, as `[id, type, target]`; an address in place of a target is external. */
export const relationships = (list: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, type, target]) => {
      const whole = type.includes(':') ? type : `${relationshipNamespace}/${type}`;
      const mode = target.includes('://') ? ' TargetMode="External"' : '';
      return `<Relationship Id="${id}" Type="${whole}" Target="${target}"${mode}/>`;
    })
    .join('')}</Relationships>`;

export const xmlPart = (text: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;

const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006';

/** The properties that all three OOXML formats have (ECMA-376-1 15.2.12, ECMA-376-2 11). */
export function propertyParts(put: PutMark): Parts {
  return {
    'docProps/core.xml': xmlPart(
      `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${put('metadata title', 'ECMA-376-2 11')}</dc:title><dc:subject>${put('metadata subject', 'ECMA-376-2 11')}</dc:subject><dc:creator>${put('metadata creator', 'ECMA-376-2 11')}</dc:creator><cp:keywords>${put('metadata keywords', 'ECMA-376-2 11')}</cp:keywords><dc:description>${put('metadata description', 'ECMA-376-2 11')}</dc:description><cp:lastModifiedBy>${put('metadata last modified by', 'ECMA-376-2 11')}</cp:lastModifiedBy><cp:category>${put('metadata category', 'ECMA-376-2 11')}</cp:category><cp:contentStatus>${put('metadata content status', 'ECMA-376-2 11')}</cp:contentStatus></cp:coreProperties>`,
    ),
    'docProps/app.xml': xmlPart(
      `<Properties xmlns="${officeNamespace}/extended-properties"><Company>${put('metadata company', 'ECMA-376-1 22.2.2.3')}</Company><Manager>${put('metadata manager', 'ECMA-376-1 22.2.2.17')}</Manager></Properties>`,
    ),
    'docProps/custom.xml': xmlPart(
      `<Properties xmlns="${officeNamespace}/custom-properties" xmlns:vt="${officeNamespace}/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="${put('custom property name', 'ECMA-376-1 22.3.2.2')}"><vt:lpwstr>${put('custom property value', 'ECMA-376-1 22.3.2.2')}</vt:lpwstr></property></Properties>`,
    ),
    'customXml/item1.xml': xmlPart(
      `<data xmlns="urn:example:data"><entry>${put('custom XML data', 'ECMA-376-1 15.2.5')}</entry></data>`,
    ),
  };
}

/** A chart part (ECMA-376-1 21.2). */
export function chartPart(put: PutMark): string {
  const rich = (text: string): string => `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`;
  const cache = (text: string): string => `<c:strCache><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:strCache>`;
  return xmlPart(
    `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title>${rich(put('chart title', 'ECMA-376-1 21.2.2.210'))}</c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>S!$B$1</c:f>${cache(put('chart series name', 'ECMA-376-1 21.2.2.215'))}</c:strRef></c:tx><c:dLbls><c:dLbl>${rich(put('chart data label', 'ECMA-376-1 21.2.2.47'))}</c:dLbl></c:dLbls><c:cat><c:strRef><c:f>S!$A$2</c:f>${cache(put('chart category', 'ECMA-376-1 21.2.2.24'))}</c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart><c:catAx><c:title>${rich(put('chart axis title', 'ECMA-376-1 21.2.2.210 in 21.2.2.25'))}</c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>`,
  );
}

/** The data of a SmartArt diagram (ECMA-376-1 21.4.2.10). */
export const diagramPart = (put: PutMark): string =>
  xmlPart(
    `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>${put('diagram text', 'ECMA-376-1 21.4.3.5')}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
  );

/** A workbook with one cell, to be embedded. */
export const smallWorkbook = (text: string): Buffer =>
  zipOf({
    '[Content_Types].xml': xmlPart('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    '_rels/.rels': relationships([['r1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xmlPart(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationshipNamespace}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships([['r1', 'worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': xmlPart(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
    ),
  });

/** The smallest PNG. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
