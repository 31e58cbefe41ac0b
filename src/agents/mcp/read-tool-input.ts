import type { z } from 'zod';
import { didYouMean } from '../../base/nearest-name.ts';
import { invalidAction, shownValue } from '../native/call-fields.ts';
import { type FieldSpellings, ownNames } from './field-spellings.ts';

export interface OtherTools {
  spellings?: FieldSpellings;
  /** Reads forms of other tools that are more than other names. */
  convert?(fields: Record<string, unknown>): Record<string, unknown>;
}

/**
 * Parses the input of a tool call. Throws OsharmError `action-invalid` that names the first field that is unknown,
 * missing or invalid, and what it must be.
 */
export function readToolInput<T extends z.ZodRawShape>(
  tool: string,
  parameters: z.ZodObject<T>,
  input: unknown,
  { spellings = {}, convert = (fields) => fields }: OtherTools = {},
): z.output<z.ZodObject<T>> {
  const fields = convert(ownNames(tool, input, spellings));
  const names = Object.keys(parameters.shape);
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'It has none.' : `Its fields: ${names.join(', ')}.`;
    const suggestion = didYouMean(unknown, [...names, ...Object.keys(spellings)]);
    throw invalidAction(`${tool} has no field ${shownValue(unknown)}.${suggestion} ${known}`);
  }
  const read = parameters.safeParse(fields, { error: faultOf });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidAction(`${tool}: ${issue?.path.join('.')} ${issue?.message}.`);
}

const typeNames: Readonly<Record<string, string>> = { number: 'a number', int: 'a whole number', string: 'a text' };

function faultOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is missing';
  const is = `; it is ${shownValue(issue.input)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}${is}`;
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be ${issue.minimum} or more${is}`;
    case 'too_big':
      return `must be ${issue.maximum} or less${is}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}${is}`;
    default:
      return `is invalid${is}`;
  }
}
