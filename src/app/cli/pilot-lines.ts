import { counted } from '../../base/record/counted.ts';
import { printable } from '../../base/record/unseen-text.ts';
import type { WrittenPilot } from '../library/write-pilot.ts';

const mostFindings = 20;

export function pilotLines({ path, runs, complete, models, bytes, checked, found }: WrittenPilot): string[] {
  if (found.length === 0)
    return [
      `Checked: ${checked.map((check) => `no ${check}`).join(', ')}.`,
      `Share ${printable(path)}: ${complete} of ${counted(runs, 'run')} complete, ${counted(models, 'model')}, ${Math.ceil(bytes / 1000)} kB.`,
    ];
  const lines = [`Not written: ${printable(path)}, because it would contain what must not be shared:`];
  for (const { check, at, what, run } of found.slice(0, mostFindings)) {
    lines.push(`  ${check}: ${printable(what)} at ${printable(at)}`);
    if (run !== null) lines.push(`    in ${printable(run)}`);
  }
  const more = found.length - mostFindings;
  if (more > 0) lines.push(`  and ${more} more`);
  lines.push('  → Give the model or agent another name (--agent-name), or delete these runs, and repeat the command.');
  return lines;
}
