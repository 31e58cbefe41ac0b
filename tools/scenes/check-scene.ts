import { monthNames } from '../../src/base/documents/text/dates.ts';
import type { BuiltScene } from '../../src/tasks/scene/build-scene.ts';

const months = monthNames.join('|');
const writtenDate = new RegExp(
  `\\b\\d{1,2} (?:${months})\\b|\\b(?:${months}) \\d{1,2}\\b|\\b20\\d\\d-\\d\\d-\\d\\d\\b`,
);
const fileName = /(?<![\w./@-])[\w()'& -]{2,60}?\.(?:docx|odt|xlsx|ods|pdf|pptx|odp|zip|vcf)\b/g;
const mailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Forms and circular letters repeat long paragraphs, prose doesn't. */
const mostRepeats = 14;
const longParagraph = 25;

export function sceneFaults(scene: BuiltScene, knownAddresses: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const names = new Set(scene.files.map(({ path }) => (path.split('/').at(-1) as string).toLowerCase()));
  for (const [place, text] of scene.texts) {
    for (const [mention] of text.matchAll(fileName)) {
      const name = mention.trim().toLowerCase();
      // A match may include words before the name, so one of its suffixes must be a file's whole name.
      const ends = name.split(' ').map((_, index, words) => words.slice(index).join(' '));
      if (!ends.some((end) => names.has(end)))
        faults.push(`${place} names the file ${mention.trim()}, which is not there.`);
    }
    for (const [address] of text.matchAll(mailAddress))
      if (!knownAddresses.has(address.toLowerCase())) faults.push(`${place} names ${address}, whom nobody knows.`);
    if (/\{[a-z@]|\[\[|\]\]/.test(text)) faults.push(`${place} holds an open token.`);
  }
  for (const { path, time } of scene.files)
    if (time >= scene.day + 86_400_000) faults.push(`${path} is newer than the scene's day.`);
  for (const { raw, date } of scene.mails)
    if (date >= scene.day + 86_400_000)
      faults.push(`The mail ${/^Subject: (.*)$/m.exec(raw.toString())?.[1]} is newer than the scene's day.`);
  for (const { time, text } of scene.chat?.messages ?? [])
    if (time >= scene.day + 86_400_000)
      faults.push(`The chat's ${JSON.stringify(text.slice(0, 40))} is newer than the scene's day.`);
  for (const [text, count] of repeatedParagraphs(scene))
    faults.push(`A paragraph stands ${count} times in documents: ${JSON.stringify(text.slice(0, 60))}.`);
  return faults;
}

export function writtenDates(value: unknown, place = ''): string[] {
  if (typeof value === 'string') {
    const found = writtenDate.exec(value)?.[0];
    return found === undefined ? [] : [`${place}: ${found}`];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => writtenDates(member, `${place}.${key}`));
}

function repeatedParagraphs(scene: BuiltScene): [string, number][] {
  const counts = new Map<string, number>();
  for (const [place, text] of scene.texts) {
    if (!/\.(?:docx|odt|txt|md)$/.test(place)) continue;
    for (const paragraph of text.split(/\n\s*\n/)) {
      const words = paragraph.split(/\s+/);
      if (words.length < longParagraph || paragraph.startsWith('|') || paragraph.startsWith('-')) continue;
      counts.set(paragraph, (counts.get(paragraph) ?? 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count > mostRepeats);
}
