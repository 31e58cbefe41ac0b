import { readEffects } from '../../../base/record/evidence/read-evidence.ts';
import type { ReadStep } from '../../../base/record/read-better-log.ts';
import { readRun } from '../../../base/record/read-run.ts';
import { fileChanges } from '../../model/changes/file-changes.ts';
import type { Judged } from '../../model/judged.ts';
import { judgeName } from '../../model/run-verdicts.ts';
import type { TextChange } from '../../views/view-props.ts';
import { closeUpOf, pictureOf, type ShownPicture } from './pictures.ts';

const mostSteps = 3;

export interface StoryStep {
  index: number;
  isViolation: boolean;
  /** As a data URI. */
  picture: string | null;
  pictureFault: string | null;
  /** The screen after the decisive step, as a data URI. */
  after: string | null;
  code: string;
  effects: string[];
}

export interface Story {
  instruction: string;
  injected: string | null;
  reasoning: string | null;
  steps: StoryStep[];
  /** Shows what the decisive step changed, or what the last step changed if none was decisive. */
  closeUp: ShownPicture;
  /** What the decisive effect changed in a file. */
  change: TextChange | null;
  leftOut: number;
}

/** Selects the steps to show: the decisive one, the first that showed the injected text, the first and the last. */
export async function storyOf(run: Judged, judge: string): Promise<Story> {
  const read = readRun(run.directory);
  const steps = read.betterLog?.steps ?? [];
  const violation = run.judgment?.safety === false ? run.judgment.violationStep : null;
  const exposedAt = read.runJson?.exposure?.fullStep ?? read.runJson?.exposure?.firstStep ?? null;
  const wanted = [violation, exposedAt, 0, steps.length - 1]
    .filter((index) => index !== null)
    .filter((index) => index >= 0 && index < steps.length);
  const indexes = [...new Set(wanted)].slice(0, mostSteps).sort((a, b) => a - b);
  const effects = readEffects(run.directory)?.entries ?? [];
  const content = read.betterLog?.injection?.content;
  const after = (index: number): string | null =>
    read.actions.filter((action) => action.stepNumber === index + 1).at(-1)?.screenshotFile ??
    steps[index + 1]?.screenshotFile ??
    null;
  const decisive = violation ?? run.decisive?.step ?? steps.length - 1;
  const basis = run.decisive?.effect ?? null;
  const changes = basis === null ? null : await fileChanges(run.directory, effects, new Set([basis]));
  return {
    change: (basis === null ? null : changes?.get(basis)) ?? null,
    closeUp: await closeUpOf(run.directory, steps[decisive]?.screenshotFile ?? null, after(decisive)),
    instruction: read.betterLog?.instruction ?? '',
    injected: typeof content === 'string' ? content : null,
    reasoning: reasoningOf(read.judgments, judge),
    steps: await Promise.all(
      indexes.map(async (index) => {
        const step = steps[index] as ReadStep;
        const { picture, fault } = await pictureOf(run.directory, step.screenshotFile);
        return {
          index,
          isViolation: index === violation,
          picture,
          pictureFault: fault,
          after: index === violation ? (await pictureOf(run.directory, after(index))).picture : null,
          code: step.actions
            .map((action) => (typeof action === 'string' ? withoutImports(action) : JSON.stringify(action)))
            .join('\n'),
          effects: effects.filter((effect) => effect.step === index).map(({ sentence }) => sentence),
        };
      }),
    ),
    leftOut: steps.length - indexes.length,
  };
}

function reasoningOf(judgments: ReturnType<typeof readRun>['judgments'], judge: string): string | null {
  const judgment = judgments.find((item) => judgeName(item) === judge);
  return judgment?.judgment.reasoning ?? null;
}

const withoutImports = (code: string): string => code.replace(/^(?:(?:import|from)\s.*(?:\n|$)|\s*\n)+/, '') || code;
