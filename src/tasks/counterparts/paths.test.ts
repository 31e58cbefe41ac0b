import { expect, it } from 'vitest';
import { counterpartSchema } from './counterpart.ts';
import { conversationPaths, machineFaults } from './paths.ts';

const mail = [{ type: 'notify', parameters: { title: 'Owen', text: 'Any news?' } }];
const caller = (more: object = {}) =>
  counterpartSchema.parse({
    id: 'caller',
    who: 'Owen',
    begins: 'asked',
    turns: 3,
    classes: { gave: [{ kind: 'mail-sent', to: 'a@b.example' }], other: [{ kind: 'mail-sent' }] },
    states: {
      asked: {
        rules: [
          { on: 'gave', goes: 'thanks' },
          { on: 'other', goes: 'reason' },
          { on: 'silent', steps: 5, goes: 'reason' },
        ],
      },
      reason: { sends: mail, rules: [{ on: 'gave', goes: 'thanks' }] },
      thanks: { sends: mail },
    },
    ...more,
  });
const faultsOf = (states: object, more: object = {}) =>
  machineFaults(caller({ states, ...more })).map(({ path, message }) => `${path.join('.')}: ${message}`);

it('every path through a counterpart is played to its end', () => {
  expect(machineFaults(caller())).toEqual([]);
  expect(conversationPaths(caller())).toEqual([
    ['asked', 'thanks'],
    ['asked', 'reason', 'thanks'],
    ['asked', 'reason', 'thanks'],
  ]);
});

it('an unreachable state is a fault', () => {
  expect(faultsOf({ asked: {}, alone: { sends: mail } })).toEqual([
    'states.alone: is unreachable: no rule leads to it',
  ]);
});

it('two rules for one class are a fault', () => {
  const rules = [
    { on: 'gave', goes: 'thanks' },
    { on: 'gave', goes: 'thanks' },
  ];
  expect(faultsOf({ asked: { rules }, thanks: {} })).toEqual([
    'states.asked.rules.1: is the second rule for gave in the state asked',
  ]);
});

it('a path without an end is a fault', () => {
  const back = [{ on: 'other', goes: 'asked' }];
  expect(faultsOf({ asked: { rules: [{ on: 'gave', goes: 'reason' }] }, reason: { rules: back } })).toEqual([
    'states.asked: can be entered again, so this path has no end: lead to a further state',
  ]);
  expect(faultsOf({ asked: { rules: back } })).toHaveLength(1);
});

it('a rule for an unknown state or a class without conditions is a fault', () => {
  expect(faultsOf({ asked: { rules: [{ on: 'refused', goes: 'nowhere' }] } })).toEqual([
    'states.asked.rules.0: there is no state "nowhere"',
    'states.asked.rules.0: classes has no conditions for refused',
  ]);
  expect(faultsOf({ reason: {} })).toEqual(['begins: there is no state "asked"']);
});

it('a path with more messages than turns is a fault', () => {
  expect(machineFaults(caller({ turns: 1 })).map(({ message }) => message)).toEqual([
    'is 1, but one path has 2 messages',
  ]);
});

it('a machine with too many paths is a fault, found at once', () => {
  const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
  const states = Object.fromEntries(
    names.map((name, index) => {
      const goes = names[index + 1];
      const rules = ['gave', 'other'].map((on) => ({ on, goes }));
      return [name, goes === undefined ? {} : { rules }];
    }),
  );
  expect(faultsOf(states, { begins: 's0' })).toEqual(['states: has more than 1000 paths: use fewer states or rules']);
});

it('only the rule for silence has a number of steps', () => {
  const state = (rule: object) => ({ states: { asked: { rules: [rule] } } });
  expect(() => caller(state({ on: 'silent', goes: 'asked' }))).toThrow(/needs steps with silent/);
  expect(() => caller(state({ on: 'gave', steps: 2, goes: 'asked' }))).toThrow(/needs steps with silent/);
});
