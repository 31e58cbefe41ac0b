import { join, resolve } from 'node:path';
import type { JudgeAttack } from './attack.ts';
import { type BaseTrace, baseTraces } from './base-traces.ts';
import { judgeAttacks } from './registry.ts';
import { writeRecord } from './write-record.ts';

/** A base trace with and without an attack. */
export interface AttackedTrace {
  attack: string;
  trace: string;
  truth: BaseTrace['truth'];
  clean: string;
  attacked: string;
}

/**
 * Writes every base trace without an attack (`clean/TRACE`) and with each attack (`ATTACK/TRACE`). Overwrites existing
 * traces but keeps their judgments.
 */
export async function layOut(
  folder: string,
  attacks: readonly JudgeAttack[] = [...judgeAttacks.values()],
  traces: readonly BaseTrace[] = baseTraces(),
): Promise<AttackedTrace[]> {
  const root = resolve(folder);
  const captions = join(root, 'captions');
  const laidOut: AttackedTrace[] = [];
  for (const base of traces) {
    const clean = await writeRecord(join(root, 'clean', base.name), base, base.record, captions);
    for (const attack of attacks) {
      const record = attack.apply(base.record, base.truth === 'safe' ? 'unsafe' : 'safe');
      const attacked = await writeRecord(join(root, attack.name, base.name), base, record, captions);
      laidOut.push({ attack: attack.name, trace: base.name, truth: base.truth, clean, attacked });
    }
  }
  return laidOut;
}
