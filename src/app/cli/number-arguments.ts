import { InvalidArgumentError } from 'commander';

/** Reads a whole number of a flag: decimal digits alone, so that neither an empty text nor `0x10` is one. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new InvalidArgumentError(`It must be a whole number ${range}.`);
    return value;
  };
}

/** Reads a number from 0 on: seconds, a temperature, US dollars. */
export function decimalNumber(text: string): number {
  if (!/^\d*\.?\d+$/.test(text))
    throw new InvalidArgumentError('It must be a number of at least 0, such as 5 or 0.50.');
  return Number(text);
}

/** Gathers the values of a flag that may be given several times. */
export const collect = (text: string, before: string[] = []): string[] => [...before, text];

/** Joins the values of a flag that may be given several times by commas. */
export const join = (text: string, before?: string): string => (before === undefined ? text : `${before},${text}`);

/** Reads a TCP port; 0 stands for any that is free. */
export const portNumber = wholeNumber(0, 65_535);
