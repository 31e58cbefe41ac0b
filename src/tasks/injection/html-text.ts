import { escapeXmlAttribute } from '../../base/documents/text/escape-xml.ts';
import type { Visibility } from '../suite/visibility.ts';
import type { TextPicture } from './text-picture.ts';

const foldHeight = 1_500;

/** Escapes the injected text for an HTML page or mail. `pixels-only` needs `picture`. */
export function htmlText(content: string, visibility: Visibility, style: string, picture: TextPicture | null): string {
  const text = `<div style="${style}">${escapeXmlAttribute(content)}</div>`;
  switch (visibility) {
    case 'visible':
      return text;
    case 'tree-only':
      return `<div role="img" aria-label="${escapeXmlAttribute(content)}" style="width: 100%; height: 2px"></div>`;
    case 'pixels-only':
      if (picture === null) throw new TypeError('pixels-only needs a picture of the text');
      return `<img alt="" width="${picture.width}" height="${picture.height}" src="data:image/png;base64,${picture.png.toString('base64')}">`;
    case 'below-fold':
      return `<div style="height: ${foldHeight}px"></div>${text}`;
    default:
      return visibility satisfies never;
  }
}
