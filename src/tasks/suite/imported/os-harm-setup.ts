import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFileFault } from '../below-folder.ts';
import { type PythonString, pythonStrings } from './python-strings.ts';

export interface PlacedFile {
  local: string;
  path: string;
}

/** Additional set-up of OS-Harm's run loop, from `lib_run_single.py`. Parts that were not found are null. */
export interface OsHarmSetup {
  /** Thunderbird's profile: the archive and its destination folder. */
  profile: (PlacedFile & { folder: string }) | null;
  draft: { from: string; to: string; subject: string } | null;
  received: { messages: PlacedFile[]; placeholder: string } | null;
  notification: { title: string; urgency: string } | null;
  /** The actions for a notification's `additional_config`, by name. */
  beside: ReadonlyMap<string, { usesProfile: boolean; files: PlacedFile[]; opens: string | null; starts: string[] }>;
  website: { template: string; placeholder: string; address: string } | null;
  /** The format of the injected paragraph: points, and six hex digits. */
  paragraph: { points: number; colour: string } | null;
  /** The format of the injected comment: characters per line, and the number of dashes in the separator. */
  comment: { width: number; dashes: number } | null;
  /** Files for goals whose ID contains `word`. */
  goals: { word: string; files: PlacedFile[]; archives: (PlacedFile & { folder: string })[] }[];
}

const file = 'lib_run_single.py';
const cache = new Map<string, { text: string; setup: OsHarmSetup }>();

/** Parses the set-up constants in a checkout's `lib_run_single.py` without running it. Null if the file is missing. */
export function readOsHarmSetup(checkout: string): OsHarmSetup | null {
  const path = join(checkout, file);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  const known = cache.get(path);
  if (known?.text === text) return known.setup;
  const setup = osHarmSetupOf(text);
  cache.set(path, { text, setup });
  return setup;
}

const needs: Readonly<Record<string, (setup: OsHarmSetup) => [unknown, string][]>> = {
  thunderbird_mail_draft: ({ profile, draft }) => [
    [profile, 'mail profile'],
    [draft, "draft's sender, recipient and subject"],
  ],
  thunderbird_mail_received: ({ profile, received }) => [
    [profile, 'mail profile'],
    [received, 'mails and their folder'],
  ],
  desktop_notification: ({ notification }) => [[notification, "notification's title and urgency"]],
  website: ({ website }) => [[website, "page's template and address"]],
  libreoffice_writer: ({ paragraph }) => [[paragraph, "paragraph's size and colour"]],
  vs_code: ({ comment }) => [[comment, "comment's form"]],
};

const reads: Readonly<Record<string, (setup: OsHarmSetup) => (string | undefined)[]>> = {
  thunderbird_mail_draft: ({ profile }) => [profile?.local],
  thunderbird_mail_received: ({ profile, received }) => [
    profile?.local,
    ...(received?.messages.map(({ local }) => local) ?? []),
  ],
  website: ({ website }) => [website?.template],
};

/** The formats that osharm's vectors produce. A checkout with other formats is not OS-Harm's. */
const forms = { paragraph: { points: 21, colour: '0000DD' }, comment: { width: 60, dashes: 62 } };

/** Returns why a vector can't follow the checkout. Null if it can, or if the vector is not one of OS-Harm's. */
export function osHarmSetupFault(checkout: string, vector: string): string | null {
  const parts = needs[vector];
  if (parts === undefined) return null;
  const setup = readOsHarmSetup(checkout);
  if (setup === null) return `the checkout has no ${file}, which says how ${vector} is put in place`;
  const missing = parts(setup).flatMap(([part, what]) => (part === null ? [what] : []));
  if (missing.length > 0) return `${file} doesn't contain the ${missing.join(' and ')} in a readable form`;
  for (const local of reads[vector]?.(setup) ?? []) {
    const unreadable = local === undefined ? null : localFileFault(checkout, local);
    if (unreadable !== null) return unreadable.message;
  }
  for (const name of ['paragraph', 'comment'] as const) {
    if ((name === 'paragraph') !== (vector === 'libreoffice_writer') || (name === 'comment') !== (vector === 'vs_code'))
      continue;
    if (JSON.stringify(setup[name]) !== JSON.stringify(forms[name]))
      return `${file} gives the ${name} the form ${JSON.stringify(setup[name])}, and this version has ${JSON.stringify(forms[name])}`;
  }
  return null;
}

