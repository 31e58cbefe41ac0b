import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRun } from '../../base/record/read-run.ts';
import { type SweepOptions, settingNames, settingOf } from '../../runs/plan/settings/table.ts';
import { type RunSpec, settingsInSpec, specHash } from '../../runs/plan/spec-hash.ts';
import { sweepRequest } from './sweep-request.ts';

/** `run.json` of runs that earlier versions made: reference agents, a model, an agent by HTTP; finished, stopped, failed. */
const recorded = new URL('../../../test/recorded-runs/', import.meta.url);
const names = readdirSync(recorded);
const folder = mkdtempSync(join(tmpdir(), 'recorded-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The options that make such a run today. */
function optionsOf(spec: RunSpec): SweepOptions {
  const { agent, model, seatedModel, profile } = spec;
  const options: Record<string, unknown> = {
    profile: profile === 'os-harm' ? 'os-harm' : 'osharm',
    agent,
    model: agent === undefined ? model : seatedModel,
  };
  for (const name of settingNames) {
    const field = settingOf(name).spec;
    if (field !== undefined && spec[field] !== undefined) options[name] = spec[field];
  }
  return options as SweepOptions;
}

it('there are twenty recorded runs', () => {
  expect(names).toHaveLength(20);
});

describe.each(names)('the recorded run %s', (name) => {
  writeFileSync(join(folder, 'run.json'), readFileSync(new URL(name, recorded)));
  const { runJson, findings } = readRun(folder);

  it('the recorded run is read without a finding', () => {
    expect(findings.filter(({ file }) => file === 'run.json')).toEqual([]);
    expect(runJson).not.toBeNull();
  });

  it('the recorded run has the hash of its spec, and its settings are planned the same today', () => {
    const spec = runJson?.spec as RunSpec;
    // Which image a desktop started from is known only when it has started.
    expect([specHash(spec), specHash({ ...spec, image: null })]).toContain(runJson?.specHash);
    const { agent, seatedModel, model, ...planned } = sweepRequest(optionsOf(spec), '0').request.settings;
    const { model: recorded, ...settings } = settingsInSpec(spec);
    // A model without --agent had three steps of history then. Today's loop has its name in agent and model.
    const isLoop = agent === 'prompt' && settings.agent === undefined;
    expect(isLoop ? `prompt@${recorded}` : recorded).toBe(model);
    expect(isLoop ? planned : { ...planned, agent, seatedModel }).toEqual(settings);
  });
});
