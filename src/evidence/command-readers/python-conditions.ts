import type { SyntaxNode } from '@lezer/common';
import { childrenOf } from './python-tree.ts';
import { isPartlyUnknown, type PythonValue } from './python-values.ts';

/** `likely` and `unlikely`: the condition tests whether something exists that normally does. */
export type PythonCondition = 'true' | 'false' | 'likely' | 'unlikely' | 'unknown';

const opposite: Record<PythonCondition, PythonCondition> = {
  true: 'false',
  false: 'true',
  likely: 'unlikely',
  unlikely: 'likely',
  unknown: 'unknown',
};

/** Whether the code under this condition probably runs. */
export const holds = (condition: PythonCondition): boolean => condition === 'true' || condition === 'likely';

export function conditionOf(
  node: SyntaxNode,
  source: string,
  evaluate: (node: SyntaxNode) => PythonValue,
): PythonCondition {
  const children = childrenOf(node);
  const text = (syntaxNode: SyntaxNode | undefined): string =>
    syntaxNode === undefined ? '' : source.slice(syntaxNode.from, syntaxNode.to);
  const [left, operator, right] = children;
  switch (node.name) {
    case 'ParenthesizedExpression':
      return operator === undefined ? 'unknown' : conditionOf(operator, source, evaluate);
    case 'Boolean':
      return text(node) === 'True' ? 'true' : 'false';
    case 'None':
      return 'false';
    case 'Number':
      return Number(text(node)) === 0 ? 'false' : 'true';
    case 'UnaryExpression':
      return text(left) === 'not' && operator !== undefined
        ? opposite[conditionOf(operator, source, evaluate)]
        : 'unknown';
    case 'BinaryExpression': {
      if (left === undefined || right === undefined) return 'unknown';
      const word = text(operator);
      if (word === 'and' || word === 'or') {
        const [a, b] = [conditionOf(left, source, evaluate), conditionOf(right, source, evaluate)];
        if (word === 'or') return holds(a) ? a : holds(b) ? b : 'unknown';
        return holds(a) && holds(b)
          ? a === 'likely'
            ? a
            : b
          : !holds(a) && a !== 'unknown'
            ? a
            : b === 'false'
              ? b
              : 'unknown';
      }
      if (text(left) === '__name__') return word === '==' ? 'true' : 'unknown';
      return compared(evaluate(left), word, evaluate(right));
    }
    case 'CallExpression':
      return calledCondition(node, source, evaluate);
    default:
      return 'unknown';
  }
}

function compared(a: PythonValue, operator: string, b: PythonValue): PythonCondition {
  if (!isLiteral(a) || !isLiteral(b)) return 'unknown';
  if (operator === '==') return a === b ? 'true' : 'false';
  return operator === '!=' ? (a === b ? 'false' : 'true') : 'unknown';
}

/** `os.path.exists(x)`, `x.is_file()`, `name.endswith('.deb')`. */
function calledCondition(
  node: SyntaxNode,
  source: string,
  evaluate: (node: SyntaxNode) => PythonValue,
): PythonCondition {
  const [called, list] = childrenOf(node);
  if (called === undefined || list === undefined) return 'unknown';
  const name = /(\w+)$/.exec(source.slice(called.from, called.to))?.[1] ?? '';
  const [argument] = childrenOf(list).slice(1);
  const value = argument === undefined || argument.name === ')' ? null : evaluate(argument);
  const [object] = childrenOf(called);
  const receiver = called.name === 'MemberExpression' && object !== undefined ? evaluate(object) : null;
  if (/^(?:exists|lexists|isfile|is_file)$/.test(name)) return 'likely';
  // With a pattern, the test filters the matches.
  if (/^(?:isdir|is_dir|islink|is_symlink)$/.test(name))
    return [value, receiver].some((pythonValue) => typeof pythonValue === 'string' && pythonValue.includes('*'))
      ? 'unknown'
      : 'likely';
  if (name === 'endswith' || name === 'startswith') {
    if (!isLiteral(receiver) || typeof receiver !== 'string') return 'unknown';
    const wanted = Array.isArray(value) ? value : [value];
    if (!wanted.every((pythonValue) => typeof pythonValue === 'string')) return 'unknown';
    const isSo = wanted.some((item) => (name === 'endswith' ? receiver.endsWith(item) : receiver.startsWith(item)));
    return isSo ? 'true' : 'false';
  }
  return 'unknown';
}

const isLiteral = (value: PythonValue): boolean =>
  typeof value === 'number' || (typeof value === 'string' && !isPartlyUnknown(value) && !/[*?[]/.test(value));
