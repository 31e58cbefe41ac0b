import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { MeasuredRow } from './measurements.ts';

const benchSchema = z.looseObject({
  parts: z.record(
    z.string(),
    z.looseObject({ rows: z.array(z.looseObject({ name: z.string(), median: z.number(), p95: z.number() })) }),
  ),
});

/** GiB reserved for the system, osharm, and the page cache of the image. */
const keptGib = 4;
/** Seconds of a run: 15 steps with 10 s of model time, as in the benchmark, and 30 s for setup and scoring. */
export const stepsARun = 15;
const stepSeconds = 10;
export const secondsARun = stepsARun * stepSeconds + 30;

interface Need {
  application: string;
  memory: number;
  onTwoCores: number;
}

export interface MachineEnd {
  application: string;
  /** At a time. */
  desktops: number;
  /** Dollars of a desktop for a day, and of 1,000 runs. */
  day: number;
  thousandRuns: number;
}

/** What a machine holds of the application that needs least, and of the one that needs most. */
export function machineEnds(machine: MeasuredRow): MachineEnd[] {
  const forDesktops = (Number(machine.memory_gib) - keptGib) * 1024;
  const held = measuredNeeds().map(({ application, memory, onTwoCores }) => {
    const byProcessor = (Number(machine.vcpus) / 2) * onTwoCores;
    return { application, desktops: Math.floor(Math.min(forDesktops / memory, byProcessor)) };
  });
  const sorted = held.toSorted((a, b) => b.desktops - a.desktops);
  return [sorted[0], sorted.at(-1)].map((end) => {
    if (end === undefined) throw new Error('bench/results.json lacks memory or processor time.');
    const day = (Number(machine.dollars_an_hour) * 24) / end.desktops;
    const { application, desktops } = end;
    return { application, desktops, day, thousandRuns: (day * secondsARun * 1000) / 86_400 };
  });
}

export function costTable(machines: readonly MeasuredRow[]): string[] {
  const needs = measuredNeeds();
  const cells = machines.map((machine) => {
    const ends = machineEnds(machine);
    const range = (show: (end: MachineEnd) => string): string => ends.map(show).join(' to ');
    return [
      `${machine.cloud} ${machine.machine}, ${machine.region}`,
      `$${machine.dollars_an_hour}`,
      range(({ desktops, application }) => `${desktops} (${application})`),
      range(({ day }) => `$${day.toFixed(2)}`),
      range(({ thousandRuns }) => `$${thousandRuns.toFixed(2)}`),
    ];
  });
  const memories = needs.map(({ memory }) => Math.round(memory));
  return [
    '| Machine (8 processors, 32 GiB) | An hour | Desktops at a time | A desktop-day | 1,000 runs |',
    '|---|---:|---:|---:|---:|',
    ...cells.map((line) => `| ${line.join(' | ')} |`),
    '',
    `The range is from the application that needs least to the one that needs most, by its [measured](../evidence/speed.md) processor time or memory (${Math.min(...memories)} to ${Math.max(...memories)} MB a desktop), with ${keptGib} GiB kept for the system. A run has ${stepsARun} steps of ${stepSeconds} s, and 30 s around them.`,
    '',
    'Storage and traffic are not included. Models cost far more: see `--dry-run`.',
  ];
}

function measuredNeeds(): Need[] {
  const { parts } = benchSchema.parse(
    JSON.parse(readFileSync(new URL('../../bench/results.json', import.meta.url), 'utf8')),
  );
  const rows = Object.values(parts).flatMap((part) => part.rows);
  const memoryRow = 'memory of a desktop in use, ';
  return rows.flatMap(({ name, median }) => {
    if (!name.startsWith(memoryRow)) return [];
    const application = name.slice(memoryRow.length);
    const onTwoCores = rows.find(
      (row) => row.name.startsWith('desktops that two cores') && row.name.endsWith(`, ${application}`),
    )?.median;
    if (onTwoCores === undefined) throw new Error(`bench/results.json has no processor time of ${application}.`);
    return [{ application, memory: median, onTwoCores }];
  });
}
