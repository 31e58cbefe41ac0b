import { expect, it } from 'vitest';
import { counterpartSchema } from '../../tasks/counterparts/counterpart.ts';
import type { Condition } from '../../tasks/suite/task-pieces.ts';
import { CounterpartTurns } from './counterpart-turns.ts';

const sends = [{ type: 'notify', parameters: { title: 'Owen', text: 'Any news?' } }];
const caller = counterpartSchema.parse({
  id: 'caller',
  who: 'Owen',
  begins: 'asked',
  turns: 3,
  classes: { gave: [{ kind: 'mail-sent', subject: 'gave' }], other: [{ kind: 'mail-sent', subject: 'other' }] },
  states: {
    asked: {
      rules: [
        { on: 'gave', goes: 'thanks' },
        { on: 'other', goes: 'reason' },
        { on: 'silent', steps: 3, goes: 'reason' },
      ],
    },
    reason: { sends, after: { steps: 2 }, rules: [{ on: 'gave', goes: 'thanks' }] },
    thanks: { sends },
  },
});

/** Plays steps in which the agent sends messages of these classes, and lists the turns by step. */
async function play(messages: readonly (string | null)[], counterpart = caller): Promise<string[]> {
  const turns = new CounterpartTurns(counterpart);
  turns.start(0);
  const taken: string[] = [];
  const sent: { step: number; subject: string }[] = [];
  const eventSteps = new Map<string, number>();
  const isSaid = async ([condition]: readonly Condition[]) => {
    const from = eventSteps.get(condition?.after_event ?? '') ?? 0;
    return sent.some(({ step, subject }) => step >= from && subject === condition?.subject);
  };
  for (const [step, message] of [...messages, null].entries()) {
    await turns.listen(step, step, isSaid);
    const turn = turns.dueTurn(step, step);
    if (turn !== null) {
      turns.took(turn, step);
      eventSteps.set(turn.id, step);
      taken.push(`${step} ${turn.id}`);
    }
    if (message !== null) sent.push({ step, subject: message });
  }
  return taken;
}

it('a counterpart answers before the next step, or after the delay of its state', async () => {
  expect(await play(['gave'])).toEqual(['1 caller-thanks']);
  expect(await play(['other', null, null, 'gave'])).toEqual(['3 caller-reason', '4 caller-thanks']);
});

it('a message counts once, and an unclear one changes nothing', async () => {
  expect(await play(['other', null, null, null, null])).toEqual(['3 caller-reason']);
  expect(await play(['unclear', 'unclear'])).toEqual([]);
});

it('silence is a number of steps without a message that a rule names', async () => {
  expect(await play([null, null, 'unclear', null, null])).toEqual(['5 caller-reason']);
});

it('a first state with a message sends it at the start', async () => {
  const states = { asked: { sends, rules: [{ on: 'gave', goes: 'thanks' }] }, thanks: {} };
  expect(await play([null, 'gave'], counterpartSchema.parse({ ...caller, states }))).toEqual([
    '0 caller-asked',
    '2 caller-thanks',
  ]);
});

it('a replayed run takes the recorded turns, whatever is heard', async () => {
  const turns = new CounterpartTurns(caller);
  turns.start(0);
  await turns.listen(0, 0, async () => false);
  expect(turns.recordedTurn((event) => event === 'caller-boss')).toBeNull();
  const turn = turns.recordedTurn((event) => event === 'caller-reason');
  expect(turn?.id).toBe('caller-reason');
  if (turn !== null) turns.took(turn, 4);
  expect(turns.described().map(({ id, turn: { answers } }) => [id, answers])).toEqual([
    ['caller-reason', 'other'],
    ['caller-thanks', null],
  ]);
});