export function osHarmSetupOf(source: string): OsHarmSetup {
  const lines = source.split('\n');
  const block = (head: RegExp): string => blocksOf(lines, head)[0]?.text ?? '';
  const vector = (name: string): string => block(new RegExp(`^\\s*case ['"]${name}['"]:`));
  const profile = archivesIn(block(/^\s*def setup_thunderbird\(/))[0] ?? null;
  const notification = vector('desktop_notification');
  return {
    profile,
    draft: draftIn(vector('thunderbird_mail_draft')),
    received: receivedIn(vector('thunderbird_mail_received')),
    notification: notificationIn(notification),
    beside: new Map(
      blocksOf(notification.split('\n'), /^\s*if injection\[['"]additional_config['"]\] == ['"](\w+)['"]:/).map(
        ({ name, text }) => [
          name,
          {
            usesProfile: text.includes('setup_thunderbird()'),
            files: filesIn(text),
            opens: argumentOf(text, '_open_setup') ?? null,
            starts: argumentOf(text, '_launch_setup')?.split(/\s+/) ?? [],
          },
        ],
      ),
    ),
    website: websiteIn(vector('website')),
    paragraph: paragraphIn(vector('libreoffice_writer')),
    comment: commentIn(vector('vs_code')),
    goals: blocksOf(lines, /^\s*if ['"](\w+)['"] in injection\[['"]goal_id['"]\]:/).map(({ name, text }) => {
      const archives = archivesIn(text);
      return {
        word: name,
        files: filesIn(text).filter(({ path }) => !archives.some((archive) => archive.path === path)),
        archives,
      };
    }),
  };
}

/** Returns the indented blocks below the lines that match `head`, named by its first group. */
function blocksOf(lines: readonly string[], head: RegExp): { name: string; text: string }[] {
  return lines.flatMap((line, at) => {
    const match = head.exec(line);
    if (match === null) return [];
    const depth = indentation(line);
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((next) => next.trim() !== '' && indentation(next) <= depth);
    return [{ name: match[1] ?? '', text: rest.slice(0, end === -1 ? undefined : end).join('\n') }];
  });
}

const indentation = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** Returns strings that directly follow `key`, such as a dictionary's value or a call's first argument. */
function stringBehind(text: string, strings: readonly PythonString[], key: RegExp): string[] {
  return strings.filter(({ start }) => key.test(text.slice(0, start))).map(({ value }) => value);
}

function filesIn(text: string): PlacedFile[] {
  const strings = pythonStrings(text);
  return strings.flatMap((string, at) => {
    if (string.value !== 'local_path' || !/^\s*:\s*$/.test(text.slice(string.end, strings[at + 1]?.start))) return [];
    const [local, key, path] = strings.slice(at + 1, at + 4);
    return local !== undefined && key?.value === 'path' && path !== undefined
      ? [{ local: local.value, path: path.value }]
      : [];
  });
}

/** Returns archives that are uploaded and then unpacked by `tar … -C FOLDER`. */
function archivesIn(text: string): (PlacedFile & { folder: string })[] {
  const words = pythonStrings(text).map(({ value }) => value);
  const from = words.indexOf('-f');
  const to = words.indexOf('-C');
  if (from === -1 || to === -1) return [];
  const [archive, folder] = [words[from + 1], words[to + 1]];
  return filesIn(text)
    .filter(({ path }) => path === archive)
    .flatMap((placed) => (folder === undefined ? [] : [{ ...placed, folder }]));
}

function argumentOf(text: string, call: string): string | undefined {
  return stringBehind(text, pythonStrings(text), new RegExp(`${call}\\((?:\\w+=)?\\[?\\s*f?$`))[0];
}

function draftIn(text: string): OsHarmSetup['draft'] {
  const command = argumentOf(text, '_launch_setup') ?? '';
  const [, from] = /\bfrom='([^']*)'/.exec(command) ?? [];
  const [, to] = /\bto='?([^,'"]+)/.exec(command) ?? [];
  const [, subject] = /\bsubject='([^']*)'/.exec(command) ?? [];
  return from === undefined || to === undefined || subject === undefined ? null : { from, to, subject };
}

function receivedIn(text: string): OsHarmSetup['received'] {
  const strings = pythonStrings(text);
  const [, first, last] = /\bfor (?:\w+) in range\((\d+), ?(\d+)\)/.exec(text) ?? [];
  const [, variable] = /\bfor (\w+) in range/.exec(text) ?? [];
  const [, placeholder] = /\.format\((\w+)=/.exec(text) ?? [];
  const [local] = stringBehind(text, strings, /\bopen\(f?$/);
  const [path] = strings.filter(({ start }) => /["']path["']\s*:\s*f?$/.test(text.slice(0, start)));
  if (first === undefined || last === undefined || placeholder === undefined) return null;
  if (local === undefined || path === undefined) return null;
  const numbers = Array.from({ length: Number(last) - Number(first) }, (_, at) => String(Number(first) + at));
  const filled = (form: string, number: string): string => form.replaceAll(`{${variable}}`, number);
  return {
    messages: numbers.map((number) => ({ local: filled(local, number), path: filled(path.value, number) })),
    placeholder,
  };
}

function notificationIn(text: string): OsHarmSetup['notification'] {
  for (const { value } of pythonStrings(text)) {
    const [, title] = /\bnotify-send\s+'([^']*)'/.exec(value) ?? [];
    const [, urgency] = /\s-u\s+(\w+)/.exec(value) ?? [];
    if (title !== undefined && urgency !== undefined) return { title, urgency };
  }
  return null;
}

function websiteIn(text: string): OsHarmSetup['website'] {
  const [template] = stringBehind(text, pythonStrings(text), /\bopen\($/);
  const [, placeholder] = /\.format\((\w+)=/.exec(text) ?? [];
  const address = argumentOf(text, '_chrome_open_tabs_setup');
  if (template === undefined || placeholder === undefined || address === undefined) return null;
  return URL.canParse(address) ? { template, placeholder, address } : null;
}

function paragraphIn(text: string): OsHarmSetup['paragraph'] {
  const [, points] = /\bPt\((\d+)\)/.exec(text) ?? [];
  const [, ...parts] = /\bRGBColor\(0x(\w{2}), ?0x(\w{2}), ?0x(\w{2})\)/i.exec(text) ?? [];
  return points === undefined || parts.length === 0
    ? null
    : { points: Number(points), colour: parts.join('').toUpperCase() };
}

function commentIn(text: string): OsHarmSetup['comment'] {
  const [, width] = /insert_newlines\(injection\[['"]content['"]\], ?(\d+)\)/.exec(text) ?? [];
  const [, dashes] = /'-' ?\* ?(\d+)/.exec(text) ?? [];
  return width === undefined || dashes === undefined ? null : { width: Number(width), dashes: Number(dashes) };
}
