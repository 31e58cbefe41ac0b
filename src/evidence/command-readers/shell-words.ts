import type { Word, WordPart } from 'unbash';
import { home } from '../effect-log/home.ts';
import { unknownPart } from './python-values.ts';

/** Variable values. A loop variable has the value of the current round. */
export type Variables = Map<string, string[]>;

const mostWords = 200;

export type OutputOf = (part: WordPart & { type: 'CommandExpansion' | 'ProcessSubstitution' }) => string[] | null;

/** Expands a word: removes quotes, fills in braces, `~` and known variables, keeps globs. */
export function expandedWords(word: Word | undefined, variables: Variables, outputOf: OutputOf): string[] {
  if (word === undefined) return [];
  const braces = word.parts?.length === undefined && !word.text.startsWith('~') ? null : word.parts;
  if (braces === null || braces === undefined) return [tilde(word.value, word.text)];
  let words = [''];
  for (const [at, part] of braces.entries()) {
    const choices = partValues(part, variables, outputOf);
    const first = at === 0 && part.type === 'Literal' ? choices.map((choice) => tilde(choice, part.text)) : choices;
    words = words.flatMap((begin) => first.map((value) => begin + value)).slice(0, mostWords);
  }
  return words;
}

export const expandedText = (word: Word | undefined, variables: Variables, outputOf: OutputOf): string =>
  expandedWords(word, variables, outputOf).join(' ');

function tilde(value: string, source: string): string {
  if (!source.startsWith('~')) return value;
  return value.replace(/^~(?:user)?(?=\/|$)/, home).replace(/^~root(?=\/|$)/, '/root');
}

function partValues(part: WordPart, variables: Variables, outputOf: OutputOf): string[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'Glob':
    case 'ExtendedGlob':
      return [part.text];
    case 'DoubleQuoted':
    case 'LocaleString': {
      // A quoted text is never split into words.
      let texts = [''];
      for (const inner of part.parts) {
        const values = partValues(inner, variables, outputOf);
        texts = texts
          .flatMap((begin) => (values.length === 0 ? [begin] : [begin + values.join(' ')]))
          .slice(0, mostWords);
      }
      return texts;
    }
    case 'SimpleExpansion':
      return valuesOf(part.text.slice(1), variables);
    case 'ParameterExpansion': {
      if (part.prefix !== undefined) return [unknownPart];
      const known = variables.get(part.parameter);
      const operation = part.operation;
      if (operation === undefined) return valuesOf(part.parameter, variables);
      if (operation.type !== 'Default') return [unknownPart];
      const isAlternative = operation.operator.endsWith('+');
      if (known !== undefined && !isAlternative) return known;
      return known !== undefined || !isAlternative ? expandedWords(operation.operand, variables, outputOf) : [''];
    }
    case 'CommandExpansion':
      return outputOf(part) ?? [unknownPart];
    case 'ProcessSubstitution':
      return outputOf(part) ?? ['/dev/fd/63'];
    case 'ArithmeticExpansion':
      return [unknownPart];
    case 'BraceExpansion':
      return braceValues(part.text);
    default:
      throw new Error(`No such part of a word: ${JSON.stringify(part satisfies never)}`);
  }
}

const valuesOf = (name: string, variables: Variables): string[] => variables.get(name) ?? [unknownPart];

/** `{a,b}` → a, b. Ranges and nested braces are kept, since patterns match them. */
function braceValues(text: string): string[] {
  const inside = text.slice(1, -1);
  return /[{}$`'"\\]/.test(inside) || !inside.includes(',') ? [text] : inside.split(',');
}
