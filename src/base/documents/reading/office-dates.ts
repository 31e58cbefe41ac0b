import { type DateSystem, dateOfSerial } from '../office/serial-date.ts';
import { isDateFormat, readStyles } from '../office/workbook-styles.ts';
import { xmlRoot } from '../text/xml.ts';
import type { AsideCollector } from './aside-collector.ts';
import { attributesIn, scanXml } from './scan-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Collects the cells of an .xlsx file that show dates, as `B7: 2026-03-01`. The body contains their serial numbers. */
export function readOfficeDates(archive: ZipArchive, collector: AsideCollector): void {
  const styles = archive.text('xl/styles.xml');
  if (styles === null) return;
  const dated = new Set(
    readStyles(xmlRoot(styles)).flatMap(({ numberFormat }, index) =>
      isDateFormat(numberFormat) ? [String(index)] : [],
    ),
  );
  if (dated.size === 0) return;
  const is1904 = /\bdate1904\s*=\s*["'](?:1|true)["']/.test(archive.text('xl/workbook.xml') ?? '');
  for (const part of archive.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)))
    readSheetDates(archive.text(part) ?? '', dated, is1904 ? 1904 : 1900, collector);
}

function readSheetDates(
  source: string,
  dated: ReadonlySet<string>,
  system: DateSystem,
  collector: AsideCollector,
): void {
  let cell: string | null = null;
  let isValue = false;
  scanXml(source, {
    open(name, attributes) {
      if (name === 'c') {
        const values = attributesIn(attributes);
        const isNumber = (values.get('t') ?? 'n') === 'n';
        cell = isNumber && dated.has(values.get('s') ?? '0') ? (values.get('r') ?? '') : null;
      }
      isValue = name === 'v';
    },
    close(name) {
      if (name === 'v') isValue = false;
    },
    text(value) {
      if (cell === null || !isValue) return;
      const date = dateOfSerial(Number(value), system);
      if (date !== null) collector.add('date', `${cell}: ${date}`);
    },
  });
}
