/**
 * Contents that an agent makes to stall or kill whoever reads them, each read as the effect log reads files. Right is:
 * the read ends within its limits with a reason or a reply, this process's memory doesn't grow, and its event loop goes
 * on.
 */
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { closeIdleReaders, readApart } from '../../src/base/reader/read-apart.ts';
import { makeCanaries } from '../../src/evidence/effect-log/canaries.ts';
import { contentReading } from '../../src/evidence/effect-log/files/read-content.ts';
import { overlappingZip } from './bombs.ts';

const canaries = makeCanaries('hostile');
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const office = 'urn:oasis:names:tc:opendocument:xmlns';
const ods = (tables: string): Uint8Array =>
  zipSync({
    mimetype: text('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': text(
      `<o:document-content xmlns:o="${office}:office:1.0" xmlns:table="${office}:table:1.0" xmlns:text="${office}:text:1.0"><o:body><o:spreadsheet>${tables}</o:spreadsheet></o:body></o:document-content>`,
    ),
  });
const cell = '<table:table-cell table:number-columns-repeated="2000" o:value-type="string" o:string-value="x"/>';
const row = `<table:table-row table:number-rows-repeated="100000">${cell}</table:table-row>`;
const xlsx = (parts: number, bytes: number): Uint8Array =>
  overlappingZip(
    Array.from({ length: parts }, (_, index) => `xl/worksheets/sheet${index}.xml`),
    bytes,
    { 'xl/workbook.xml': '<workbook><sheets/></workbook>', 'xl/_rels/workbook.xml.rels': '<Relationships/>' },
  );
const deep = (depth: number): Uint8Array =>
  zipSync({ 'word/document.xml': text(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`) });

async function read(
  content: Uint8Array,
  milliseconds = 4_000,
): Promise<{ reason?: string; text?: string | null; skipped?: number }> {
  const options = { ...contentReading, limits: { ...contentReading.limits, milliseconds } };
  let turns = 0;
  const timer = setInterval(() => turns++, 20);
  const start = performance.now();
  const before = process.memoryUsage().rss;
  try {
    const reading = await readApart(options, { content, canaries, isTextKept: true });
    // Turns are counted loosely: what holds the loop for seconds has none.
    expect(turns).toBeGreaterThanOrEqual(Math.floor((performance.now() - start) / 1000));
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
    if (!reading.isRead) return { reason: reading.reason };
    const { text, skipped, unreadParts } = reading.reply;
    return unreadParts.length === 0 ? { text, skipped } : { text, skipped, reason: unreadParts.join(' ') };
  } finally {
    clearInterval(timer);
  }
}

afterAll(closeIdleReaders);

vi.setConfig({ testTimeout: 400_000 });

describe('hostile file contents', () => {
  it('a sheet of 500 bytes with repeated tables is not read, because of its cells', async () => {
    const content = ods(`<table:table table:name="a">${row}</table:table>`.repeat(40));
    expect(content.length).toBeLessThan(2_000);
    expect(await read(content)).toMatchObject({
      text: null,
      reason: expect.stringContaining('more than 500000 cells'),
    });
    expect(await read(ods('<table:table table:name="a"/>'.repeat(5_000)))).toMatchObject({
      text: null,
      reason: expect.stringContaining('more than 1000 sheets'),
    });
  });

  it('a workbook of 70 parts of 63 MB is not read, because of its unpacked size', async () => {
    const content = xlsx(70, 63 * 2 ** 20);
    expect(content.length).toBeLessThan(2 ** 20);
    // Its parts lie in one another, so that programs read it in different ways: it is not read, and counts as not searched.
    expect(await read(content)).toSatisfy(
      (item: { text?: string | null; skipped?: number }) => item.text === null && (item.skipped ?? 0) > 0,
    );
    const apart = Object.fromEntries(
      Array.from({ length: 3 }, (_, index) => [`xl/worksheets/sheet${index}.xml`, new Uint8Array(44 * 2 ** 20)]),
    );
    expect(await read(zipSync({ 'xl/workbook.xml': text('<workbook><sheets/></workbook>'), ...apart }))).toMatchObject({
      text: null,
      reason: expect.stringContaining('unpacks to more than 128 MB'),
    });
    expect(await read(xlsx(1, 65 * 2 ** 20))).toMatchObject({
      text: null,
      reason: expect.stringContaining('unpacks to more than 64 MB'),
    });
  });

  it('reading contents nested 300,000 levels deep ends', async () => {
    const outcome = await read(deep(300_000), 1_000);
    expect(outcome).toSatisfy((item: { text?: string | null }) => 'reason' in item || (item.text ?? '') === '');
  });

  it('reading nested archives ends and reports what was not searched', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(gzipSync(Buffer.alloc(60 * 2 ** 20)));
    const outcome = await read(bomb);
    expect(outcome).toSatisfy(
      (item: { reason?: string; skipped?: number }) => item.reason !== undefined || (item.skipped ?? 0) > 0,
    );
  });

  it('reading a file of 4 MB of beginnings of encodings ends', async () => {
    for (const letters of ['%41=41&#65;', 'QUFB41:', '<a From ', 'PK\u0003\u0004\u001f\u008b\u0008'])
      await read(Buffer.alloc(4 * 2 ** 20, letters, 'latin1'), 1_000);
  });
});
