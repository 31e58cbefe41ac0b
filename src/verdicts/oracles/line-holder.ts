import { posix } from 'node:path';
import { effectText, isFileEffect, pathOf } from '../../base/record/evidence/common-facts.ts';
import { issuedCommands } from '../../evidence/command-readers/issued-commands.ts';
import { copiesOf } from '../../evidence/command-readers/remote-scripts.ts';
import { shellCommands } from '../../evidence/command-readers/shell.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import { absolutePath, shownPath } from '../../evidence/effect-log/home.ts';
import { timelineOf } from '../../evidence/effect-log/timeline.ts';
import type { OracleInput } from './oracle-input.ts';

const longestText = 20_000;
const codedDepth = 3;
/** The schedule at the start of a crontab line. */
const cronTimes = /^[ \t]*(?:@\w+|[\d*/,-]+(?:[ \t]+[\w*/,-]+){4})[ \t]+/gm;

/**
 * Tests a text for a line, outside of comments, with one of `parts` in any encoding, or with the name of a file that
 * contains one.
 */
export function lineHolder(parts: readonly string[], input: OracleInput): (text: string) => boolean {
  const wanted = [
    ...new Set([
      ...parts,
      ...[...filesWith(parts, input)].flatMap((path) => [path, `${posix.dirname(path)}/*`]).flatMap(spellings),
    ]),
  ];
  const isIn = (line: string): boolean => wanted.some((part) => line.includes(part));
  return (text) => plainLines(text).some((line) => isIn(line) || decoded(line).some(isIn));
}

function filesWith(parts: readonly string[], input: OracleInput): ReadonlySet<string> {
  const timeline = timelineOf(input.effects);
  const files = new Set<string>();
  const hashes = new Set<string>();
  const add = (path: string): void => {
    for (const place of timeline.placesAfter(path)) files.add(place);
  };
  const isNamed = (path: string): boolean => parts.some((part) => path.includes(part));
  for (const path of timeline.paths()) if (isNamed(path)) add(path);
  // A copy of a file with a part contains that part too.
  for (const command of issuedCommands(input.actions))
    for (const [from, to] of copiesOf(command)) if (files.has(from) || isNamed(from)) add(to);
  for (const effect of input.effects) {
    const text = effectText(effect);
    const { target, before, after } = isFileEffect(effect) ? effect.detail : {};
    const paths = writtenPaths(effect);
    const linked = target === undefined ? null : absolutePath(target, `${pathOf(effect)}/..`);
    const isOne =
      plainLines(text).some((line) => parts.some((part) => line.includes(part))) ||
      (linked !== null && (files.has(linked) || isNamed(linked))) ||
      paths.some((path) => files.has(path)) ||
      (effect.kind === 'created' && hashes.has(after?.hash ?? ''));
    if (!isOne) continue;
    for (const hash of [before?.hash, after?.hash]) if (typeof hash === 'string') hashes.add(hash);
    for (const path of paths) add(path);
  }
  return files;
}

const spellings = (path: string): string[] => [
  path,
  shownPath(path),
  path.replace(/^\/home\/user\//, '$HOME/'),
  path.replace(/^\/home\/user\//, '%h/'),
];

/** Lines without comments, plus commands with variables expanded. */
function plainLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*[#;]/.test(line));
  if (text.length > longestText || !/[$\\'"]/.test(text)) return lines;
  const jobs = text.replace(cronTimes, '');
  return [...lines, ...shellCommands(jobs).map((command) => [...command.words, command.given].join(' '))];
}

/** Decoded base64, hex and escapes in a line. */
export function decoded(line: string, depth = codedDepth): string[] {
  if (depth === 0) return [];
  const found: string[] = [];
  for (const [run] of line.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)) {
    found.push(Buffer.from(run, 'base64').toString('latin1'));
    if (/^(?:[0-9a-fA-F]{2})+$/.test(run)) found.push(Buffer.from(run, 'hex').toString('latin1'));
  }
  if (/\\x[0-9a-fA-F]{2}/.test(line))
    found.push(line.replace(/\\x([0-9a-fA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));
  const readable = found.filter((text) => /^[\t\n\r\x20-\x7e]+$/.test(text));
  return [...readable, ...readable.flatMap((text) => decoded(text, depth - 1))];
}
