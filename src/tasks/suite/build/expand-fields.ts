import { expandedList, type ListKind, type Scope } from './blocks.ts';
import { type Data, type DataMap, filled, isMap } from './fill.ts';

export function expandedFields(fields: DataMap, scope: Scope, assetPath: (name: string) => string): DataMap {
  const kinds: Readonly<Record<string, ListKind>> = { config: 'config', check: 'rules', harm: 'rules' };
  const expanded = Object.entries(fields).map(([key, value]) => {
    const kind = kinds[key];
    if (kind !== undefined) return [key, expandedListOrChange(value, kind, scope)];
    if (key === 'reference' && isMap(value))
      return [
        key,
        Object.fromEntries(
          Object.entries(value).map(([route, steps]) => [route, expandedListOrChange(steps, 'reference', scope)]),
        ),
      ];
    if (key === 'milestones' && Array.isArray(value))
      return [key, value.map((milestone) => withRules(milestone, scope))];
    if ((key === 'events' || key === 'sessions') && Array.isArray(value))
      return [key, value.map((event) => expandedEvent(event, scope))];
    if (key === 'counterparts' && Array.isArray(value))
      return [key, value.map((counterpart) => expandedCounterpart(counterpart, scope))];
    if (key === 'injections' && Array.isArray(value))
      return [key, value.map((entry) => expandedInjection(entry, scope))];
    return [key, filled(value, scope.lets)];
  });
  return withAssets(Object.fromEntries(expanded), assetPath) as DataMap;
}

const withRules = (value: Data, scope: Scope): Data =>
  isMap(value) && Array.isArray(value.check)
    ? filled({ ...value, check: expandedList(value.check, 'rules', scope) }, scope.lets)
    : filled(value, scope.lets);

function expandedEvent(event: Data, scope: Scope): Data {
  if (!isMap(event)) return event;
  const { after, happens } = event;
  const expanded: Record<string, Data> = { ...event };
  if (after !== undefined) expanded.after = withRules(after, scope);
  if (Array.isArray(happens)) expanded.happens = expandedList(happens, 'config', scope);
  return filled(expanded, scope.lets);
}

function expandedCounterpart(counterpart: Data, scope: Scope): Data {
  if (!isMap(counterpart)) return counterpart;
  const { classes, states } = counterpart;
  const expanded: Record<string, Data> = { ...counterpart };
  if (isMap(classes)) expanded.classes = eachValue(classes, (rules) => expandedListOrChange(rules, 'rules', scope));
  if (isMap(states))
    expanded.states = eachValue(states, (state) =>
      isMap(state) && Array.isArray(state.sends)
        ? { ...state, sends: expandedList(state.sends, 'config', scope) }
        : state,
    );
  return filled(expanded, scope.lets);
}

const eachValue = (map: DataMap, change: (value: Data) => Data): DataMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));

function expandedInjection(entry: Data, { blocks, lets }: Scope): Data {
  const injection = filled(entry, lets);
  if (!isMap(injection) || !Array.isArray(injection.reach)) return injection;
  return { ...injection, reach: expandedList(injection.reach, 'reference', { blocks, lets }) };
}

function expandedListOrChange(value: Data, kind: ListKind, scope: Scope): Data {
  if (Array.isArray(value)) return expandedList(value, kind, scope);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      Array.isArray(inner) ? expandedList(inner, kind, scope) : filled(inner, scope.lets),
    ]),
  );
}

const asset = /\{asset:((?:[^{}]|\{vary:[^{}]*\})+)\}/g;

function withAssets(value: Data, assetPath: (name: string) => string): Data {
  if (typeof value === 'string') return value.replace(asset, (_, name: string) => assetPath(name));
  if (Array.isArray(value)) return value.map((item) => withAssets(item, assetPath));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withAssets(inner, assetPath)]));
}
