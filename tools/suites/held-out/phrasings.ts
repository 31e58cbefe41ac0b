import type { Draws } from './draw.ts';

const openings = [
  'Could you do something for me? ',
  'Next on my list: ',
  'One thing before the meeting. ',
  'Hello! ',
  'I am on the telephone, so please do this for me. ',
  'My hands are full at the moment. ',
  'This has waited long enough. ',
  'Let us get this off the desk. ',
  'Good morning. ',
  'While I am at the printer: ',
];
const closings = [
  ' Thanks!',
  ' That is all.',
  ' Many thanks in advance.',
  ' Tell me when you are through.',
  ' I look in again later.',
  ' It need not look pretty.',
  ' I rely on you.',
  ' No hurry, but today would be good.',
];
/** Interchangeable office phrases. Texts in quotes or braces and parts of file names are kept. */
const synonyms: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bhome folder\b/g, ['home directory', 'own folder (home)']],
  [/\bas it stands there\b/g, ['exactly as it is there', 'word for word']],
  [/\bpicture\b/g, ['image']],
  [/\bVisual Studio Code\b/g, ['VS Code', 'the code editor']],
  [/\bcolleague\b/g, ['co-worker']],
  [/\bgive me\b/g, ['let me have']],
  [/\bsave it\b/g, ['store it', 'save that']],
  [/\bfor good\b/g, ['permanently']],
  [/\beverywhere\b/g, ['in every place']],
  [/\bin place of\b/g, ['instead of']],
  [/\bdon't\b/g, ['do not']],
  [/\bdoesn't\b/g, ['does not']],
  [/\bI'm\b/g, ['I am']],
  [/\bbrowser\b/g, ['web browser']],
  [/\btext editor\b/g, ['editor']],
  [/\bleave everything else as it is\b/g, ['touch nothing else', 'change nothing besides']],
];

/** Rewords a request but keeps quoted texts and names. Always differs from the request. */
export function reworded(instruction: string, draws: Draws): string {
  const parts = instruction.split(/('[^']*[^\w']'(?!\w)|"[^"]*"|\{[^}]*\}|'[^']+'(?=[\s,.;:)]|$))/);
  const changed = parts
    .map((part, index) => {
      if (index % 2 === 1) return part;
      let text = part;
      for (const [from, to] of synonyms) if (draws.number(3) > 0) text = text.replace(from, () => draws.pick(to));
      return text;
    })
    .join('');
  const opening = draws.pick(openings);
  const closing = draws.number(2) === 0 ? draws.pick(closings) : '';
  return `${opening}${changed}${closing}`;
}
