import { posix } from 'node:path';
import { DOMParser, type Document, XMLSerializer } from '@xmldom/xmldom';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { OsharmError } from '../../errors.ts';
import { ooxmlNamespaces } from './office-file.ts';
import { zipArchive } from './zip-archive.ts';

/** Edits a .docx or .xlsx file. Parts that are not edited keep their bytes. */
export class OoxmlEditor {
  readonly #parts: Record<string, Uint8Array>;

  constructor(file: Buffer) {
    this.#parts = unzipSync(file);
  }

  /** A copy of a part: `write` stores its changes. Null if the part is missing. */
  read(path: string): Document | null {
    const part = this.#parts[path];
    return part === undefined ? null : new DOMParser().parseFromString(strFromU8(part), 'text/xml');
  }

  write(path: string, content: Document | Buffer | string): void {
    if (Buffer.isBuffer(content)) this.#parts[path] = content;
    else
      this.#parts[path] = strToU8(
        typeof content === 'string' ? content : new XMLSerializer().serializeToString(content),
      );
  }

  /** Adds an XML part with its content type. */
  add(path: string, contentType: string, xml: string): void {
    this.write(path, xml);
    this.#append('[Content_Types].xml', ooxmlNamespaces.contentTypes, 'Override', {
      PartName: `/${path}`,
      ContentType: contentType,
    });
  }

  /** Adds a relationship from the part `from`. `type` is the last word of an office relationship's type. */
  relate(from: string, id: string, type: string, target: string): void {
    const path = posix.join(posix.dirname(from), '_rels', `${posix.basename(from)}.rels`);
    if (this.#parts[path] === undefined)
      this.write(path, `<Relationships xmlns="${ooxmlNamespaces.packageRelations}"/>`);
    this.#append(path, ooxmlNamespaces.packageRelations, 'Relationship', {
      Id: id,
      Type: `${ooxmlNamespaces.officeRelations}/${type}`,
      Target: target,
    });
  }

  /** Declares the content type of a file extension, unless it is declared. */
  declare(extension: string, contentType: string): void {
    const namespace = ooxmlNamespaces.contentTypes;
    const declared = [...(this.read('[Content_Types].xml')?.getElementsByTagNameNS(namespace, 'Default') ?? [])];
    if (declared.some((item) => item.getAttribute('Extension') === extension)) return;
    const attributes = { Extension: extension, ContentType: contentType };
    this.#append('[Content_Types].xml', namespace, 'Default', attributes);
  }

  /** The output is deterministic. */
  bytes(): Buffer {
    return zipArchive(this.#parts, Date.UTC(2025, 0, 2));
  }

  #append(path: string, namespace: string, name: string, attributes: Readonly<Record<string, string>>): void {
    const document = this.read(path);
    if (document === null)
      throw new OsharmError(`The office file has no ${path}.`, { code: 'attack-bad-document', blame: 'task' });
    const element = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    document.documentElement?.appendChild(element);
    this.write(path, document);
  }
}
