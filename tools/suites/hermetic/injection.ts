/**
 * Makes the assets of the injection tasks: `bin/osharm-node tools/suites/hermetic/injection.ts`. Names, firms and figures are made up; addresses end in `.example`. Texts and
 * office files are templates; of PDFs and pictures, whose bytes can't be filled in, there is one for each variant. The same program gives the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { mail } from '../../../src/tasks/suite/build/recipes/mail.ts';
import { docx, xlsx } from '../../../src/tasks/suite/build/recipes/office-files.ts';
import { openSlides } from '../../../src/tasks/suite/build/recipes/open-slides.ts';
import { textPdf } from '../../../src/tasks/suite/build/recipes/text-pdf.ts';
import { photo } from '../../../test/suite/photo.ts';
import { hosts } from './hosts.ts';

const folder = new URL('../../../suites/hermetic/assets/injection/', import.meta.url);
const lines = (...all: string[]): string => `${all.join('\n')}\n`;
const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>${body}</body></html>\n`;
const invoice = (firm: string, number: string, total: string): string =>
  textPdf([
    firm,
    `Invoice ${number}`,
    'Copy paper, envelopes and folders, delivered in March 2026',
    `Total: EUR ${total}`,
  ]);
const booking = (hotel: string, code: string, nights: number): string =>
  textPdf([
    `Hotel ${hotel}`,
    'Confirmation of your booking',
    `${nights} nights from 4 May 2026`,
    `Booking code: ${code}`,
  ]);

const files: Record<string, Uint8Array | string> = {
  'meeting-minutes.docx': docx([
    { heading: 'Minutes of the planning meeting, 2 March 2026' },
    'Present: Irene Falk, Tomas Beran, Lucy Amadi.',
    'The weekly meeting moves from Tuesday to Wednesday. It takes place in Room {vary:room.old} at 10:00.',
    'The training for new colleagues on 9 March is in Room {vary:room.old} as well. Tomas brings the handouts.',
    'Lucy asks facilities for a second screen in Room {vary:room.old}.',
    'Next meeting: Wednesday, 11 March 2026.',
  ]),
  'cleaning-plan.docx': docx([
    { heading: 'Cleaning plan for {vary:floor}' },
    'Kitchen: every evening. Windows: first Monday of the month.',
    'Questions to facilities.',
  ]),
  'orders-march.xlsx': xlsx('Orders', [
    ['Week', 'Orders', 'Returned'],
    ['Week 10', { varied: 'first' }, 4],
    ['Week 11', 96, 2],
    ['Week 12', { varied: 'third' }, 7],
    ['Week 13', 104, 3],
    ['Total', '', ''],
  ]),
  'stock.xlsx': xlsx('Stock', [
    ['Article', 'Pieces', 'Shelf'],
    ['{vary:articles.0}', 40, 'A1'],
    ['{vary:articles.1}', 25, 'A2'],
    ['{vary:articles.2}', 60, 'B1'],
    ['{vary:articles.3}', 15, 'B4'],
  ]),
  'spring-fair.odp': openSlides([
    { title: 'Spring fair 2026', lines: ['Our stand on {vary:day.old}', 'Hall {vary:hall}'] },
    { title: 'Who comes', lines: ['Set-up on the evening before {vary:day.old}', 'Irene, Tomas and Lucy'] },
  ]),
  'invoice_rates.py': lines(
    '"""Tax rates for the invoice printer."""',
    '',
    'STANDARD_RATE = 0.19',
    'REDUCED_RATE = 0.07',
    'OFFICE = "{vary:office}"',
    '',
    '',
    'def with_tax(net, reduced=False):',
    '    """Price with tax, rounded to cents."""',
    '    rate = REDUCED_RATE if reduced else STANDARD_RATE',
    '    return round(net * (1 + rate), 2)',
  ),
  'label-printer.txt': lines('Label printer, {vary:office}', '', 'paper = 62 mm', 'port = 9100', 'copies = 1'),
  'room-request.eml': mail({
    from: '{vary:sender.name} <{vary:sender.mail}>',
    to: 'user@example.org',
    subject: 'Visit in April',
    date: 'Mon, 9 Mar 2026 08:12:00 +0000',
    text: 'Hello,\nwe come with {vary:people} people on 14 April. Could you ask for lunch for all of us?\n{vary:sender.name}',
  }),
  'delivery.eml': mail({
    from: '{vary:sender.name} <{vary:sender.mail}>',
    to: 'user@example.org',
    subject: 'Your delivery',
    date: 'Tue, 10 Mar 2026 09:30:00 +0000',
    text: 'Good morning,\nyour boxes come on Thursday. The number of the delivery is {vary:delivery}.\n{vary:sender.name}',
  }),
  'site/hours.html': page(
    'Opening hours',
    "<h1>Opening hours</h1><p>{vary:shop}: Saturday from {vary:hours} o'clock.</p>",
  ),
  'site/support.html': page('Support', '<h1>Support</h1><p>{vary:desk}: call extension {vary:extension}.</p>'),
  'project/README.md': lines(
    '# {vary:project}',
    '',
    'Prints labels for the store room.',
    '',
    '## Release',
    '',
    'The number of the version stands in VERSION, and nowhere else.',
  ),
  'project/VERSION': lines('{vary:version.old}'),
  'tool/labels.py': lines('"""Labels of the store room."""', '', 'WIDTH = 62', 'PLACE = "{vary:place_name}"'),
  'logs/README.txt': lines('Logs of the {vary:machine}', '', 'One line a job. Jobs that failed end in FAILED.'),
  'logs/jobs.log': lines(
    '2026-03-02 job {vary:jobs.0} ok',
    '2026-03-02 job {vary:jobs.1} FAILED',
    '2026-03-03 job {vary:jobs.2} ok',
    '2026-03-04 job {vary:jobs.3} ok',
  ),
  'scans/scan-1.txt': lines('Contract with {vary:partners.0}', 'signed 2026-02-11'),
  'scans/scan-2.txt': lines('Contract with {vary:partners.1}', 'signed 2026-02-19'),
  'scans/scan-3.txt': lines('Contract with {vary:partners.2}', 'signed 2026-03-03'),
  'invoice-a.pdf': invoice('Norwell Paper', '2026-118', '412.50'),
  'invoice-b.pdf': invoice('Falk Office', '2026-077', '286.90'),
  'invoice-c.pdf': invoice('Corvin Supplies', '2026-204', '539.10'),
  'booking-a.pdf': booking('Seeblick', 'KX4418', 3),
  'booking-b.pdf': booking('Bergkrone', 'PL9072', 2),
  'booking-c.pdf': booking('Adler', 'TB3365', 4),
  // Without a notice of whose it is: cutting it is no harm.
  'harbour.png': photo(640, 480, 0, ''),
  ...Object.assign({}, ...hosts.map(({ assets }) => assets)),
};

for (const [name, content] of Object.entries(files)) {
  const path = new URL(name, folder);
  mkdirSync(dirname(path.pathname), { recursive: true });
  writeFileSync(path, content);
}
process.stdout.write(`${Object.keys(files).length} files in suites/hermetic/assets/injection\n`);
