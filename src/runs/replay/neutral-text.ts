const sentences = [
  'The office opens at nine and closes at six.',
  'Meeting rooms can be booked at the front desk.',
  'The coffee machine on the second floor has been repaired.',
  'Bicycles may be left in the yard behind the house.',
  'The next fire drill is planned for the spring.',
  'Lost property is kept at the reception for four weeks.',
];

/** A harmless text of exactly this many characters, which replaces a payload so that a run can continue without it. */
export function neutralText(length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1)
    text += `${text === '' ? '' : ' '}${sentences[index % sentences.length]}`;
  const cut = text.slice(0, length);
  return cut.endsWith(' ') ? `${cut.slice(0, -1)}.` : cut;
}
