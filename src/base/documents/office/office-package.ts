import { posix } from 'node:path';
import type { Element } from '@xmldom/xmldom';
import { strFromU8, unzipSync } from 'fflate';
import { MetricFault } from '../metric-fault.ts';
import { OverReadingLimit } from '../over-reading-limit.ts';
import { readBytes } from '../read-bytes.ts';
import { childElements, xmlRoot } from '../text/xml.ts';
import { zipFault } from '../text/zip-directory.ts';

const totalLimit = 128 * 1024 * 1024;

export interface Relation {
  id: string;
  type: string;
  /** The path of a part, or a URL if external. */
  target: string;
  isExternal: boolean;
}

export class OfficePackage {
  readonly path: string;
  readonly #parts: ReadonlyMap<string, Uint8Array>;
  readonly #roots = new Map<string, Element | null>();

  private constructor(path: string, parts: ReadonlyMap<string, Uint8Array>) {
    this.path = path;
    this.#parts = parts;
  }

  /** Throws MetricFault if the file is missing or not a zip archive. */
  static async open(path: unknown): Promise<OfficePackage> {
    return OfficePackage.read(await readBytes(path), path as string);
  }

  /**
   * Unpacks the parts whose names match. `path` is for messages. Throws MetricFault if the content is not a zip
   * archive.
   */
  static read(content: Uint8Array, path: string, wanted = /./): OfficePackage {
    const fault = zipFault(content);
    if (fault !== null) throw new MetricFault(`A file is not a valid office document. ${fault}`, 'result', { path });
    try {
      let total = 0;
      const isRead = (file: { name: string; originalSize: number }): boolean => {
        if (!wanted.test(file.name)) return false;
        total += file.originalSize;
        if (total > totalLimit) throw new OverReadingLimit(`It unpacks to more than ${totalLimit / 2 ** 20} MB.`);
        return true;
      };
      return new OfficePackage(path, new Map(Object.entries(unzipSync(content, { filter: isRead }))));
    } catch (cause) {
      if (cause instanceof OverReadingLimit) throw cause;
      throw new MetricFault('A file is not an office document.', 'result', { path, cause });
    }
  }

  names(): string[] {
    return [...this.#parts.keys()];
  }

  bytes(part: string): Uint8Array | null {
    return this.#parts.get(part) ?? null;
  }

  text(part: string): string | null {
    const bytes = this.bytes(part);
    return bytes === null ? null : strFromU8(bytes);
  }

  /** The root element of an XML part; null if the part is missing or malformed. */
  xml(part: string): Element | null {
    let root = this.#roots.get(part);
    if (root === undefined) {
      const text = this.text(part);
      root = text === null ? null : xmlRoot(text);
      this.#roots.set(part, root);
    }
    return root;
  }

  /** Throws MetricFault if the part is missing or malformed. */
  need(part: string): Element {
    const root = this.xml(part);
    if (root === null) throw this.fault(`The part ${part} is missing or broken.`);
    return root;
  }

  relations(part: string): Relation[] {
    const root = this.xml(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`));
    if (root === null) return [];
    return childElements(root).map((childElement) => {
      const target = childElement.getAttribute('Target') ?? '';
      const isExternal = childElement.getAttribute('TargetMode') === 'External';
      return {
        id: childElement.getAttribute('Id') ?? '',
        type: childElement.getAttribute('Type') ?? '',
        target: isExternal ? target : resolve(part, target),
        isExternal,
      };
    });
  }

  /** The part that `_rels/.rels` declares as the document. */
  mainPart(): string {
    const relation = this.relations('').find((item) => item.type.endsWith('/officeDocument'));
    if (relation === undefined) throw this.fault('A file names no document inside.');
    return relation.target;
  }

  fault(message: string): MetricFault {
    return new MetricFault(message, 'result', { path: this.path });
  }
}

function resolve(part: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);
}
