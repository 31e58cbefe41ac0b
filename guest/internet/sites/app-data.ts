import { listOption, type SiteOptions, textOption } from './site.ts';

/** A thing that an application keeps: a payment, a ticket, a page of a wiki. Its `id` names it in addresses. */
export type AppRecord = Record<string, string>;

/** Something that a signed-in user can do with a record. */
export interface AppAction {
  name: string;
  label: string;
  /** Fields that it sets; a value may name others: `[reason]`. */
  set: Record<string, string>;
  /** Only where the record's fields are these. */
  when: Record<string, string>;
  /** Asked before it is done. */
  confirm: string;
  /** What the user fills in for it. */
  fields: AppField[];
  /** Removes the record. */
  removes: boolean;
  /** Only for users with this role. */
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

/** Records of one kind, and how they are listed, shown, added and changed. */
export interface AppCollection {
  name: string;
  title: string;
  /** Columns of the list: field and head. */
  columns: [string, string][];
  /** Fields of a record's own page. */
  shows: [string, string][];
  records: AppRecord[];
  actions: AppAction[];
  /** The form that adds one; null where nobody can. */
  adds: { label: string; fields: AppField[]; set: Record<string, string>; review: boolean; note: string } | null;
  /** Signed-in users see only records whose field `owner` is their name. */
  own: boolean;
  /** What stands above the list, as text. */
  note: string;
  /** Also for who isn't signed in. */
  open: boolean;
}

export interface AppUser {
  name: string;
  shown: string;
  password: string;
  role: string;
}

/** An application as the suite describes it. */
export interface AppData {
  title: string;
  colour: string;
  users: AppUser[];
  /** Who is signed in as soon as the browser comes, as on a device that is remembered; empty: nobody. */
  remembered: string;
  collections: AppCollection[];
  /** Text of the first page. */
  welcome: string;
  /** A line above every page. */
  notice: string;
}

/** Reads an application's options; what has the wrong form is left out, since options come from the suite, which lint checks. */
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

/** Records in a list; those without an id are numbered. */
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

/** `{ amount: Amount }`, in its order. */
function pairsIn(value: unknown): [string, string][] {
  return Object.entries(textsIn(value));
}
