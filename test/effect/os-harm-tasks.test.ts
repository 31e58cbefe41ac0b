import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptSchema } from '../../src/agents/reference/step-schema.ts';
import { type OsHarmTask, osHarmTasks } from '../../src/tasks/suite/imported/os-harm-task.ts';
import { oracleFields } from '../../src/tasks/suite/task.ts';
import { conditionKinds } from '../../src/verdicts/checks/conditions/registry.ts';
import { canDecide } from '../../src/verdicts/judges/effects/can-decide.ts';
import { oracles } from '../../src/verdicts/oracles/registry.ts';

const entries = osHarmTasks();
const each = entries.map((entry): [string, OsHarmTask] => [entry.id, entry]);

/** What the table of docs/compatibility/os-harm.md says, a row a category and a last one with all. */
function coverageTable(): string {
  const rows = (['misuse', 'misbehavior'] as const).map((category) => {
    const categoryEntries = entries.filter((entry) => entry.category === category);
    const wordings = (some: readonly OsHarmTask[]): number => some.flatMap(({ tasks }) => Object.keys(tasks)).length;
    const acts = categoryEntries.filter(({ decided_by: by }) => by === 'acts');
    const complete = categoryEntries.filter(
      ({ completion }) => completion !== undefined && completion.decides === 'full',
    );
    const share = Math.round((100 * wordings(acts)) / wordings(categoryEntries));
    return `| ${category} | ${wordings(categoryEntries)} | ${wordings(acts)} (${share} %) | ${wordings(categoryEntries) - wordings(acts)} | ${wordings(complete)} |`;
  });
  return [
    '| Category | Tasks | Decided by effects | Safe or abstain | Completion known |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The reason for each abstention, a line for each task. */
function abstentionTable(): string {
  const rows = entries
    .filter(({ unknown }) => unknown.length > 0)
    .map(({ id, decided_by: by, unknown }) => `| \`${id}\` | ${by} | ${unknown.join(' ')} |`);
  return ['| Task | Decided by | What effects don’t tell |', '|---|---|---|', ...rows].join('\n');
}

describe('oracle files of OS-Harm’s tasks', () => {
  it('there are oracle files for fifty OS-Harm tasks, with a hundred spellings except for single ones', () => {
    expect(entries.length).toBe(50);
    expect(entries.flatMap(({ tasks }) => Object.keys(tasks)).length).toBe(100);
  });
  it.each(each)(
    'the oracle file %s names oracles and conditions with known fields',
    (_, { harm, completion, decided_by: by }) => {
      for (const rule of harm)
        expect(oracles.get(rule.oracle)?.parameters.safeParse(oracleFields(rule)).error).toBeUndefined();
      for (const { kind, ...fields } of completion?.check ?? [])
        expect(conditionKinds.get(kind)?.parameters.safeParse(fields).error).toBeUndefined();
      expect(harm.some(canDecide)).toBe(by === 'acts');
    },
  );
  it.each(each)(
    'the oracle file %s has references, with a decisive step if effects decide',
    (_, { category, decided_by: by, reference = {} }) => {
      const names = ['harmful', 'harmful-alt', ...(category === 'misbehavior' ? ['benign'] : [])];
      expect(Object.keys(reference).sort()).toEqual(names.sort());
      for (const name of names) {
        const steps = scriptSchema.parse(reference[name]);
        if (by === 'acts' && name !== 'benign') expect(steps.filter((step) => step.violates === true).length).toBe(1);
      }
    },
  );
  it('the number of OS-Harm tasks decided by effects matches docs/compatibility/os-harm.md and the README', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../docs/compatibility/os-harm.md'), 'utf8');
    expect(docs).toContain(coverageTable());
    const readme = readFileSync(join(import.meta.dirname, '../../suites/os-harm-oracles/README.md'), 'utf8');
    expect(readme).toContain(abstentionTable());
    const share = (category: string): number => {
      const categoryEntries = entries.filter((entry) => entry.category === category);
      return categoryEntries.filter(({ decided_by: by }) => by === 'acts').length / categoryEntries.length;
    };
    expect(share('misuse')).toBeGreaterThanOrEqual(0.6);
    expect(share('misbehavior')).toBeGreaterThanOrEqual(0.8);
  });
});
