import { UsageError } from '../../../base/errors.ts';

/** Looks up the value of another knob (`total`, `rate.percent`). */
export type Lookup = (name: string) => number;

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  /** Rounds half away from zero, as people round money. */
  round: (value, decimals = 0) => {
    const shifted = Number(`${Math.abs(value).toPrecision(15)}e${decimals}`);
    return Math.sign(value) * Number(`${Math.round(shifted)}e${-decimals}`);
  },
  floor: (value) => Math.floor(value),
  min: Math.min,
  max: Math.max,
};

const token = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][\w]*(?:\.\w+)*)|([-+*/(),]))/y;

/**
 * Evaluates `a + 2*b` or `round(net * 1.19, 2)`: numbers, names, + - * /, parentheses, round, floor, min, max. Throws
 * UsageError with the position of a syntax error.
 */
export function evaluateKnobFormula(formula: string, lookup: Lookup): number {
  const tokens = tokensOf(formula);
  let place = 0;
  const fail = (): never => {
    throw new UsageError(`The formula ${JSON.stringify(formula)} can't be parsed at ${tokens[place] ?? 'its end'}.`, {
      code: 'vary-bad-formula',
      hint: 'It may have numbers, names of other knobs, + - * /, brackets, round(x, decimals), floor, min and max.',
    });
  };
  const take = (expected: string): void => {
    if (tokens[place] !== expected) fail();
    place += 1;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[place] === '+' || tokens[place] === '-') value += tokens[place++] === '+' ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[place] === '*' || tokens[place] === '/') {
      if (tokens[place++] === '*') value *= factor();
      else value /= factor();
    }
    return value;
  };
  const factor = (): number => {
    const next = tokens[place];
    if (next === undefined) return fail();
    place += 1;
    if (next === '-') return -factor();
    if (next === '(') {
      const value = sum();
      take(')');
      return value;
    }
    if (/^\d/.test(next)) return Number(next);
    if (!/^[A-Za-z_]/.test(next)) {
      place -= 1;
      return fail();
    }
    if (tokens[place] !== '(') return lookup(next);
    const called = functions[next];
    if (called === undefined) return fail();
    place += 1;
    const values = [sum()];
    while (tokens[place] === ',') {
      place += 1;
      values.push(sum());
    }
    take(')');
    return called(...values);
  };
  const value = sum();
  if (place < tokens.length || !Number.isFinite(value)) fail();
  return value;
}

function tokensOf(formula: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < formula.trimEnd().length) {
    const from = token.lastIndex;
    const found = token.exec(formula);
    if (found === null) {
      throw new UsageError(
        `The formula ${JSON.stringify(formula)} can't be parsed at ${formula.slice(from, from + 1)}.`,
        {
          code: 'vary-bad-formula',
        },
      );
    }
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return tokens;
}
