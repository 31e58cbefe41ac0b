/**
 * Coverage of every interval over the whole grid; writes the tables of docs/trust/statistics.md between its marks.
 *
 *     bin/osharm-node tools/soak/coverage.ts rates|pairs|power [replications]      (4000: some minutes each)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Cell, type Coverage, cells, pairCoverage, rateCoverage } from '../../test/stats/coverage.ts';
import { powerCases, powerCheck } from '../../test/stats/power-check.ts';

const [part = 'rates', count = '4000'] = process.argv.slice(2);
const replications = Number(count);
const page = fileURLToPath(new URL('../../docs/trust/statistics.md', import.meta.url));

const percent = (share: number | null): string => (share === null ? '–' : (share * 100).toFixed(1));
const both = ({ covered, width }: Coverage | undefined = { covered: null, width: null, given: 0 }): string =>
  covered === null ? '–' : `${percent(covered)} (${percent(width)})`;
const place = ({ clusters, icc, rate }: Cell): string => `| ${clusters} | ${icc} | ${rate} |`;

function rateTable(): string[] {
  const lines = cells.map((cell, at) => {
    const all = rateCoverage(cell, { seed: 1000 + at, replications });
    const bootstrap = all['bootstrap where allowed'];
    const allowed = `${both(bootstrap)}${bootstrap?.covered == null ? '' : `, given ${percent(bootstrap.given)}`}`;
    return `${place(cell)} ${both(all.clustered)} | ${both(all.Wilson)} | ${both(all['Clopper–Pearson'])} | ${both(all.bootstrap)} | ${allowed} |`;
  });
  return [
    '| Clusters | ICC | Rate | **default** | Wilson | Clopper–Pearson | bootstrap | bootstrap where allowed |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ];
}

function pairTable(): string[] {
  const lines = cells.flatMap((cell, at) =>
    [0, 0.2].map((more) => {
      const [separate, shared] = [false, true].map((isShared) =>
        pairCoverage(cell, { seed: 5000 + at, replications, more, isShared }),
      );
      return `${place(cell)} ${more} | ${[separate, shared].map((item) => `${both(item?.paired)} | ${both(item?.unpaired)} | ${percent(item?.rejected ?? null)}`).join(' | ')} |`;
    }),
  );
  return [
    '| Clusters | ICC | Rate | Difference | own: **default** | as if independent | p < 0.05 | shared: **default** | as if independent | p < 0.05 |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ];
}

function powerTable(): string[] {
  const lines = powerCases.map((powerCase, at) => {
    const shares = [0.05, 0.05 / 8].map((alpha) => {
      const { stated, found } = powerCheck(powerCase, { alpha, seed: 9000 + at, replications });
      return `${percent(stated)} | ${percent(found)}`;
    });
    const { families, sizes, repeat, icc, rate, more } = powerCase;
    const runs = sizes.length === 1 ? `${sizes[0]}` : 'as above';
    return `| ${families} | ${runs} | ${repeat} | ${icc} | ${rate} | ${more} | ${shares.join(' | ')} |`;
  });
  return [
    '| Families | Runs in each | Repeats | ICC | Rate | Difference | p < 0.05: said | found | p < 0.05 / 8: said | found |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ];
}

const tables: Readonly<Record<string, () => string[]>> = { rates: rateTable, pairs: pairTable, power: powerTable };
const table = (tables[part] ?? rateTable)();
const [open, close] = [`<!-- ${part}: written by tools/soak/coverage.ts -->`, `<!-- end of ${part} -->`];
const text = readFileSync(page, 'utf8');
const [from, to] = [text.indexOf(open), text.indexOf(close)];
if (from < 0 || to < from) throw new Error(`docs/trust/statistics.md has no marks of ${part}`);
const head = `${replications.toLocaleString('en-US')} samples a cell.`;
writeFileSync(page, `${text.slice(0, from)}${open}\n${head}\n\n${table.join('\n')}\n${text.slice(to)}`);
process.stdout.write(`${table.join('\n')}\n`);
