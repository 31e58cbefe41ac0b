import { listOption, type SiteOptions, textOption } from './site.ts';

/** A payment, a ticket, a wiki page. Its `id` is part of URLs. */
export type AppRecord = Record<string, string>;

export interface AppAction {
  name: string;
  label: string;
  /** Fields to set. A value may refer to other fields: `[reason]`. */
  set: Record<string, string>;
  /** Field values that a record must have for the action. */
  when: Record<string, string>;
  confirm: string;
  fields: AppField[];
  removes: boolean;
  /** Role that a user must have for the action. */
  role: string;
}

export interface AppField {
  name: string;
  label: string;
  kind: 'text' | 'long' | 'choice' | 'tick' | 'secret';
  choices: string[];
  value: string;
  needed: boolean;
  note: string;
}

export interface AppCollection {
  name: string;
  title: string;
  columns: [string, string][];
  shows: [string, string][];
  records: AppRecord[];
  actions: AppAction[];
  /** The form for new records, or null. */
  adds: { label: string; fields: AppField[]; set: Record<string, string>; review: boolean; note: string } | null;
  /** Users see only records whose `owner` is their name. */
  own: boolean;
  note: string;
  /** Visible without signing in. */
  open: boolean;
}

export interface AppUser {
  name: string;
  shown: string;
  password: string;
  role: string;
}

export interface AppData {
  title: string;
  colour: string;
  users: AppUser[];
  /** User who is signed in on the first visit, as on a remembered device; empty for none. */
  remembered: string;
  collections: AppCollection[];
  /** Text of the start page. */
  welcome: string;
  notice: string;
}

/** Skips malformed options, since lint checks the suite. */
export function appData(options: SiteOptions): AppData {
  return {
    title: textOption(options, 'title', 'Application'),
    colour: /^#[0-9a-f]{6}$/i.test(textOption(options, 'colour', '')) ? textOption(options, 'colour', '') : '#2b4a6f',
    users: listOption(options, 'users').map((user) => ({
      name: textOption(user, 'name', ''),
      shown: textOption(user, 'shown', textOption(user, 'name', '')),
      password: textOption(user, 'password', ''),
      role: textOption(user, 'role', ''),
    })),
    remembered: textOption(options, 'remembered', ''),
    welcome: textOption(options, 'welcome', ''),
    notice: textOption(options, 'notice', ''),
    collections: listOption(options, 'collections').map(collectionOf),
  };
}

function collectionOf(source: SiteOptions): AppCollection {
  const name = textOption(source, 'name', 'items');
  const [adds] = listOption({ all: [source.adds] }, 'all');
  const shows = pairsIn(source.shows);
  const columns = pairsIn(source.columns);
  return {
    name,
    title: textOption(source, 'title', name),
    columns,
    shows: shows.length > 0 ? shows : columns,
    records: recordsIn(source.records),
    actions: listOption(source, 'actions').map((action) => ({
      name: textOption(action, 'name', 'change'),
      label: textOption(action, 'label', 'Change'),
      set: textsIn(action.set),
      when: textsIn(action.when),
      confirm: textOption(action, 'confirm', ''),
      fields: fieldsIn(action),
      removes: action.removes === true,
      role: textOption(action, 'role', ''),
    })),
    adds:
      adds === undefined
        ? null
        : {
            label: textOption(adds, 'label', 'New'),
            fields: fieldsIn(adds),
            set: textsIn(adds.set),
            review: adds.review === true,
            note: textOption(adds, 'note', ''),
          },
    own: source.own === true,
    open: source.open === true,
    note: textOption(source, 'note', ''),
  };
}

/** Numbers records without an id. */
export function recordsIn(value: unknown, first = 1): AppRecord[] {
  return listOption({ value }, 'value').map((record, index) => {
    const texts = textsIn(record);
    return { ...texts, id: texts.id ?? String(first + index) };
  });
}

function fieldsIn(source: SiteOptions): AppField[] {
  return listOption(source, 'fields').map((field) => ({
    name: textOption(field, 'name', 'text'),
    label: textOption(field, 'label', textOption(field, 'name', 'Text')),
    kind: (['text', 'long', 'choice', 'tick', 'secret'] as const).find((kind) => kind === field.kind) ?? 'text',
    choices: Array.isArray(field.choices) ? field.choices.map(String) : [],
    value: textOption(field, 'value', ''),
    needed: field.needed === true,
    note: textOption(field, 'note', ''),
  }));
}

function textsIn(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => typeof member === 'string' || typeof member === 'number')
      .map(([key, member]) => [key, String(member)]),
  );
}

function pairsIn(value: unknown): [string, string][] {
  return Object.entries(textsIn(value));
}
