// A sweep with fake desktops in a separate process, to be killed: `sweep-child.ts SUITE RESULTS [AGENTS] [FLAG …]`.
// With `CLOCK_PASSES` (Unix milliseconds), the clock of its runs passes that moment when the first agent takes its third
// step.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentReply, PredictInput } from '../../src/agents/agent.ts';
import { runCommand } from '../../src/app/cli/run.ts';
import { type Clock, systemClock } from '../../src/runs/attempt/clock.ts';
import { fakeDependencies } from '../../test/run/fake-dependencies.ts';
import { FakeProvider } from '../../test/run/fake-desktop.ts';
import { type Script, ScriptedAgent } from '../../test/run/scripted-agent.ts';

const [suite, results, agents = 'm', ...flags] = process.argv.slice(2) as [string, string, string?, ...string[]];
const { CLOCK_PASSES } = process.env;
// Kills should also interrupt the writing of a large tree.
const treeName = CLOCK_PASSES === undefined ? 'gtk-and-calc' : 'gtk';
const tree = readFileSync(new URL(`../../test/golden/trees/${treeName}.xml`, import.meta.url), 'utf8');
const screenshot = Buffer.alloc(300_000, 7);
const script: Script = Array.from({ length: 6 }, (_, n) => [
  `Step ${n}. ${'words '.repeat(2000)}`,
  [`pyautogui.click(${n}, ${n})`, 'pyautogui.press("enter")'],
]);

/** Stands still one millisecond before `moment` at the latest, until `pass` is called. */
class PassingClock implements Clock {
  readonly sleep = systemClock.sleep;
  readonly #moment: number;
  readonly #begun = Date.now();
  #passed: number | null = null;

  constructor(moment: number) {
    this.#moment = moment;
  }

  now(): number {
    if (this.#passed !== null) return this.#moment + Date.now() - this.#passed;
    return this.#moment - 60_000 + Math.min(59_999, Date.now() - this.#begun);
  }

  pass(): void {
    this.#passed ??= Date.now();
  }
}

class PassingAgent extends ScriptedAgent {
  override async predict(input: PredictInput): Promise<AgentReply> {
    if (this.seen.length === 2) clock?.pass();
    return super.predict(input);
  }
}

const clock = CLOCK_PASSES === undefined ? null : new PassingClock(Number(CLOCK_PASSES));
const provider = new FakeProvider({ tree, screenshot: () => screenshot, onSettle: () => delay(3) });
const dependencies = fakeDependencies({
  provider,
  createAgent: ({ settings }) => new PassingAgent(script, settings.model),
  clock: clock ?? systemClock,
});
await runCommand({ dependencies }).parseAsync(
  [
    '--suite',
    suite,
    '--model',
    agents,
    '--out',
    results,
    '--parallel',
    '2',
    '--max-steps',
    '6',
    '--recording',
    ...flags,
  ],
  { from: 'user' },
);
