import type { Element } from '@xmldom/xmldom';
import { OfficePackage } from './office-package.ts';
import { all } from './xml-search.ts';

const textNamespace = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0';

/** An .odt file, as odfpy reads it. */
export class OpenDocument {
  readonly root: Element;

  private constructor(root: Element) {
    this.root = root;
  }

  static async open(path: unknown): Promise<OpenDocument> {
    const file = await OfficePackage.open(path);
    const type = file.text('mimetype');
    if (type === null || !type.includes('opendocument')) throw file.fault('A file is not an OpenDocument text.');
    return new OpenDocument(file.need('content.xml'));
  }

  /** The text of each `text:p` and its direct spans. Headings are excluded. */
  get texts(): string[] {
    return [...this.root.getElementsByTagNameNS(textNamespace, 'p')].map((paragraph) => {
      let text = '';
      for (const node of paragraph.childNodes) {
        if (node.nodeType === 3) text += node.nodeValue ?? '';
        else if (node.nodeType === 1 && (node as Element).localName === 'span')
          for (const inner of node.childNodes) if (inner.nodeType === 3) text += inner.nodeValue ?? '';
      }
      return text;
    });
  }

  get highlights(): string[] {
    const styles = new Map(
      all(this.root, 'style').map((style) => [
        style.getAttribute('style:name'),
        [...style.childNodes].flatMap((node) =>
          node.nodeType === 1 ? [(node as Element).getAttribute('fo:background-color')] : [],
        ),
      ]),
    );
    return all(this.root, 'span')
      .flatMap((span) => styles.get(span.getAttribute('text:style-name')) ?? [])
      .filter((colour): colour is string => colour !== null);
  }
}
