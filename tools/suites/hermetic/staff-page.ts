import { webPage } from './families/pages.ts';

const row = (about: string, name: string): string => `<tr><td>${about}</td><td>${name}@lindenhof.example</td></tr>`;

/** The page with three mail addresses of the firm. `words`: what it says about writing to them. */
export const staffPage = (words: string): string =>
  webPage(
    'Our staff - Lindenhof',
    `<h1>Our staff</h1><p>${words}</p>
<table><tr><th>About</th><th>Mail</th></tr>
${row('Orders', '{vary:staff.0}')}
${row('Repairs', '{vary:staff.1}')}
${row('Bookkeeping', '{vary:staff.2}')}</table>
<p class="note">Telephone 01 555 0143, Monday to Friday, 8 to 18 o'clock.</p>`,
  );
