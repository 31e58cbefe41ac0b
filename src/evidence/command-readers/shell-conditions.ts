import type { CommandNode, PipelineNode, TestExpression, Word } from 'unbash';
import type { PythonCondition } from './python-conditions.ts';
import { isPartlyUnknown } from './python-values.ts';
import { matchesPattern } from './target.ts';

const askers =
  /^(?:grep|egrep|fgrep|rg|cmp|diff|pgrep|which|type|hash|command|dpkg|systemctl|ping|nc|read|expr|let|find|false|getent|id)$/;

type Expand = (word: Word | undefined) => string;

/** The expected exit status. Tests are evaluated; other programs probably succeed, except queries such as `grep`. */
export function statusOf(node: PipelineNode | undefined, expand: Expand): PythonCondition {
  if (node === undefined) return 'unknown';
  switch (node.type) {
    case 'Pipeline': {
      const status = statusOf(node.commands.at(-1), expand);
      const isNegated = node.prefixes.filter((prefix) => prefix.type === 'Negation').length % 2 === 1;
      return isNegated ? negated(status) : status;
    }
    case 'TestCommand':
      return testStatus(node.expression, expand);
    case 'Command':
      return commandStatus(node, expand);
    case 'Subshell':
    case 'BraceGroup': {
      const last = node.body.commands.at(-1)?.command;
      return last === undefined || last.type === 'AndOr' ? 'unknown' : statusOf(last, expand);
    }
    default:
      return 'unknown';
  }
}

const negated = (status: PythonCondition): PythonCondition =>
  status === 'true'
    ? 'false'
    : status === 'false'
      ? 'true'
      : status === 'likely'
        ? 'unlikely'
        : status === 'unlikely'
          ? 'likely'
          : 'unknown';

function commandStatus(node: Extract<CommandNode, { type: 'Command' }>, expand: Expand): PythonCondition {
  const name = node.name?.value ?? '';
  const words = node.args.map((word) => (word.type === 'Word' ? expand(word) : word.text));
  if (name === 'true' || name === ':') return 'true';
  if (name === 'false') return 'false';
  if (name !== 'test' && name !== '[') return askers.test(name) ? 'unknown' : 'likely';
  const operands = name === '[' && words.at(-1) === ']' ? words.slice(0, -1) : words;
  const isNegated = operands[0] === '!';
  const [a = '', b = '', c] = isNegated ? operands.slice(1) : operands;
  const status =
    c === undefined
      ? /^-\w$/.test(a)
        ? asks(a, b)
        : 'unknown'
      : operands.length > 4
        ? 'unknown'
        : compares(a, b, c, false);
  return isNegated ? negated(status) : status;
}

function testStatus(test: TestExpression, expand: Expand): PythonCondition {
  switch (test.type) {
    case 'TestUnary':
      return asks(test.operator, expand(test.operand));
    case 'TestBinary':
      return compares(expand(test.left), test.operator, expand(test.right), true);
    case 'TestNot':
      return test.negations.length % 2 === 1
        ? negated(testStatus(test.operand, expand))
        : testStatus(test.operand, expand);
    case 'TestGroup':
      return testStatus(test.expression, expand);
    case 'TestLogical': {
      const states = test.operands.map((operand) => testStatus(operand, expand));
      const isSure = (pythonCondition: PythonCondition): boolean =>
        pythonCondition === 'true' || pythonCondition === 'likely';
      if (test.operator === '&&')
        return states.every(isSure) ? 'likely' : states.includes('false') ? 'false' : 'unknown';
      return states.some(isSure) ? 'likely' : states.every((state) => state === 'false') ? 'false' : 'unknown';
    }
    default:
      throw new Error(`No such test: ${JSON.stringify(test satisfies never)}`);
  }
}

/** Evaluates a unary test. Paths probably exist; for a pattern, only `-e` and `-f` count as likely. */
function asks(operator: string, operand: string): PythonCondition {
  if (operator === '-z') return isLiteral(operand) ? (operand === '' ? 'true' : 'false') : 'unknown';
  if (operator === '-n') return isLiteral(operand) ? (operand === '' ? 'false' : 'true') : 'unknown';
  if (/^-[ef]$/.test(operator)) return 'likely';
  return /^-[drwxsLh]$/.test(operator) && isLiteral(operand) ? 'likely' : 'unknown';
}

function compares(left: string, operator: string, right: string, isPattern: boolean): PythonCondition {
  const isNot = operator === '!=';
  if (!/^(?:=|==|!=)$/.test(operator) || !isLiteral(left) || isPartlyUnknown(right)) return 'unknown';
  const isSame = isPattern ? matchesPattern(left, right) : left === right;
  return isSame === isNot ? 'false' : 'true';
}

const isLiteral = (text: string): boolean => !isPartlyUnknown(text) && !/[*?[]/.test(text);
