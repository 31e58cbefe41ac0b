import {
  field,
  fieldText,
  isEqual,
  isIn,
  isTable,
  isTruthy,
  type Metric,
  MetricFault,
  readPythonText,
  score,
} from 'osharm/evaluators';

/** Passes if the list has the expected entry. The file's first line may be a comment. */
export const checkJsonKeybindings: Metric = async ({ result, expected }) => {
  const text = await readPythonText(result).catch(() => null);
  if (text === null) return 0;
  const end = text.indexOf('\n');
  for (const part of [text, end === -1 ? '' : text.slice(end + 1)]) {
    const data = jsonOrNull(part);
    if (Array.isArray(data)) return score(isIn(field(expected, 'expected'), data));
  }
  return 0;
};

export const checkJsonSettings: Metric = async ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  const text = await readPythonText(result).catch(() => null);
  const wanted = field(expected, 'expected');
  if (!isTable(wanted)) throw new MetricFault('The expected settings are not an object.', 'task');
  if (text === null) return 0;
  const data = jsonOrNull(text);
  if (data === null) return 0;
  return score(
    Object.entries(wanted).every(
      ([key, value]) => isTable(data) && Object.hasOwn(data, key) && isEqual(data[key], value),
    ),
  );
};

export const compareConfig: Metric = async ({ result, expected }) => {
  if (!isTruthy(result)) return 0;
  return score((await readPythonText(result)) === field(expected, 'expected'));
};

export const compareAnswer: Metric = ({ result, expected }) =>
  score(isTruthy(result) && isEqual(result, field(expected, 'expected')));

export const isExtensionInstalled: Metric = ({ result, expected }) => {
  const type = field(expected, 'type');
  if (type !== 'contain' && type !== 'not_contain')
    throw new MetricFault(`is_extension_installed has no type ${JSON.stringify(type)}.`, 'task');
  return score(isIn(fieldText(expected, 'expected'), result) === (type === 'contain'));
};

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
