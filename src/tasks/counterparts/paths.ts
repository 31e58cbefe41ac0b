import { Conversation, type ConversationRule } from './conversation.ts';
import type { Counterpart, TurnRule } from './counterpart.ts';

/** A fault of a state machine. `path` leads from the counterpart to the field. */
export interface MachineFault {
  path: readonly (string | number)[];
  message: string;
}

const mostPaths = 1000;

interface States {
  readonly begins: string;
  readonly states: Readonly<Record<string, { readonly rules: readonly ConversationRule[] }>>;
}

/** Finds unknown and unreachable states, in counterparts and in scripts of a user. */
export function stateFaults({ begins, states }: States): MachineFault[] {
  const isState = (name: string): boolean => Object.hasOwn(states, name);
  const unknown = (name: string, path: MachineFault['path']): MachineFault[] =>
    isState(name) ? [] : [{ path, message: `there is no state ${JSON.stringify(name)}` }];
  const led = Object.entries(states).flatMap(([name, { rules }]) =>
    rules.flatMap(({ goes }, index) => unknown(goes, ['states', name, 'rules', index])),
  );
  const reached = reachedStates({ begins, states });
  const alone = Object.keys(states).filter((name) => isState(begins) && !reached.has(name));
  return [
    ...unknown(begins, ['begins']),
    ...led,
    ...alone.map((name) => ({ path: ['states', name], message: 'is unreachable: no rule leads to it' })),
  ];
}

/** Checks a counterpart's states without its messages. Without a fault, `conversationPaths` ends. */
export function machineFaults(counterpart: Counterpart): MachineFault[] {
  const { states, classes } = counterpart;
  const faults = stateFaults(counterpart);
  for (const [name, { rules }] of Object.entries(states))
    for (const [index, { on }] of rules.entries()) {
      const path = ['states', name, 'rules', index];
      if (on !== 'silent' && classes[on] === undefined)
        faults.push({ path, message: `classes has no conditions for ${on}` });
      if (rules.findIndex((rule) => rule.on === on) !== index)
        faults.push({ path, message: `is the second rule for ${on} in the state ${name}` });
    }
  const again = repeatedState(counterpart);
  if (again !== null)
    faults.push({
      path: ['states', again],
      message: 'can be entered again, so this path has no end: lead to a further state',
    });
  if (faults.length > 0) return faults;
  if (conversationPaths(counterpart).length > mostPaths)
    return [{ path: ['states'], message: `has more than ${mostPaths} paths: use fewer states or rules` }];
  const most = Math.max(...conversationPaths(counterpart).map((path) => sentOn(counterpart, path)));
  if (most > counterpart.turns)
    faults.push({ path: ['turns'], message: `is ${counterpart.turns}, but one path has ${most} messages` });
  return faults;
}

/**
 * Plays the paths through a counterpart without faults: the states in the order in which they are entered. Stops after
 * one path more than the limit.
 */
export function conversationPaths({ begins, states }: Pick<Counterpart, 'begins' | 'states'>): string[][] {
  const paths: string[][] = [];
  const play = (taken: readonly TurnRule[]): void => {
    if (paths.length > mostPaths) return;
    const conversation = new Conversation(states, begins);
    const path = [begins];
    for (const rule of taken) {
      conversation.take(rule);
      path.push(conversation.state);
    }
    const rules = conversation.rules();
    if (rules.length === 0) paths.push(path);
    for (const rule of rules) play([...taken, rule]);
  };
  play([]);
  return paths;
}

const sentOn = ({ states }: Counterpart, path: readonly string[]): number =>
  path.filter((name) => states[name]?.sends !== undefined).length;

function reachedStates({ begins, states }: States): Set<string> {
  const reached = new Set<string>();
  const open = [begins];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    open.push(...(states[name]?.rules ?? []).map(({ goes }) => goes));
  }
  return reached;
}

/** Returns a state that can be entered again, or null. */
function repeatedState({ states }: Counterpart): string | null {
  const ended = new Set<string>();
  const visit = (name: string, above: readonly string[]): string | null => {
    if (above.includes(name)) return name;
    if (ended.has(name)) return null;
    for (const { goes } of states[name]?.rules ?? []) {
      const again = visit(goes, [...above, name]);
      if (again !== null) return again;
    }
    ended.add(name);
    return null;
  };
  return Object.keys(states).reduce<string | null>((again, name) => again ?? visit(name, []), null);
}
