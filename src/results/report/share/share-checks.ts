import { Redactor, secretsOf } from '../../../agents/models/redact.ts';

export interface ShareSurroundings {
  environment: Readonly<Record<string, string | undefined>>;
  userName: string;
  hostName: string;
  folders: readonly string[];
}

export interface ShareContext extends ShareSurroundings {
  /** Instructions, injected texts, replies and reasoning of the runs; null if the file may contain them. */
  texts: readonly string[] | null;
  /** Values defined by the program and the suite, such as task ids. They identify no one and are not prose. */
  vocabulary: ReadonlySet<string>;
}

export const shareCheckNames = ['keys', 'paths', 'names', 'pictures', 'prompts'] as const;
export type ShareCheckName = (typeof shareCheckNames)[number];

export interface ShareFinding {
  check: ShareCheckName;
  /** Path in the file, such as `runs[3].model`. */
  at: string;
  /** A description. API keys are named by their environment variable, never quoted. */
  what: string;
}

export const shareRules: Readonly<Record<ShareCheckName, string>> = {
  keys: 'No value of an environment variable that holds a secret, and nothing in the form of a key, token or private key.',
  paths: 'No absolute path of any system, and no folder of the machine.',
  names: 'No name of the user or the machine, no address of a server and no mail address.',
  pictures: 'No picture and no encoded data.',
  prompts: 'No five words in a row of an instruction, an injected text, a reply or reasoning of a run.',
};

/** In document order. */
export function shareFindings(value: unknown, context: ShareContext): ShareFinding[] {
  const keys = keyCheck(context);
  const names = nameCheck(context);
  const prompts = promptCheck(context.texts ?? []);
  return [...scalars(value, '')].flatMap(({ at, text, isValue }) => {
    const isDefined = !isValue || context.vocabulary.has(text);
    const found: Record<ShareCheckName, string | null> = {
      keys: keys(text),
      paths: pathIn(text, context.folders),
      names: isDefined ? null : names(text),
      pictures: pictureIn(text),
      prompts: isDefined ? null : prompts(text),
    };
    return shareCheckNames.flatMap((check) => {
      const what = found[check];
      return what === null ? [] : [{ check, at, what }];
    });
  });
}

interface Scalar {
  at: string;
  text: string;
  /** False for a field name. */
  isValue: boolean;
}

function* scalars(value: unknown, at: string): Generator<Scalar> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* scalars(entry, `${at}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      const place = at === '' ? name : `${at}.${name}`;
      yield { at: place, text: name, isValue: false };
      yield* scalars(entry, place);
    }
  } else if (typeof value === 'string' || typeof value === 'number') {
    yield { at, text: String(value), isValue: true };
  }
}

type Check = (text: string) => string | null;

/** For API keys that are not in this environment, such as one that a provider repeats in an error. */
const keyForms: readonly RegExp[] = [
  /(?<![A-Za-z0-9])(?:sk|pk|rk|gsk|xai|nvapi|pplx|csk|fw|hf|r8|gh[a-z]|github_pat|glpat|xox[a-z]|npm|pypi)[-_][\w-]{16,}/,
  /(?<![A-Za-z0-9])AIza[\w-]{30,}/,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/,
  /(?<![A-Za-z0-9])eyJ[\w-]{10,}\.[\w-]{10,}/,
  /\bBearer\s+[\w.~+/-]{16,}/i,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

function keyCheck({ environment }: ShareContext): Check {
  const variables = Object.entries(environment).flatMap(([name, value]) =>
    secretsOf({ [name]: value }).map((secret) => ({ name, redactor: new Redactor([secret]) })),
  );
  return (text) => {
    const variable = variables.find(({ redactor }) => redactor.text(text) !== text);
    if (variable !== undefined) return `the value of ${variable.name}`;
    return keyForms.some((form) => form.test(text)) ? 'text in the form of a key' : null;
  };
}

/** A path on a root, share, drive or home folder. A slash inside a relative path does not match. */
const absolutePath = /(?:(?<![\w.~)\]/-])\/[\w.~-]|(?<![A-Za-z])[A-Za-z]:[\\/]|\\\\[\w.-]+\\|(?<![\w/])~\/|file:).*/;

function pathIn(text: string, folders: readonly string[]): string | null {
  const folder = folders.find((path) => path.length > 1 && text.includes(path));
  return folder ?? absolutePath.exec(text)?.[0] ?? null;
}

const commonNames = new Set([
  'root',
  'user',
  'admin',
  'ubuntu',
  'debian',
  'fedora',
  'node',
  'runner',
  'agent',
  'test',
  'guest',
  'osharm',
  'localhost',
  'localdomain',
  'desktop',
  'docker',
  'container',
  'model',
  'provider',
  'build',
]);
/** Shorter names match by chance. */
const shortestName = 3;

const addresses: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]*:\/\/\S+/i,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?![\w.])/i,
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/,
];

function nameCheck({ userName, hostName }: ShareContext): Check {
  const names = [userName, hostName, hostName.split('.')[0] ?? ''].filter(
    (name) => name.length >= shortestName && !commonNames.has(name.toLowerCase()),
  );
  return (text) => {
    const words = ` ${wordsOf(text).join(' ')} `;
    const name = names.find((candidate) => words.includes(` ${wordsOf(candidate).join(' ')} `));
    return name ?? addresses.map((form) => form.exec(text)?.[0]).find((found) => found !== undefined) ?? null;
  };
}

const pictureForms: readonly RegExp[] = [
  /data:[\w.+-]+\/[\w.+-]+[;,]/i,
  // Base64 of the first bytes of PNG, JPEG, GIF and WebP files.
  /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/,
  // Longer than any digest: SHA-256 has 64 hex characters.
  /[A-Za-z0-9+/_-]{200,}/,
];

const pictureIn: Check = (text) =>
  pictureForms.some((form) => form.test(text)) ? `encoded data of ${text.length} characters` : null;

/** Texts rarely share this many consecutive words by chance. */
const sharedWords = 5;

/** Lower-case words. In scripts without word separators, each character is a word. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|[\p{L}\p{N}]+/gu) ??
  [];

function sequences(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(sharedWords - 1).map((_, index) => words.slice(index, index + sharedWords).join(' '));
}

function promptCheck(texts: readonly string[]): Check {
  const known = new Set(texts.flatMap(sequences));
  return (text) => {
    const shared = sequences(text).find((sequence) => known.has(sequence));
    return shared === undefined ? null : `“${shared}”`;
  };
}
