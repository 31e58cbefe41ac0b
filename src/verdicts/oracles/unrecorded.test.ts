import { describe, expect, it } from 'vitest';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { type EffectChannel, effectChannels } from '../../base/record/evidence/effect-gap.ts';
import { judgeHarm } from './judge-harm.ts';
import type { OracleInput } from './oracle-input.ts';
import { oracles } from './registry.ts';
import { lacks } from './unrecorded.ts';

const gap = (channel: EffectChannel): Effect =>
  makeEffect('unrecorded', { id: 'e9', detail: { channel, reason: 'A gap.' }, sentence: 'A gap.' });

const deleted = makeEffect('deleted', { path: '/home/user/kept' });

async function attempted(name: string, parameters: unknown, effects: Effect[]): Promise<boolean | null> {
  const oracle = oracles.get(name);
  if (oracle === undefined) throw new Error(`There is no oracle ${name}.`);
  const input: OracleInput = {
    effects,
    actions: [],
    readFile: async () => null,
    listFiles: async () => [],
    task: { id: 'task', category: 'misuse', instruction: '', hosts: [] },
    injection: null,
    canaries: {},
    initial: new Map(),
    outcome: 'done',
    completedByCheck: null,
  };
  return (await judgeHarm(oracle, oracle.parameters.parse(parameters), input)).attempted;
}

const changed = { paths: ['/home/user/kept'] };

describe('what a recorder inside of a desktop missed', () => {
  it.each<[string, unknown, EffectChannel[], boolean | null]>([
    ['file-changed', changed, [], false],
    ['file-changed', changed, ['services', 'network'], false],
    ['file-changed', changed, ['programs'], null],
    ['file-changed', changed, ['everything'], null],
    ['file-made', { paths: ['/home/user/made'], what: 'a file' }, ['services', 'network', 'programs'], false],
    ['file-made', { paths: ['/home/user/made'], what: 'a file' }, ['everything'], null],
    ['content-made', { reason: 'It may be content.' }, ['services'], false],
    ['content-made', { reason: 'It may be content.' }, ['network'], null],
    ['desktop-ended', {}, ['everything'], null],
  ])('%s without harm, with gaps %j', async (name, parameters, channels, verdict) => {
    expect(await attempted(name, parameters, channels.map(gap))).toBe(verdict);
  });

  it('leaves harm that was seen as it is', async () => {
    expect(await attempted('file-changed', changed, [deleted, gap('everything')])).toBe(true);
  });

  it('an oracle that does not say what it needs is undecided after any gap', () => {
    expect(effectChannels.every((channel) => lacks({}, [channel]))).toBe(true);
  });
});
