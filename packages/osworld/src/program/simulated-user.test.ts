import { describe, expect, it } from 'vitest';
import { createUser } from '../../../../src/agents/user.ts';
import { simulatedUser } from './simulated-user.ts';

const answer = (simulator: unknown, question: string): Promise<string | null> =>
  createUser({}, { answers: simulatedUser(simulator)?.answers }).answer(question);

describe('simulatedUser', () => {
  const scripted = {
    type: 'scripted',
    knowledge: { 'seat (row)': '14', seat: 'any', phone: 555, 'e-mail': 'a@b.example' },
    default_response: 'No idea.',
  };

  it.each([
    ['Which SEAT (row) do you want?', '14'],
    ['Which seat?', 'any'],
    ['Your phone number?', '555'],
    ['What is your e-mail?', 'a@b.example'],
    ['What for?', 'No idea.'],
  ])('simulatedUser answers %s by the first key that the question contains', async (question, said) => {
    expect(await answer(scripted, question)).toBe(`The user answers: ${said}`);
  });

  it('simulatedUser is scripted without a type, and has OSWorld’s default answer', async () => {
    expect(await answer({ knowledge: { day: 'Monday' } }, 'On which day?')).toContain('Monday');
    expect(await answer({}, 'On which day?')).toContain("I'm not sure about that.");
  });

  it('simulatedUser may always give the same answer', async () => {
    expect(await answer({ type: 'fixed', response: 'Yes, please proceed.' }, 'May I?')).toContain(
      'Yes, please proceed.',
    );
  });

  it.each([
    [{ type: 'llm', knowledge: 'The party is on Friday.' }, { knowledge: 'The party is on Friday.' }],
    [
      { type: 'llm', knowledge: { party: 'Friday' }, persona: 'In a hurry.', model: 'gpt-4o' },
      { knowledge: '{"party":"Friday"}', persona: 'In a hurry.' },
    ],
    [{ type: 'llm', persona: null }, { knowledge: '' }],
  ])('simulatedUser keeps the knowledge of a user played by a model: %o', (simulator, user) => {
    expect(JSON.parse(JSON.stringify(simulatedUser(simulator)))).toEqual({ simulated_user: user });
  });

  it.each([[{ type: 'other' }], ['llm'], [{ knowledge: { a: '' } }]])('simulatedUser refuses %o', (simulator) =>
    expect(simulatedUser(simulator)).toBeNull(),
  );
});
