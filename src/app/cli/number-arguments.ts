import { InvalidArgumentError } from 'commander';

/** Accepts only decimal digits. Refuses the empty string and `0x10`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new InvalidArgumentError(`It must be a whole number ${range}.`);
    return value;
  };
}

/** Parses a number of at least 0. */
export function decimalNumber(text: string): number {
  if (!/^\d*\.?\d+$/.test(text))
    throw new InvalidArgumentError('It must be a number of at least 0, such as 5 or 0.50.');
  return Number(text);
}

export const collect = (text: string, before: string[] = []): string[] => [...before, text];

/** Refuses a repeated flag, because only its last value would count. */
export function once(text: string, before?: string): string {
  if (before === undefined) return text;
  throw new InvalidArgumentError(`It is given twice, and only one value is possible: ${before} or ${text}.`);
}

export const join = (text: string, before?: string): string => (before === undefined ? text : `${before},${text}`);

/** 0 means any free port. */
export const portNumber = wholeNumber(0, 65_535);
