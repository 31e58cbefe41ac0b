import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { attackCommand } from '../../src/app/cli/attack.ts';
import { runCommand } from '../../src/app/cli/run.ts';
import { planLimits } from '../../src/runs/plan/plan-size.ts';
import { runCommandQuietly } from '../run/run-quietly.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = ['README.md', ...globSync('docs/{start,run,red-team,read,cookbook}/*.md', { cwd: root })].sort();

/** What only the reader has: another suite, results, a class, or other commands of the page's. */
const notHere = /--suite |~\/|--replay-winners|--until-different|osworld:|s3:|--monitor-thresholds|…|--plugin/;

/** `osharm run …` and `osharm attack …` of the pages, once each. */
const examples = new Map(
  pages.flatMap((page) =>
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, text = '', command, flags] =
          /^ *((?:[A-Z_]+=\S+ )?(?:bin\/)?osharm (run|attack) (.*?))(?: +#.*)?$/.exec(line) ?? [];
        if (command === undefined || flags === undefined || flags.startsWith('monitors') || notHere.test(line))
          return [];
        return [[text, { page, command, flags }] as const];
      }),
  ),
);

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder('example-costs');
  writeFileSync(join(folder.path, 'agent.py'), '');
  writeFileSync(
    join(folder.path, 'defence.ts'),
    'export const defence = { name: "d", beforeAction: () => "allow" };\n',
  );
  vi.stubEnv('OSHARM_BASE_URL', 'http://127.0.0.1:9/v1');
});
afterEach(() => {
  process.exitCode = 0;
});
afterAll(() => {
  folder.remove();
  vi.unstubAllEnvs();
});

function wordsOf(flags: string): string[] {
  const words = [...flags.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return words.map((word) => {
    if (/^[./\w-]+\.ts$/.test(word) || ['guard.py', 'filter.py'].includes(word)) return join(folder.path, 'defence.ts');
    if (/^[./\w-]+\.py$/.test(word)) return join(folder.path, 'agent.py');
    return word === 'MODEL' ? 'openai:gpt-4.1' : word;
  });
}

interface Plan {
  runs?: { complete: boolean }[];
  mostRuns?: number;
  costUsd: number | null;
}

it.each([...examples])(
  'the example %s plans the cost that it states, within its cap',
  async (_, { command, flags }) => {
    const words = wordsOf(flags).filter((word) => word !== '--dry-run' && word !== '--list');
    const name = command === 'run' ? runCommand() : attackCommand();
    const { output } = await runCommandQuietly(name, [
      ...words,
      '--out',
      join(folder.path, 'out'),
      '--dry-run',
      '--json',
    ]);
    const plan: Plan = JSON.parse(output.slice(output.indexOf('\n{') + 1 || output.indexOf('{')));
    const runs = plan.mostRuns ?? plan.runs?.filter(({ complete }) => !complete).length ?? Number.NaN;
    expect(runs).toBeGreaterThan(0);
    // A dry run starts nothing, so it needs no --yes.
    if (!words.includes('--yes') && !/ --dry-run/.test(flags)) {
      expect(runs).toBeLessThanOrEqual(planLimits.runs);
      expect(plan.costUsd ?? 0).toBeLessThanOrEqual(planLimits.usd);
    }
    const cap = words.indexOf('--max-cost');
    if (cap !== -1) expect(plan.costUsd).toBeLessThanOrEqual(Number(words[cap + 1]));
    const [, promised] = /at most \$([\d.]+)/.exec(exampleNote(flags)) ?? [];
    if (promised !== undefined) expect(plan.costUsd?.toFixed(2)).toBe(promised);
  },
);

/** The comment behind an example. */
function exampleNote(flags: string): string {
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
  return text.split('\n').find((line) => line.includes(`${flags} `) && line.includes('#')) ?? '';
}
