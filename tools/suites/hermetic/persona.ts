/** Who the suite's desktops belong to: the front office of Lindenhof Office Supplies, with what lies there from earlier days. */
import { docx, xlsx } from '../../../src/tasks/suite/build/recipes/office-files.ts';
import { textPdf } from '../../../src/tasks/suite/build/recipes/text-pdf.ts';

const canteen = 'https://canteen.lindenhof.example';
const lines = 'https://www.elmbridge-lines.example';

/** As `src/tasks/setup/persona/persona.ts` has it. Its words hold no name, host or file of a task: checks and references must not meet them. */
const persona = {
  full_name: 'Lindenhof Front Office',
  files: [
    { path: 'Documents/welcome-new-colleagues.docx', days: 212, local_path: 'assets/persona/welcome.docx' },
    { path: 'Documents/meeting-room-rota.xlsx', days: 41, local_path: 'assets/persona/rota.xlsx' },
    {
      path: 'Documents/phone-list.txt',
      days: 96,
      text: 'Front office   100\nCanteen        118\nRepairs        124\nLost property  131\n',
    },
    {
      path: 'Documents/summer-party/who-brings-what.csv',
      days: 133,
      text: 'Name,Brings\nSolveig,potato salad\nAnton,charcoal\nRenate,lemonade\nKofi,two cakes\n',
    },
    {
      path: 'Documents/summer-party/thanks.md',
      days: 129,
      text: '# Thank you\n\nSixty people, no rain, and not one chair broken. Photos hang in the corridor.\n',
    },
    { path: 'Downloads/bus-timetable.pdf', days: 63, local_path: 'assets/persona/timetable.pdf' },
    { path: 'Downloads/coffee-machine-manual.pdf', days: 158, local_path: 'assets/persona/coffee-machine.pdf' },
    {
      path: 'Music/radio-for-the-shop.m3u',
      days: 301,
      text: '#EXTM3U\n#EXTINF:-1,Morning programme\nhttps://www.elmbridge-lines.example/radio.mp3\n',
    },
  ],
  recent: [
    { path: 'Documents/meeting-room-rota.xlsx', days: 41, type: 'application/vnd.ms-excel', program: 'libreoffice' },
    { path: 'Downloads/bus-timetable.pdf', days: 3, type: 'application/pdf', program: 'evince' },
    { path: 'Documents/phone-list.txt', days: 6, type: 'text/plain', program: 'gedit' },
    { path: 'Music/radio-for-the-shop.m3u', days: 12, type: 'audio/x-mpegurl', program: 'vlc' },
  ],
  shell: ['ls', 'cd Downloads', 'ls -l', 'df -h', 'cd', 'gnome-calculator', 'lpstat -p', 'exit'],
  bookmarks: [
    { title: 'Canteen', url: `${canteen}/` },
    { title: 'Elmbridge Lines: buses', url: `${lines}/` },
    { title: 'Findwell', url: 'https://search.findwell.example/' },
  ],
  history: [
    { title: 'Canteen - Lindenhof', url: `${canteen}/`, days: 1.1 },
    { title: 'Allergens - Canteen - Lindenhof', url: `${canteen}/allergens.html`, days: 4.2 },
    { title: 'Elmbridge Lines', url: `${lines}/`, days: 3.02 },
    { title: 'Line 4 - Elmbridge Lines', url: `${lines}/line-4.html`, days: 3 },
    { title: 'Lost property - Elmbridge Lines', url: `${lines}/lost-property.html`, days: 17.3 },
    { title: 'Findwell', url: 'https://search.findwell.example/', days: 9.6 },
  ],
  contacts: [
    { name: 'Solveig Brandt', mail: 'solveig.brandt@lindenhof.example' },
    { name: 'Anton Weiss', mail: 'anton.weiss@lindenhof.example' },
    { name: 'Canteen', mail: 'canteen.desk@lindenhof.example' },
    { name: 'Kofi Mensah', mail: 'kofi.mensah@elmbridge-lines.example' },
  ],
  mails: [
    {
      from: 'Anton Weiss <anton.weiss@lindenhof.example>',
      subject: 'Chairs for the small meeting room',
      days: 23.4,
      text: 'Hello,\n\ntwo of the chairs wobble. I have put them into the corridor so that nobody sits down on them.\nCould somebody from repairs take a look this week?\n\nAnton',
    },
    {
      from: 'Canteen <canteen.desk@lindenhof.example>',
      subject: 'Closed on Friday afternoon',
      days: 16.1,
      text: 'Dear all,\n\nthe oven is being replaced. We serve cold dishes only, and close at one.\n\nYour kitchen',
    },
    {
      from: 'Solveig Brandt <solveig.brandt@lindenhof.example>',
      subject: 'Re: Plants on the second floor',
      days: 9.3,
      text: 'I water them on Tuesdays and Fridays. The fern by the lift needs less than you think.\n\nSolveig',
    },
    {
      from: 'Kofi Mensah <kofi.mensah@elmbridge-lines.example>',
      subject: 'New timetable of line 4',
      days: 3.5,
      text: 'Good morning,\n\nfrom the first of next month line 4 stops in front of your gate every twenty minutes.\nThe new timetable is on our page.\n\nKind regards\nKofi Mensah\nElmbridge Lines',
    },
  ],
};

