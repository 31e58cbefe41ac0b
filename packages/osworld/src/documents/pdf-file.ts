import { MetricFault } from 'osharm/evaluators';
import { extractImages, getDocumentProxy } from 'unpdf';
import type { Picture } from '../pictures/picture.ts';

const mostPages = 2_000;

/** Text of all pages. Spaces and line breaks differ slightly from PyMuPDF's. Throws MetricFault. */
export async function pdfText(content: Uint8Array, path: string): Promise<string> {
  const document = await opened(content, path);
  let text = '';
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += '\n';
  }
  return text;
}

/** `path` is for messages. Throws MetricFault if the content is not a PDF. */
export async function pdfPages(content: Uint8Array, path: string): Promise<number> {
  return (await opened(content, path)).numPages;
}

export async function pdfPictures(content: Uint8Array, path: string): Promise<Picture[]> {
  const document = await opened(content, path);
  const pictures: Picture[] = [];
  for (let number = 1; number <= document.numPages; number++)
    for (const { data, width, height, channels } of await extractImages(document, number))
      pictures.push({
        width,
        height,
        bands: channels,
        mode: channels === 1 ? 'L' : channels === 3 ? 'RGB' : 'RGBA',
        pixels: Uint8Array.from(data),
        hasTransparency: channels === 4,
      });
  return pictures;
}

async function opened(content: Uint8Array, path: string): ReturnType<typeof getDocumentProxy> {
  try {
    // pdf.js detaches the buffer, so pass a copy.
    const document = await getDocumentProxy(Uint8Array.from(content), { verbosity: 0 });
    if (document.numPages > mostPages)
      throw new MetricFault(`A PDF has more than ${mostPages} pages.`, 'result', { path });
    return document;
  } catch (cause) {
    if (cause instanceof MetricFault) throw cause;
    throw new MetricFault('A file is not a PDF.', 'result', { path, cause });
  }
}
