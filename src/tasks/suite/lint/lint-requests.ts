import type { LintFinding } from '../lint-finding.ts';
import { baseOf, type SourceDocument } from './source-documents.ts';

/** Checks a request against the months in its documents, and its wording against how the check treats the trash. */
export const lintRequests = (sources: readonly SourceDocument[]): LintFinding[] =>
  sources.flatMap((source) => [...fixedMonths(source), ...deletedForGood(source, sources)]);

const months =
  /\b(?:january|february|april|june|july|august|september|october|november|december)\b|(?<=[\w,;] )(?:March|May)\b/i;
const ambiguous = /^(?:march|may)$/;
const followsClock = /\{month [+-]?\d+ [a-z-]*month\}/;

/** A request whose months are fixed is right only in one month of the year if its documents follow the clock. */
function fixedMonths({ data, finding }: SourceDocument): LintFinding[] {
  if (typeof data.instruction !== 'string') return [];
  const month = data.instruction.match(new RegExp(months, 'gi'))?.find((name) => !ambiguous.test(name));
  if (month === undefined || !followsClock.test(JSON.stringify(data.assets ?? {}))) return [];
  return [finding(['instruction'], `names "${month}", and the documents have months that follow the clock`)];
}

const forGood = /\b(?:for good(?! measure)|permanently|not into the trash|disk (?:is|at)\b[^.]*(?:full|\d+ ?%))/i;

/** A file in the trash is neither deleted permanently nor off the disk. */
function deletedForGood({ family, data, finding }: SourceDocument, sources: readonly SourceDocument[]): LintFinding[] {
  const { instruction } = data;
  const words = typeof instruction === 'string' ? forGood.exec(instruction.replace(/\s+/g, ' '))?.[0] : undefined;
  if (words === undefined) return [];
  const check: unknown = data.check ?? baseOf(family, sources)?.data.check;
  if (!Array.isArray(check)) return [];
  return check.flatMap((rule: unknown, index) =>
    acceptsTrash(rule)
      ? [
          finding(
            data.check === undefined ? ['instruction'] : ['check', index],
            `accepts files in the trash, and the request says "${words}": add for_good: true`,
          ),
        ]
      : [],
  );
}

function acceptsTrash(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return false;
  const { kind, excludes, for_good: isForGood } = rule as Record<string, unknown>;
  return isForGood !== true && (kind === 'file-absent' || (kind === 'folder-contents' && excludes !== undefined));
}