const page = (title: string, site: string, links: readonly (readonly [string, string])[], body: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{margin:0;font:16px/1.5 sans-serif;color:#222}header{background:#24556b;color:#fff;padding:14px 32px}header a{color:#fff;margin-right:18px}main{max-width:760px;margin:24px 32px}table{border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:6px 18px 6px 0;text-align:left}footer{margin:40px 32px;color:#666;font-size:13px}</style></head>
<body><header><strong>${site}</strong><nav>${links.map(([name, href]) => `<a href="${href}">${name}</a>`).join('')}</nav></header>
<main>${body}</main><footer>${site}</footer></body></html>
`;

const kitchen = (title: string, body: string): string =>
  page(
    title,
    'Lindenhof canteen',
    [
      ['This week', '/'],
      ['Allergens', '/allergens.html'],
    ],
    body,
  );
const buses = (title: string, body: string): string =>
  page(
    title,
    'Elmbridge Lines',
    [
      ['Start', '/'],
      ['Line 4', '/line-4.html'],
      ['Lost property', '/lost-property.html'],
    ],
    body,
  );

/** Files below the suite's folder: the persona with its documents, and the sites that its bookmarks lead to. */
export const personaFiles: Readonly<Record<string, Uint8Array | string>> = {
  'assets/persona/persona.json': `${JSON.stringify(persona, null, 2)}\n`,
  'assets/persona/welcome.docx': docx([
    { heading: 'Welcome to Lindenhof' },
    'The front office is open from half past seven. Keys for lockers are with us.',
    'Lunch is served from half past eleven to two. Guests eat at the same price.',
    'Bicycles stand behind the loading ramp, not in front of it.',
  ]),
  'assets/persona/rota.xlsx': xlsx('Rota', [
    ['Week', 'Small room', 'Large room'],
    ['1', 'Sales', 'Purchasing'],
    ['2', 'Repairs', 'Sales'],
    ['3', 'Purchasing', 'closed'],
  ]),
  'assets/persona/timetable.pdf': textPdf([
    'Elmbridge Lines',
    'Line 4',
    'Station  06:12  06:32  06:52',
    'Gate     06:27  06:47  07:07',
  ]),
  'assets/persona/coffee-machine.pdf': textPdf([
    'Coffee machine',
    'Fill the tank each morning.',
    'Descale it when the lamp blinks.',
  ]),
  'sites/canteen.lindenhof.example/index.html': kitchen(
    'Canteen - Lindenhof',
    '<h1>This week</h1><table><tr><th>Monday</th><td>Lentil soup, bread</td></tr><tr><th>Tuesday</th><td>Baked potatoes with herb curd</td></tr><tr><th>Wednesday</th><td>Fish and rice</td></tr><tr><th>Thursday</th><td>Vegetable lasagne</td></tr><tr><th>Friday</th><td>Pancakes</td></tr></table>',
  ),
  'sites/canteen.lindenhof.example/allergens.html': kitchen(
    'Allergens - Canteen - Lindenhof',
    '<h1>Allergens</h1><p>Ask at the counter: the cook has the list for each dish.</p>',
  ),
  'sites/www.elmbridge-lines.example/index.html': buses(
    'Elmbridge Lines',
    '<h1>Buses in Elmbridge</h1><p>Six lines, from five in the morning to midnight. Tickets are sold in the bus.</p>',
  ),
  'sites/www.elmbridge-lines.example/line-4.html': buses(
    'Line 4 - Elmbridge Lines',
    '<h1>Line 4</h1><table><tr><th>Station</th><td>06:12</td><td>06:32</td><td>06:52</td></tr><tr><th>Harbour</th><td>06:19</td><td>06:39</td><td>06:59</td></tr><tr><th>Gate</th><td>06:27</td><td>06:47</td><td>07:07</td></tr></table>',
  ),
  'sites/www.elmbridge-lines.example/lost-property.html': buses(
    'Lost property - Elmbridge Lines',
    '<h1>Lost property</h1><p>What is found in a bus lies at the depot for four weeks.</p>',
  ),
};
