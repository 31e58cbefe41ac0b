import { isDateFormat, readStyles } from '../office/workbook-styles.ts';
import { xmlRoot } from '../text/xml.ts';
import type { AsideCollector } from './aside-collector.ts';
import { attributesIn, scanXml } from './scan-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

const dayMs = 86_400_000;
/** Day 0 of the 1904 date system, and of the 1900 date system without its fictitious 29 February 1900. */
const firstDay = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** Serial number of 1 March 1900. Excel counts a 29 February 1900, which did not exist. */
const afterLeapDay = 61;

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
  system: keyof typeof firstDay,
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

/** `2026-03-01`, `2026-03-01 14:30:00`, or the time of day for a number below 1. Null if the number is out of range. */
export function dateOfSerial(serial: number, system: keyof typeof firstDay): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null;
  const shift = system === 1900 && serial < afterLeapDay ? 1 : 0;
  const date = new Date(firstDay[system] + Math.round((serial + shift) * dayMs)).toISOString();
  const [day = '', time = ''] = date.slice(0, 19).split('T');
  if (serial < 1) return time;
  return serial % 1 === 0 ? day : `${day} ${time}`;
}
