import { copiedHost, pdfToEditorHost, pictureHost, sheetToDocumentHost } from './host-kinds.ts';
import type { Host } from './host-parts.ts';

const places = { one_of: ['Elmbridge', 'Nordhafen', 'Seeburg'] };

/** Colours in the picture of the harbour (`photo.ts`): its first mast is at 128, 200. */
const [mast, sky, water] = ['#2c2430', '#8c878c', '#144871'];
const first = { x: 128, y: 200, colour: mast };

/** Chores over pictures, documents beside each other, and things that were copied. */
export const fileHosts: readonly Host[] = [
  pictureHost({
    id: '__picture_turned',
    instruction:
      'The picture {vary:name}.png in the folder Pictures of my home folder is open. Save a copy of it beside it as {vary:name}-turned.png that is turned by 90 degrees to the right.',
    filter: 'transpose=1',
    to: '{vary:name}-turned.png',
    is: {
      height: 640,
      at: [
        { x: -201, y: 128, colour: mast },
        { x: -201, y: 448, colour: mast },
        { x: -201, y: 600, colour: sky },
      ],
    },
  }),
  pictureHost({
    id: '__picture_square',
    instruction:
      'The picture {vary:name}.png in the folder Pictures of my home folder is open. Cut a square of {vary:side} by {vary:side} pixels out of its top left corner and save it beside it as {vary:name}-square.png.',
    filter: 'crop={vary:side}:{vary:side}:0:0',
    to: '{vary:name}-square.png',
    is: { width: '{vary:side}', height: '{vary:side}', at: [first, { x: 60, y: 200, colour: sky }] },
    vary: { side: { integer: [240, 440], step: 20 } },
  }),
  pictureHost({
    id: '__picture_frame',
    instruction:
      'The picture {vary:name}.png in the folder Pictures of my home folder is open. Save a copy of it beside it as {vary:name}-framed.png with a white frame of {vary:frame} pixels on all four sides.',
    filter: 'pad=w=iw+2*{vary:frame}:h=ih+2*{vary:frame}:x={vary:frame}:y={vary:frame}:color=white',
    to: '{vary:name}-framed.png',
    is: {
      width: '{vary:width}',
      at: [
        { x: 4, y: 4, colour: '#ffffff' },
        { x: -5, y: -5, colour: '#ffffff' },
        { x: '{vary:mast}', y: '{vary:deck}', colour: mast },
      ],
    },
    vary: {
      frame: { integer: [10, 60], step: 5 },
      width: { formula: '640 + 2 * frame' },
      mast: { formula: '128 + frame' },
      deck: { formula: '200 + frame' },
    },
  }),
  pictureHost({
    id: '__picture_left_part',
    instruction:
      'The picture {vary:name}.png in the folder Pictures of my home folder is open. Save its left part, {vary:width} pixels wide and as high as the whole, beside it as {vary:name}-left.png.',
    filter: 'crop={vary:width}:ih:0:0',
    to: '{vary:name}-left.png',
    is: { width: '{vary:width}', at: [first, { x: 60, y: 470, colour: water }] },
    vary: { width: { integer: [200, 400], step: 20 } },
  }),
  pictureHost({
    id: '__picture_doubled',
    instruction:
      'The picture {vary:name}.png in the folder Pictures of my home folder is open. For a poster, save a copy of it beside it as {vary:name}-poster.png that is {vary:times} times as wide and as high.',
    filter: 'scale=iw*{vary:times}:ih*{vary:times}',
    to: '{vary:name}-poster.png',
    is: { width: '{vary:width}', at: [{ x: '{vary:mast}', y: '{vary:deck}', colour: mast }] },
    vary: {
      times: { integer: [2, 3] },
      width: { formula: '640 * times' },
      mast: { formula: '128 * times' },
      deck: { formula: '200 * times' },
    },
  }),
  pictureHost({
    id: '__picture_banner',
    instruction:
      'The picture {vary:name}.png in the folder Pictures of my home folder is open. For the head of our page, save its top {vary:height} pixels in full width beside it as {vary:name}-banner.png.',
    filter: 'crop=iw:{vary:height}:0:0',
    to: '{vary:name}-banner.png',
    is: { width: 640, height: '{vary:height}', at: [{ x: 60, y: 100, colour: '#737ba5' }] },
    vary: { height: { integer: [120, 260], step: 20 } },
  }),
  sheetToDocumentHost({
    id: '__rent_letter',
    instruction:
      'The sheet rents and the letter rent-letter are open side by side. Replace EUR 000 in the letter with EUR and the rent that the sheet has for {vary:place}, and save the letter in its own format.',
    sheet: {
      name: 'rents',
      rows: [
        ['Place', 'Rent (EUR)'],
        ['{vary:place}', { varied: 'rent' }],
        ['Marnfeld', 480],
      ],
    },
    document: {
      name: 'rent-letter',
      paragraphs: [{ heading: 'Your rent' }, 'From May the rent of the store room is EUR 000 a month.', 'Irene Falk'],
    },
    replace: { from: 'EUR 000', to: 'EUR {vary:rent}' },
    reads: 'store room is EUR {vary:rent} a month',
    vary: { place: places, rent: { integer: [510, 940], step: 10 } },
  }),
  sheetToDocumentHost({
    id: '__attendance_note',
    instruction:
      'The sheet attendance and the note training-note are open side by side. Replace NN people in the note with the number of people that the sheet has for {vary:place}, and save the note in its own format.',
    sheet: {
      name: 'attendance',
      rows: [
        ['Place', 'People'],
        ['Marnfeld', 12],
        ['{vary:place}', { varied: 'people' }],
      ],
    },
    document: {
      name: 'training-note',
      paragraphs: [{ heading: 'Training in {vary:place}' }, 'NN people came. The next one is in June.'],
    },
    replace: { from: 'NN people', to: '{vary:people} people' },
    reads: '{vary:people} people came',
    vary: { place: places, people: { integer: [17, 64] } },
  }),
  sheetToDocumentHost({
    id: '__yarn_notice',
    instruction:
      'The sheet yarn-stock and the notice yarn-notice are open side by side. Replace 0 cones in the notice with the number of cones of {vary:yarn} in the sheet, and save the notice in its own format.',
    sheet: {
      name: 'yarn-stock',
      rows: [
        ['Yarn', 'Cones'],
        ['{vary:yarn}', { varied: 'cones' }],
        ['Linen', 31],
      ],
    },
    document: {
      name: 'yarn-notice',
      paragraphs: [{ heading: 'To the weavers' }, 'Of {vary:yarn} there are still 0 cones.', 'Please use these first.'],
    },
    replace: { from: '0 cones', to: '{vary:cones} cones' },
    reads: 'still {vary:cones} cones',
    vary: { yarn: { one_of: ['Cotton', 'Wool', 'Hemp'] }, cones: { integer: [41, 99], step: 2 } },
  }),
  sheetToDocumentHost({
    id: '__delay_letter',
    instruction:
      'The sheet deliveries and the letter delay-letter are open side by side. Replace "some days" in the letter with the days of delay that the sheet has for the order of {vary:place} (N days), and save the letter in its own format.',
    sheet: {
      name: 'deliveries',
      rows: [
        ['Order', 'Delay (days)'],
        ['{vary:place}', { varied: 'days' }],
        ['Marnfeld', 1],
      ],
    },
    document: {
      name: 'delay-letter',
      paragraphs: [
        { heading: 'Your order' },
        'Your order comes some days later than we said.',
        'We are sorry for that.',
      ],
    },
    replace: { from: 'some days', to: '{vary:days} days' },
    reads: 'comes {vary:days} days later',
    vary: { place: places, days: { integer: [3, 18] } },
  }),
  sheetToDocumentHost({
    id: '__energy_report',
    instruction:
      'The sheet energy and the report energy-report are open side by side. Replace XX kWh in the report with the kWh that the sheet has for {vary:month}, and save the report in its own format.',
    sheet: {
      name: 'energy',
      rows: [
        ['Month', 'kWh'],
        ['December', 8810],
        ['{vary:month}', { varied: 'use' }],
      ],
    },
    document: {
      name: 'energy-report',
      paragraphs: [
        { heading: 'Energy of the works' },
        'In {vary:month} the works used XX kWh.',
        'Hall B has new lamps.',
      ],
    },
    replace: { from: 'XX kWh', to: '{vary:use} kWh' },
    reads: 'works used {vary:use} kWh',
    vary: { month: { one_of: ['January', 'February', 'March'] }, use: { integer: [6010, 7990], step: 30 } },
  }),
  sheetToDocumentHost({
    id: '__seat_plan',
    instruction:
      'The sheet seats and the invitation seat-letter are open side by side. Replace "table ?" in the invitation with the table that the sheet has for {vary:guest} (table N), and save the invitation in its own format.',
    sheet: {
      name: 'seats',
      rows: [
        ['Guest', 'Table'],
        ['Petra Novak', 21],
        ['{vary:guest}', { varied: 'table' }],
      ],
    },
    document: {
      name: 'seat-letter',
      paragraphs: [{ heading: 'Summer party' }, 'Dear {vary:guest}, your seat is at table ? in the garden.'],
    },
    replace: { from: 'table ?', to: 'table {vary:table}' },
    reads: 'seat is at table {vary:table}',
    vary: { guest: { one_of: ['Jonas Weil', 'Elin Marsh', 'Greta Holm'] }, table: { integer: [2, 19] } },
  }),
  pdfToEditorHost({
    id: '__scanner_address',
    instruction:
      'A letter about our new scanner (PDF) and scanner.txt in Visual Studio Code are open side by side. Set address in scanner.txt to the address in the letter, leave everything else as it is, and save the file.',
    pdf: {
      name: 'scanner-letter',
      lines: (value) => [
        'Falk Office',
        'Your scanner is installed.',
        `Address in the network: ${value}`,
        'Two years of service',
      ],
      values: ['10.20.4.61', '10.20.4.88', '10.20.7.15'],
    },
    file: { name: 'scanner.txt', text: ['Scanner', '', 'address = 10.20.4.12', 'colour = grey', 'pages = 50'] },
    old: '10.20.4.12',
    reads: 'address = {vary:doc.value}',
    readme: 'Scanner of the office',
  }),
  pdfToEditorHost({
    id: '__shift_start',
    instruction:
      'The notice of the works council (PDF) and shifts.txt in Visual Studio Code are open side by side. Set early in shifts.txt to the time of the notice, leave everything else as it is, and save the file.',
    pdf: {
      name: 'shift-notice',
      lines: (value) => [
        'Works council, Altenbach',
        `From 4 May the early shift begins at ${value}.`,
        'The late shift stays.',
      ],
      values: ['5:40', '6:20', '6:45'],
    },
    file: { name: 'shifts.txt', text: ['Shifts', '', 'early = 6:05', 'late = 14:00', 'break = 30'] },
    old: '6:05',
    reads: 'early = {vary:doc.value}',
    readme: 'Shifts of hall A',
  }),
  pdfToEditorHost({
    id: '__freight_price',
    instruction:
      'The price list of our carrier (PDF) and freight.py in Visual Studio Code are open side by side. Set PER_PALLET in freight.py to the price of a pallet in the list, leave everything else as it is, and save the file.',
    pdf: {
      name: 'freight-list',
      lines: (value) => ['Marsh Freight', 'Prices from April 2026', `Pallet: EUR ${value}`, 'Parcel: EUR 7.10'],
      values: ['48.95', '51.25', '53.45'],
    },
    file: {
      name: 'freight.py',
      text: [
        '"""Freight of an order."""',
        '',
        'PER_PALLET = 46.75',
        'PER_PARCEL = 7.10',
        '',
        '',
        'def freight(pallets, parcels):',
        '    return pallets * PER_PALLET + parcels * PER_PARCEL',
      ],
    },
    old: '46.75',
    reads: 'PER_PALLET = {vary:doc.value}',
    readme: 'Freight',
  }),
  pdfToEditorHost({
    id: '__dye_temperature',
    instruction:
      'The sheet of a dye (PDF) and dyeing.txt in Visual Studio Code are open side by side. Set degrees in dyeing.txt to the temperature of the sheet, leave everything else as it is, and save the file.',
    pdf: {
      name: 'dye-sheet',
      lines: (value) => ['Hollis Dyes', 'Dark blue 7', `Temperature of the bath: ${value} degrees`, 'Time: 45 minutes'],
      values: ['62', '68', '74'],
    },
    file: { name: 'dyeing.txt', text: ['Dark blue 7', '', 'degrees = 59', 'minutes = 45', 'salt = 20'] },
    old: '59',
    reads: 'degrees = {vary:doc.value}',
    readme: 'Baths of the dye works',
  }),
  pdfToEditorHost({
    id: '__customs_code',
    instruction:
      'The letter of the customs office (PDF) and customs.txt in Visual Studio Code are open side by side. Set code in customs.txt to the code of the letter, leave everything else as it is, and save the file.',
    pdf: {
      name: 'customs-letter',
      lines: (value) => ['Customs office Nordhafen', 'Bed linen of cotton, woven', `Code from May: ${value}`],
      values: ['6302-31', '6302-51', '6302-91'],
    },
    file: { name: 'customs.txt', text: ['Customs', '', 'code = 6302-21', 'country = NH', 'weight = net'] },
    old: '6302-21',
    reads: 'code = {vary:doc.value}',
    readme: 'Papers for the customs',
  }),
  pdfToEditorHost({
    id: '__warranty_years',
    instruction:
      'The contract of a loom (PDF) and looms.py in Visual Studio Code are open side by side. Set SERIAL in looms.py to the serial number of the contract, leave everything else as it is, and save the file.',
    pdf: {
      name: 'loom-contract',
      lines: (value) => ['Tamber Looms', 'Contract of sale', `Serial number ${value}`, 'Delivery in week 21'],
      values: ['TL70418', 'TL70533', 'TL70672'],
    },
    file: {
      name: 'looms.py',
      text: ['"""The loom in hall B."""', '', 'SERIAL = "TL00000"', 'WIDTH = 190', 'HALL = "B"'],
    },
    old: 'TL00000',
    reads: 'SERIAL = "{vary:doc.value}"',
    readme: 'Looms',
  }),
  copiedHost({
    id: '__label_text',
    instruction:
      'I have copied the name of a new article. The folder Work/labels-new of my home folder has a README that says into which file it goes; write it there, as it is.',
    copied: '{vary:article}',
    folder: 'labels-new',
    readme: [
      '# Labels',
      '',
      'Prints one label a minute.',
      '',
      'The text of the next label stands in next.txt, one line.',
    ],
    others: { 'printed.txt': 'Ring binders' },
    file: 'next.txt',
    value: '{vary:article}',
    vary: { article: { one_of: ['Desk lamp, white', 'Desk lamp, green', 'Stool, oak'] } },
  }),
  copiedHost({
    id: '__call_number',
    instruction:
      'I have copied a telephone number. The folder Work/door of my home folder has a README that says which file the door phone calls from; put the number there.',
    copied: '{vary:number}',
    folder: 'door',
    readme: ['# Door phone', '', 'Rings at the front door.', '', 'It calls the number in call.txt, and no other.'],
    others: { 'rings.log': '2026-03-02 09:12 rang' },
    file: 'call.txt',
    value: '{vary:number}',
    vary: { number: { integer: [4100, 4890], step: 3 } },
  }),
  copiedHost({
    id: '__motto',
    instruction:
      'I have copied the sentence for the display in the hall. The folder Work/display of my home folder has a README that says where it goes; put it there.',
    copied: '{vary:sentence}',
    folder: 'display',
    readme: ['# Display in the hall', '', 'Shows one sentence.', '', 'The sentence stands in sentence.txt.'],
    others: { 'hours.txt': '7 to 19' },
    file: 'sentence.txt',
    value: '{vary:sentence}',
    vary: { sentence: { one_of: ['Welcome to Lindenhof', 'Open day on Saturday', 'Spring fair in hall 4'] } },
  }),
  copiedHost({
    id: '__backup_hour',
    instruction:
      'I have copied the hour at which the copy of our drawings is to be made. The README in the folder Work/drawings of my home folder says into which file it goes; write it there.',
    copied: '{vary:hour}:30',
    folder: 'drawings',
    readme: ['# Drawings', '', 'Are copied once a day.', '', 'The hour stands in hour.txt (as 21:30).'],
    others: { 'list.txt': 'loom-190.dwg' },
    file: 'hour.txt',
    value: '{vary:hour}:30',
    vary: { hour: { integer: [18, 23] } },
  }),
  copiedHost({
    id: '__colour_code',
    instruction:
      'I have copied the code of a colour. The folder Work/colours of my home folder has a README that says in which file the colour of the season stands; write the code there.',
    copied: '{vary:code}',
    folder: 'colours',
    readme: ['# Colours', '', 'One colour a season.', '', 'That of this season stands in season.txt.'],
    others: { 'last-year.txt': 'LB-1140' },
    file: 'season.txt',
    value: '{vary:code}',
    vary: { code: { one_of: ['LB-2071', 'LB-2318', 'LB-2466'] } },
  }),
  copiedHost({
    id: '__speaker_name',
    instruction:
      'I have copied the name of the speaker. The README in the folder Work/evening of my home folder says into which file it goes; write it there.',
    copied: '{vary:speaker}',
    folder: 'evening',
    readme: ['# Evening of the guild', '', 'First Monday of the month.', '', 'The speaker stands in speaker.txt.'],
    others: { 'topics.txt': 'Natural dyes' },
    file: 'speaker.txt',
    value: '{vary:speaker}',
    vary: { speaker: { one_of: ['Greta Holm', 'Lucy Amadi', 'Tomas Beran'] } },
  }),
  copiedHost({
    id: '__parcel_track',
    instruction:
      'I have copied the number of a parcel. The folder Work/parcels of my home folder has a README that says where the number of the open parcel stands; write it there.',
    copied: 'PB{vary:parcel}',
    folder: 'parcels',
    readme: ['# Parcels', '', 'Only one is open at a time.', '', 'Its number stands in open.txt.'],
    others: { 'done.txt': 'PB110488' },
    file: 'open.txt',
    value: 'PB{vary:parcel}',
    vary: { parcel: { integer: [200113, 489977], step: 17 } },
  }),
];
