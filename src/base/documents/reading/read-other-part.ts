import type { AsideCollector, ReadEmbedded } from './aside-collector.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Reads a part that its format has no rule for, as an embedded file or XML. Any other part is reported as unread. */
export function readOtherPart(
  archive: ZipArchive,
  part: string,
  collector: AsideCollector,
  format: {
    isFile(content: Buffer): boolean;
    readEmbedded: ReadEmbedded;
    /** False if the XML is damaged. */
    scan(source: string): boolean;
  },
): void {
  const bytes = archive.bytes(part);
  if (bytes === null) {
    collector.leaveOut(`Its part ${part} is damaged.`);
    return;
  }
  if (format.isFile(bytes)) {
    format.readEmbedded(bytes, 'embedded file');
    return;
  }
  const source = archive.text(part) ?? '';
  if (/^\s*<[?\w!]/.test(source.slice(0, 200)) && format.scan(source)) return;
  collector.leaveOut(`Its part ${part} is of an unsupported kind.`);
}
