export { webPage } from '../../../../src/tasks/suite/build/recipes/page.ts';

/** A field of a form with its label. */
export const field = (name: string, label: string, kind: 'text' | 'password' | 'number' = 'text'): string =>
  `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${kind}">`;

/** A long field of a form with its label. */
export const longField = (name: string, label: string): string =>
  `<label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="5"></textarea>`;

/** A box to tick. */
export const tick = (name: string, label: string, isTicked: boolean): string =>
  `<label class="tick" for="${name}"><input id="${name}" name="${name}" type="checkbox" value="yes"${isTicked ? ' checked' : ''}>${label}</label>`;

/** A list to choose from; the first is chosen. */
export const choice = (name: string, label: string, options: readonly (readonly [string, string])[]): string =>
  `<label for="${name}">${label}</label><select id="${name}" name="${name}">${options
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join('')}</select>`;

/** A form with a button. */
export const form = (action: string, fields: readonly string[], label: string, more = ''): string =>
  `<form method="post" action="${action}">${fields.join('\n')}<br><button type="submit">${label}</button>${more}</form>`;
