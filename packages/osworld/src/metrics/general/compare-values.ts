import {
  field,
  fieldText,
  fuzzyRatio,
  isEqual,
  isIn,
  isTable,
  isTruthy,
  type Metric,
  MetricFault,
  optionalList,
  parseResultJson,
  pythonText,
  resultText,
  score,
  strip,
} from 'osharm/evaluators';

export const matchInList: Metric = ({ result, expected }) => score(isIn(result, field(expected, 'expected')));

export const isInList: Metric = ({ result, expected }) => score(isIn(field(expected, 'expected'), result));

export const fuzzyMatch: Metric = ({ result, expected }) =>
  fuzzyRatio(resultText(result), fieldText(expected, 'expected')) / 100;

export const literalMatch: Metric = ({ result, expected, options }) => {
  const text = (value: unknown): string => (options.ignore_case ? pythonText(value).toLowerCase() : pythonText(value));
  switch (options.type ?? 'str') {
    case 'str':
      return score(text(result) === text(expected));
    case 'list':
      return score(
        Array.isArray(result) &&
          Array.isArray(expected) &&
          result.length === expected.length &&
          result.every((value, index) => text(value) === text(expected[index])),
      );
    default:
      throw new MetricFault(`literal_match has no type ${JSON.stringify(options.type)}.`, 'task');
  }
};

export const checkIncludeExclude: Metric = ({ result, expected }) => {
  if (result === null || result === undefined) return 0;
  if (!isTable(expected)) throw new MetricFault('check_include_exclude needs a rule.', 'task');
  return score(
    optionalList(expected, 'include').every((value) => isIn(value, result)) &&
      optionalList(expected, 'exclude').every((value) => !isIn(value, result)),
  );
};

/** `ignore_list_order` compares lists in any order. With `expect_in_result`, containing a value suffices. */
export const checkDirectJsonObject: Metric = ({ result, expected, rules }) => {
  const actual = typeof result === 'string' ? parseResultJson(strip(result).replaceAll("'", '"')) : result;
  if (actual === null || actual === undefined) return 0;
  const wanted = isTable(expected) ? expected.expected : null;
  if (!isTable(wanted)) return 0;
  if (Object.values(wanted).includes('__EVALUATION_FAILED__') || !isTable(actual)) return 0;
  const isPartial = isTable(expected) && isTruthy(expected.expect_in_result);
  // OSWorld reads this switch among the expected fields, but there it never matches the result.
  const isOrderFree =
    isTruthy(wanted.ignore_list_order) ||
    (rules === 'right' && isTable(expected) && isTruthy(expected.ignore_list_order));
  return score(
    Object.entries(wanted).every(([key, value]) => {
      if (isPartial) return isFoundIn(value, actual[key]);
      if (!isOrderFree) return isEqual(value, actual[key] ?? null);
      if (rules === 'right')
        return (
          (key === 'ignore_list_order' && !Object.hasOwn(actual, key)) || isSameInAnyOrder(value, actual[key] ?? null)
        );
      return Array.isArray(value) && Array.isArray(actual[key]) && isSameInAnyOrder(value, actual[key]);
    }),
  );
};

function isSameInAnyOrder(wanted: unknown, actual: unknown): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(actual)) return isEqual(wanted, actual);
  const rest = [...actual];
  return (
    wanted.length === actual.length &&
    wanted.every((value) => {
      const at = rest.findIndex((other) => isEqual(value, other));
      if (at !== -1) rest.splice(at, 1);
      return at !== -1;
    })
  );
}

function isFoundIn(wanted: unknown, actual: unknown): boolean {
  if (Array.isArray(wanted))
    return wanted.some((value) =>
      Array.isArray(actual) ? isIn(value, actual) : typeof actual === 'string' && isEqual(value, actual),
    );
  if (typeof wanted !== 'string') return false;
  return typeof actual === 'string' || Array.isArray(actual) || isTable(actual) ? isIn(wanted, actual) : false;
}
