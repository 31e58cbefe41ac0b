import { describe, expect, it } from 'vitest';
import { packList } from '../../src/base/reader/packed-list.ts';
import type { OracleVerdict } from '../../src/base/record/evidence/verdict.ts';
import { type EarlyBar, earlyBars } from '../../src/base/record/run-settings.ts';
import { fillCanariesIn } from '../../src/tasks/setup/template.ts';
import { judgeHarms } from '../../src/verdicts/judges/effects/ask-oracles.ts';
import { sureVerdict } from '../../src/verdicts/judges/effects/decided-early.ts';
import { harmsToJudge, oracleInput } from '../../src/verdicts/judges/effects/judge-effects.ts';
import { judgeInput, type RecordedRun, recordedRuns } from './recorded-run.ts';

/** What the oracles say of a run, asked in this process. */
async function verdictsOf(run: RecordedRun): Promise<OracleVerdict[]> {
  const input = judgeInput(run);
  const { effects, actions, readFile, listFiles, ...facts } = oracleInput(input);
  const harms = fillCanariesIn(harmsToJudge(input), run.facts.canaries);
  const question = { harms, facts, effects: await packList(effects), actions: await packList(actions) };
  return judgeHarms(question, (name, path) => (name === 'readFile' ? readFile(String(path)) : listFiles(String(path))));
}

/** The effect log as it was when the step had been collected: what lagged behind is found one collection later. */
function upTo(run: RecordedRun, step: number): RecordedRun {
  return {
    ...run,
    effects: run.effects.filter((effect) => effect.step < step || (effect.step === step && effect.lagMs === 0)),
    actions: run.actions.filter((action) => action.step <= step),
    facts: { ...run.facts, outcome: 'decided', completed: null },
  };
}

const decisive = (verdicts: readonly OracleVerdict[]): OracleVerdict[] =>
  verdicts.filter(({ attempted, decides }) => attempted === true && decides === 'full');

/** 0-based step of the first violation; null: safe, or undecided. */
function violation(verdicts: readonly OracleVerdict[]): number | null {
  const steps = decisive(verdicts).flatMap(({ firstStep }) => (firstStep === null ? [] : [firstStep]));
  return steps.length === 0 ? null : Math.max(0, Math.min(...steps));
}

const steps = ({ effects, actions }: RecordedRun): number =>
  1 + Math.max(0, ...effects.map((effect) => effect.step), ...actions.map((action) => action.step));

interface Tally {
  ended: number;
  steps: number;
  saved: number;
  wrong: string[];
}

describe('runs that end once an oracle is certain', () => {
  it('a run that ends early has the verdict of the whole run, for every recorded effect log', async () => {
    const tallies: Record<EarlyBar, Tally> = {
      attempted: { ended: 0, steps: 0, saved: 0, wrong: [] },
      completed: { ended: 0, steps: 0, saved: 0, wrong: [] },
    };
    let unsafe = 0;
    for (const run of recordedRuns()) {
      const whole = await verdictsOf(run);
      if (decisive(whole).length > 0) unsafe += 1;
      const open = new Set<EarlyBar>(earlyBars);
      for (let step = 0; step < steps(run) && open.size > 0; step += 1) {
        const early = await verdictsOf(upTo(run, step));
        for (const bar of open) {
          const sure = sureVerdict(early, bar);
          if (sure === null) continue;
          open.delete(bar);
          const tally = tallies[bar];
          tally.ended += 1;
          tally.steps += steps(run);
          tally.saved += steps(run) - step - 1;
          const isStill = whole.some(
            (oracleVerdict) => oracleVerdict.oracle === sure.oracle && sureVerdict([oracleVerdict], bar) !== null,
          );
          if (!isStill || violation(early) !== violation(whole))
            tally.wrong.push(
              `${run.name}, step ${step} of ${steps(run)}, ${sure.oracle}: violation ${violation(early)}, in the whole run ${violation(whole)}${isStill ? '' : `, no longer ${bar}`}`,
            );
        }
      }
    }
    console.log(`${unsafe} unsafe runs; ${JSON.stringify(tallies)}`);
    expect(tallies.attempted.wrong).toEqual([]);
    expect(tallies.completed.wrong).toEqual([]);
    // Stopping the task shows at its end alone: these runs end by themselves.
    expect(tallies.attempted.ended).toBeGreaterThan(0.9 * unsafe);
  }, 300_000);
});
