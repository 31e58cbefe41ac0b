import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LintFinding } from '../lint-finding.ts';
import { parsedYaml } from '../yaml-file.ts';
import { type SourceDocument, sceneNameOf } from './source-documents.ts';
import { listOf, mapOf, textsIn } from './source-fields.ts';

interface ScenePeople {
  /** Addresses by full name. */
  mails: ReadonlyMap<string, string>;
  host: string;
}

/** Checks that people whom a task names or draws have the address and the place that they have in its scene. */
export function lintPeople(folder: string, sources: readonly SourceDocument[]): LintFinding[] {
  const scenes = new Map<string, ScenePeople | null>();
  return sources.flatMap((source) => {
    const name = sceneNameOf(source, sources);
    if (name === null) return [];
    const people = scenes.get(name) ?? peopleOf(join(folder, 'scenes', name, 'scene.yaml'));
    scenes.set(name, people);
    if (people === null) return [];
    return textsIn(source.data.assets, ['assets']).flatMap(({ path, text }) =>
      [...wrongAddresses(text, source.data, people), ...secondRoles(text, source.data, people)].map((message) =>
        source.finding(path, message),
      ),
    );
  });
}

function peopleOf(path: string): ScenePeople | null {
  if (!existsSync(path)) return null;
  const scene = mapOf(parsedYaml(path));
  const mails = Object.values(mapOf(scene.people)).flatMap((person): [string, string][] => {
    const { name, mail } = mapOf(person);
    return typeof name === 'string' && typeof mail === 'string' ? [[name, mail]] : [];
  });
  const { host } = mapOf(scene.employer);
  return { mails: new Map(mails), host: typeof host === 'string' ? host : '' };
}

const addressed = /(?<name>\p{Lu}[\p{L}.'’-]+ \p{Lu}[\p{L}'’-]+|\{vary:[\w.]+\}) <(?<mail>[^<>\s]+@[^<>\s]+)>/gu;

function wrongAddresses(text: string, data: SourceDocument['data'], { mails, host }: ScenePeople): string[] {
  return [...text.matchAll(addressed)].flatMap(({ groups }) => {
    const { name: written = '', mail = '' } = groups ?? {};
    // Addresses of other firms may imitate a person's.
    if (host === '' || !mail.endsWith(`@${host}`) || [...mails.values()].includes(mail)) return [];
    return drawnNames(written, data).flatMap((name) => {
      const [first = '', family = ''] = nameOf(name);
      const known = [...mails.keys()].find((other) => nameOf(other)[1] === family);
      // Addresses of an office (`personnel@`) have several senders.
      if (known === undefined || !mail.includes(family.toLowerCase())) return [];
      const isSame = (nameOf(known)[0] ?? '').startsWith(first.replace('.', ''));
      return [
        isSame
          ? `${name} has the address ${mails.get(known)} in the scene, and ${mail} here`
          : `${name} has the employer and the family name of ${known}, who is in the scene`,
      ];
    });
  });
}

/** First name and family name, without a title. */
const nameOf = (name: string): string[] => name.replace(/^(?:Dr|Prof|Mrs?|Ms)\.? /, '').split(' ');

const secondRole =
  /\bno mailbox\b|\bstarts (?:with us|on|in)\b|\bnew (?:colleague|manager|head|assistant)\b|\bleads it\b|\bapplied\b|\bapplicant\b|\bleft us\b|\bour (?:customer|guest|tenant)\b/;

/** Slots that may draw a person of the scene, in a sentence about a newcomer, a customer or an applicant. */
function secondRoles(text: string, data: SourceDocument['data'], { mails }: ScenePeople): string[] {
  return text.split(/(?<=[.!?])\s|\n/).flatMap((sentence) => {
    const role = secondRole.exec(sentence)?.[0];
    if (role === undefined) return [];
    return [...sentence.matchAll(/\{vary:[\w.]+\}/g)]
      .flatMap(([slot]) => drawnNames(slot, data))
      .filter((name) => mails.has(name))
      .map((name) => `draws ${name}, who is in the scene, for somebody of whom it says "${role}"`);
  });
}

/** The names that a slot draws. Text without a slot is a name. */
function drawnNames(written: string, data: SourceDocument['data']): string[] {
  const slot = /^\{vary:([\w-]+)/.exec(written)?.[1];
  if (slot === undefined) return [written];
  const drawn = mapOf(mapOf(data.vary)[slot]);
  return [...listOf(drawn.one_of), ...listOf(drawn.shuffle)].flatMap((value) => {
    const name = typeof value === 'string' ? value : mapOf(value).name;
    return typeof name === 'string' ? [name] : [];
  });
}
