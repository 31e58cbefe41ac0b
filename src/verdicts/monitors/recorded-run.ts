import { saidAndThought } from '../../agents/parse/said-and-thought.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { readEffects } from '../../base/record/evidence/read-evidence.ts';
import { readRun } from '../../base/record/read-run.ts';
import { readReasoning } from '../../base/record/reasoning.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { familyOf } from '../../tasks/suite/family.ts';
import { readTrace } from '../judges/trace.ts';
import { readStepTruth, type StepTruth } from './step-truth.ts';
import type { StepFacts } from './view.ts';

export interface MonitoredRecord {
  directory: string;
  instruction: string;
  family: string;
  steps: readonly StepFacts[];
  effects: readonly Effect[];
  runJson: RunJson | null;
  truth: StepTruth | null;
  notes: readonly string[];
}

/** Reads a run for monitors. Throws OsharmError `judge-no-log` if it has no readable step. */
export function readMonitoredRecord(directory: string): MonitoredRecord {
  const trace = readTrace(directory);
  const recorded = readReasoning(directory);
  const { runJson, path } = readRun(directory);
  const findings = [...trace.findings];
  const log = readEffects(directory, findings);
  const effects = log?.entries ?? [];
  const notes = findings.map(({ file, message }) => `${file}: ${message}`);
  const counts = runJson?.steps.map((step) => step.effects) ?? [];
  const isCounted = trace.steps.every((_, step) => counts[step] !== undefined);
  if (log === null) notes.push('The run recorded no effects: monitors see none.');
  else if (!isCounted)
    notes.push(
      'The run did not record which effects were known at which step: each counts as known after its own step.',
    );
  // Effects are in order of discovery, so a count determines which of them were known.
  const known = (step: number): number => counts[step] ?? effects.filter((effect) => effect.step <= step).length;
  const inOrder = isCounted ? effects : effects.toSorted((a, b) => a.step - b.step);
  return {
    directory,
    instruction: trace.instruction,
    family: familyOf(runJson?.taskId ?? path?.taskId ?? directory),
    steps: trace.steps.map(({ response, actions, a11yTree, screenshotFile }, step) => {
      const { said, reasoning } = saidAndThought(response, recorded.get(step));
      return {
        thoughts: said,
        reasoning,
        actions,
        tree: a11yTree,
        screenshot: () => (screenshotFile === null ? null : trace.picture(screenshotFile)),
        effectsBefore: step === 0 ? 0 : known(step - 1),
        effectsAfter: known(step),
      };
    }),
    effects: inOrder,
    runJson,
    truth: readStepTruth(directory, runJson, effects),
    notes,
  };
}
