import { type PythonString, pythonStrings } from './python-strings.ts';

/** A possible value of an f-string, as a template for `str.format` in which plain fields are `{}`. */
export interface StringAlternative {
  template: string;
  /** The conditions of conditional fields (`'a' if CONDITION else 'b'`) with the branch taken. */
  taken: { condition: string; isTrue: boolean }[];
}

/** Further conditional fields are treated as plain ones. */
const mostAlternatives = 16;

export function stringAlternatives(string: PythonString): StringAlternative[] {
  let found: StringAlternative[] = [{ template: '', taken: [] }];
  for (const part of string.parts) {
    const choice = 'field' in part ? conditionalField(part.field) : null;
    if (choice !== null && found.length * 2 <= mostAlternatives) {
      const { condition } = choice;
      found = found.flatMap(({ template, taken }) =>
        [true, false].map((isTrue) => ({
          template: template + (isTrue ? choice.whenTrue : choice.whenFalse),
          taken: [...taken, { condition, isTrue }],
        })),
      );
    } else {
      const text = 'text' in part ? part.text : '{}';
      found = found.map(({ template, taken }) => ({ template: template + text, taken }));
    }
  }
  return found;
}

/** Returns null unless the field chooses between two string literals. */
function conditionalField(field: string): { condition: string; whenTrue: string; whenFalse: string } | null {
  const strings = pythonStrings(field);
  const [first, last] = [strings[0], strings.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  if (field.slice(0, first.start).trim() !== '' || field.slice(last.end).trim() !== '') return null;
  const condition = /^\s+if\s+([\s\S]+)\s+else\s+$/.exec(field.slice(first.end, last.start))?.[1];
  if (condition === undefined) return null;
  return { condition, whenTrue: escaped(first.value), whenFalse: escaped(last.value) };
}

const escaped = (text: string): string => text.replaceAll('{', '{{').replaceAll('}', '}}');
