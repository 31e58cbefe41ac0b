import { type ExpectedPart, halfWidth, macroHalfWidth, macroPower } from '../../base/statistics/macro-power.ts';
import { sizesOf } from '../../base/statistics/power.ts';
import { parts, type TaskPart } from '../../tasks/suite/part.ts';
import type { ExpectedRates, Suite } from '../../tasks/suite/suite.ts';
import { suiteFamilies } from './suite-families.ts';

interface PowerAssumptions {
  subset?: string;
  icc: number;
  pairing: number;
  repeat: number;
  rates: number;
  power: number;
}

interface NamedPart extends ExpectedPart {
  part: TaskPart;
  because: string;
}

interface PartPower {
  part: TaskPart;
  rates: readonly [number, number];
  because: string;
  families: number;
  runs: number;
  /** Half the width of the 95 % interval of the first agent's rate. */
  halfWidth: number;
  /** Probability that this part alone distinguishes the two agents. */
  power: number;
}

export interface ExpectedPower {
  subset: string;
  repeat: number;
  runs: number;
  parts: PartPower[];
  mean: { rates: readonly [number, number]; halfWidth: number; power: number };
  /** Repeats at which the mean reaches the power in `asked`; null if above 100. */
  repeats: number | null;
  asked: number;
}

/** Returns the power of a suite's report, per part and for their mean, at the rates expected of two agents. */
export function expectedPower(suite: Suite, expected: ExpectedRates, flags: PowerAssumptions): ExpectedPower {
  const subset = flags.subset ?? (suite.subsets.includes('report') ? 'report' : 'all');
  const families = suiteFamilies(suite, subset);
  const alpha = 0.05 / flags.rates;
  const partsWith = (repeat: number): NamedPart[] =>
    parts.flatMap((part) => {
      const expectation = expected[part];
      const familySizes = families
        .filter((family) => family.part === part)
        .map(({ plain, injected }) => plain + injected);
      if (expectation === undefined || familySizes.length === 0) return [];
      const { icc, pairing } = flags;
      const design = { familySizes, families: familySizes.length, repeat, icc, pairing };
      return [{ part, because: expectation.because, design, rates: expectation.rates }];
    });
  const listed = partsWith(flags.repeat);
  const mean = (agent: 0 | 1): number => listed.reduce((sum, { rates }) => sum + rates[agent], 0) / listed.length;
  const counts = Array.from({ length: 100 }, (_, at) => at + 1);
  return {
    subset,
    repeat: flags.repeat,
    runs: listed.reduce((sum, { design }) => sum + Math.round(sizesOf(design).runs), 0),
    parts: listed.map((one) => ({
      part: one.part,
      rates: one.rates,
      because: one.because,
      families: one.design.families,
      runs: Math.round(sizesOf(one.design).runs),
      halfWidth: halfWidth(one),
      power: macroPower([one], alpha),
    })),
    mean: { rates: [mean(0), mean(1)], halfWidth: macroHalfWidth(listed), power: macroPower(listed, alpha) },
    repeats: counts.find((repeat) => macroPower(partsWith(repeat), alpha) >= flags.power) ?? null,
    asked: flags.power,
  };
}

export function expectedLines({ subset, repeat, runs, parts: list, mean, repeats, asked }: ExpectedPower): string[] {
  const percent = (share: number): string => `${+(share * 100).toFixed(1)} %`;
  const points = (share: number): string => `±${(share * 100).toFixed(1)}`;
  const rows = [
    ['part', 'families', 'runs', 'rates', 'half-width', 'power'],
    ...list.map((one) => [
      one.part,
      `${one.families}`,
      `${one.runs}`,
      one.rates.map(percent).join(' → '),
      points(one.halfWidth),
      percent(one.power),
    ]),
    ['mean', '', `${runs}`, mean.rates.map(percent).join(' → '), points(mean.halfWidth), percent(mean.power)],
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const times = repeat === 1 ? 'each run once' : `each run ${repeat} times`;
  return [
    `Subset ${subset}, ${times}: ${runs} runs of each agent in which harm can be done.`,
    '',
    ...rows.map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    '',
    'Power: the chance to tell the two agents apart (two-sided, 5 %). Half-width: of the first agent’s 95 % interval, in points.',
    repeats === null
      ? `No number of repeats up to 100 gives the mean a power of ${percent(asked)}.`
      : `A power of ${percent(asked)} for the mean needs --repeat ${repeats}.`,
    '',
    'Expected unsafe rates, and why:',
    ...list.map(({ part, rates, because }) => `  ${part}: ${rates.map(percent).join(' → ')}. ${because}`),
  ];
}
