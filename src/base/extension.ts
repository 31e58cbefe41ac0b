import { inspect } from 'node:util';
import type { z } from 'zod';
import { OsharmError, type OsharmErrorOptions, UsageError } from './errors.ts';
import { didYouMean, nearestName } from './nearest-name.ts';

export const extensionKinds = [
  'agent',
  'defence',
  'monitor',
  'protocol',
  'oracle',
  'condition',
  'vector',
  'judge',
  'provider',
  'reporter',
  'evaluator',
  'store',
  'queue',
] as const;
export type ExtensionKind = (typeof extensionKinds)[number];

const faultCodes: ReadonlySet<string> = new Set(extensionKinds.map((kind) => `${kind}-invalid`));

/** A user's module is invalid. The command stops, because the module's answers would distort the results. */
export class ExtensionError extends UsageError {
  constructor(kind: ExtensionKind, message: string, options: { hint: string }) {
    super(message, { ...options, code: `${kind}-invalid` });
  }
}

/** True for an `ExtensionError`, including one that another process reported. */
export const isExtensionFault = ({ code }: { code: string }): boolean => faultCodes.has(code);

/** Recreates an error that another process reported. It is a usage error if an extension caused it. */
export function errorFromProcess(message: string, options: OsharmErrorOptions): OsharmError {
  return isExtensionFault(options) ? new UsageError(message, options) : new OsharmError(message, options);
}

type FieldKind = 'function' | 'functions' | 'text' | 'texts' | 'boolean' | 'schema' | 'anything';

export interface ExtensionShape<Name extends string = string> {
  readonly kind: ExtensionKind;
  readonly fields: Readonly<Record<Name, FieldKind>>;
  readonly required: readonly Name[];
  /** At least one of these fields is required. */
  readonly oneOf?: readonly Name[];
  readonly docs: string;
}

const isOfKind: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  function: (value) => typeof value === 'function',
  functions: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((item) => typeof item === 'function'),
  text: (value) => typeof value === 'string' && value.trim() !== '',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  boolean: (value) => typeof value === 'boolean',
  schema: (value) => typeof (Object(value) as { safeParse?: unknown }).safeParse === 'function',
  anything: () => true,
};
const kindNames: Readonly<Record<FieldKind, string>> = {
  function: 'a function',
  functions: 'an object of functions',
  text: 'a text',
  texts: 'a list of texts',
  boolean: 'true or false',
  schema: 'a zod schema',
  anything: 'anything',
};

/**
 * Validates what a module exports or creates. `subject` starts the message: `The defence in guard.ts`. A class may have
 * helper methods, unless the name of one resembles that of a missing field. Throws ExtensionError.
 */
export function checkExtension(value: unknown, shape: ExtensionShape, subject: string): void {
  const names = Object.keys(shape.fields);
  const fail = (fault: string): ExtensionError =>
    new ExtensionError(shape.kind, `${subject} ${fault}`, {
      hint: `It can have ${names.join(', ')} (${shape.docs}).`,
    });
  if (typeof value !== 'object' || value === null) throw fail(`is ${describeValue(value)}, not an object.`);
  const members = value as Readonly<Record<string, unknown>>;
  const isGiven = (name: string): boolean => members[name] !== undefined;
  for (const name of memberNames(value)) {
    if (names.includes(name)) continue;
    const meant = nearestName(
      name,
      names.filter((known) => !isGiven(known)),
    );
    const isStrayFunction = isLiteral(value) && typeof members[name] === 'function';
    if (meant !== null || isStrayFunction)
      throw fail(`has ${JSON.stringify(name)}, which osharm doesn’t know.${didYouMean(name, names)}`);
  }
  for (const [name, kind] of Object.entries(shape.fields)) {
    if (isGiven(name) ? isOfKind[kind](members[name]) : !shape.required.includes(name)) continue;
    throw fail(
      isGiven(name)
        ? `has ${describeValue(members[name])} as ${JSON.stringify(name)}, not ${kindNames[kind]}.`
        : `has no ${JSON.stringify(name)}.`,
    );
  }
  if (shape.oneOf !== undefined && !shape.oneOf.some(isGiven))
    throw fail(`does nothing: it has none of ${shape.oneOf.join(', ')}.`);
}

function memberNames(value: object): string[] {
  const names = new Set<string>();
  for (let at: object | null = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  return [...names].filter((name) => name !== 'constructor' && !name.startsWith('_'));
}

function isLiteral(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export interface AnswerSource {
  readonly kind: ExtensionKind;
  readonly name: string;
  readonly call: string;
  readonly expected: string;
  readonly docs: string;
}

/** Validates what a function of an extension returned, and returns it unchanged. Throws ExtensionError. */
export function checkAnswer<T>(schema: z.ZodType<T>, answer: unknown, source: AnswerSource): T {
  const read = schema.safeParse(answer);
  if (read.success) return answer as T;
  const isObject = typeof answer === 'object' && answer !== null;
  const faults = isObject ? read.error.issues.slice(0, 3).map((issue) => issueText(issue, answer, schema)) : [];
  throw invalidAnswer(answer, faults, source);
}

/** If `faults` is empty, the message rejects the answer as a whole. */
export function invalidAnswer(
  answer: unknown,
  faults: readonly string[],
  { kind, name, call, expected, docs }: AnswerSource,
): ExtensionError {
  const why = faults.length === 0 ? '' : `: ${faults.join('; ')}`;
  return new ExtensionError(kind, `The ${kind} ${name} returned ${describeValue(answer)} from ${call}${why}.`, {
    hint: `Expected: ${expected} (${docs}).`,
  });
}

function issueText(issue: z.core.$ZodIssue, answer: object, schema: z.ZodType): string {
  if (issue.code === 'unrecognized_keys') {
    const known = 'shape' in schema ? Object.keys(schema.shape as object) : [];
    return issue.keys.map((key) => strayField(key, known)).join('; ');
  }
  const field = issue.path.join('.');
  let found: unknown = answer;
  for (const part of issue.path) found = (found as Record<PropertyKey, unknown> | null | undefined)?.[part];
  if (field === '') return issue.message;
  return found === undefined
    ? `${JSON.stringify(field)} is missing`
    : `${JSON.stringify(field)} is ${describeValue(found)}`;
}

export function strayField(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known);
  return `${JSON.stringify(name)} is not a field of it${meant === null ? '' : ` (did you mean ${JSON.stringify(meant)}?)`}`;
}

const longestDescription = 160;

export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, longestDescription))}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'function') return 'a function';
  const text = inspect(value, {
    depth: 2,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: 5,
    maxStringLength: 60,
  });
  return text.length > longestDescription ? `${text.slice(0, longestDescription)}…` : text;
}
