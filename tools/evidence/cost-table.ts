import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { MeasuredRow } from './measurements.ts';

const benchSchema = z.looseObject({
  parts: z.record(
    z.string(),
    z.looseObject({ rows: z.array(z.looseObject({ name: z.string(), median: z.number(), p95: z.number() })) }),
  ),
});

/** GiB of a machine that are not for desktops: the system, osharm, the page cache of the image. */
const keptGib = 4;
/** MB of a desktop whose applications hold documents. A round figure to plan with, not a measurement. */
const busyMb = 512;
/** A run as the table of sizes has it: 15 steps whose model takes 8 s, and 30 s of set-up and score. */
const steps = 15;
const secondsARun = steps * 8 + 30;

/** Dollars of desktops at list prices, by the memory and processor time that `npm run bench` measured. */
export function costTable(machines: readonly MeasuredRow[]): string[] {
  const { parts } = benchSchema.parse(
    JSON.parse(readFileSync(new URL('../../bench/results.json', import.meta.url), 'utf8')),
  );
  const rows = Object.values(parts).flatMap((part) => part.rows);
  const idleMb = rows.find(({ name }) => name.startsWith('idle desktop, PSS'))?.p95;
  const stepMs = Math.max(
    ...rows.filter(({ name }) => name.startsWith('processor time per step')).map(({ p95 }) => p95),
  );
  if (idleMb === undefined || !Number.isFinite(stepMs))
    throw new Error('bench/results.json lacks memory or processor time.');
  const byProcessor = (machine: MeasuredRow | undefined): number =>
    Math.floor((Number(machine?.vcpus) * 1000 * secondsARun) / (steps * stepMs));
  const cells = machines.map((machine) => {
    const forDesktops = (Number(machine.memory_gib) - keptGib) * 1024;
    const of = (mb: number) => {
      const desktops = Math.min(Math.floor(forDesktops / mb), byProcessor(machine));
      const day = (Number(machine.dollars_an_hour) * 24) / desktops;
      return { desktops, day, thousandRuns: (day * secondsARun * 1000) / 86_400 };
    };
    const [idle, busy] = [of(idleMb), of(busyMb)];
    return [
      `${machine.cloud} ${machine.machine}, ${machine.region}`,
      `$${machine.dollars_an_hour}`,
      `${idle.desktops} to ${busy.desktops}`,
      `$${idle.day.toFixed(2)} to $${busy.day.toFixed(2)}`,
      `$${idle.thousandRuns.toFixed(2)} to $${busy.thousandRuns.toFixed(2)}`,
    ];
  });
  return [
    '| Machine (8 processors, 32 GiB) | An hour | Desktops at a time | A desktop-day | 1,000 runs |',
    '|---|---:|---:|---:|---:|',
    ...cells.map((line) => `| ${line.join(' | ')} |`),
    '',
    `The range is from idle desktops (${Math.round(idleMb)} MB, measured) to ${busyMb} MB each with documents open (assumed), with ${keptGib} GiB kept for the system. A run has ${steps} steps of 8 s, and 30 s around them.`,
    '',
    `Processor time would allow ${byProcessor(machines[0])} desktops (${Math.round(stepMs)} ms a step beside the application's own time, the most that was [measured](../evidence/speed.md)). Storage and traffic are not included. Models cost far more: see \`--dry-run\`.`,
  ];
}
