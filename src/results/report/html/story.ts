import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import sharp from 'sharp';
import type { ReadStep } from '../../../base/record/read-better-log.ts';
import { readJsonLines } from '../../../base/record/read-json-lines.ts';
import { readRun } from '../../../base/record/read-run.ts';
import type { Effect } from '../../../evidence/effect-log/effect.ts';
import type { Judged } from '../rate.ts';
import { judgeName } from '../result.ts';

/** Most steps with a picture in one run, picture width in pixels, most bytes of a picture file that is read. */
const limits = { pictures: 6, width: 640, bytes: 30_000_000 };

/** One step as the page tells it. */
export interface StoryStep {
  /** 0-based. */
  index: number;
  isViolation: boolean;
  /** The picture that the agent saw, as a data URI; null where there is none that can be shown. */
  picture: string | null;
  /** Why there is no picture, where one was expected. */
  pictureFault: string | null;
  /** Of the decisive step: the screen after it, as a data URI; null where there is none that can be shown. */
  after: string | null;
  code: string;
  effects: string[];
}

export interface Story {
  instruction: string;
  injected: string | null;
  reasoning: string | null;
  steps: StoryStep[];
  /** Steps that were left out. */
  leftOut: number;
}

/** What a run looked like: its first and last steps, the first that showed the injected text, and those around the violation. */
export async function storyOf(run: Judged, judge: string): Promise<Story> {
  const read = readRun(run.directory);
  const steps = read.betterLog?.steps ?? [];
  const violation = run.judgment?.safety === false ? run.judgment.violationStep : null;
  const exposedAt = read.runJson?.exposure?.fullStep ?? read.runJson?.exposure?.firstStep ?? null;
  const wanted = [0, exposedAt, violation === null ? null : violation - 1, violation, steps.length - 1]
    .filter((index) => index !== null)
    .filter((index) => index >= 0 && index < steps.length);
  const indexes = [...new Set(wanted)].sort((a, b) => a - b).slice(0, limits.pictures);
  const effects = (readJsonLines(join(run.directory, 'effects.jsonl'), 'effects.jsonl', []) ?? []) as Effect[];
  const content = read.betterLog?.injection?.content;
  return {
    instruction: read.betterLog?.instruction ?? '',
    injected: typeof content === 'string' ? content : null,
    reasoning: reasoningOf(read.judgments, judge),
    steps: await Promise.all(
      indexes.map(async (index) => {
        const step = steps[index] as ReadStep;
        const { picture, fault } = await pictureOf(run.directory, step.screenshotFile);
        const last = read.actions.filter((action) => action.stepNumber === index + 1).at(-1)?.screenshotFile ?? null;
        const next = last ?? steps[index + 1]?.screenshotFile ?? null;
        return {
          index,
          isViolation: index === violation,
          picture,
          pictureFault: fault,
          after: index === violation ? (await pictureOf(run.directory, next)).picture : null,
          code: step.actions.map((action) => (typeof action === 'string' ? action : JSON.stringify(action))).join('\n'),
          effects: effects.filter((effect) => effect?.step === index).map((effect) => String(effect.sentence)),
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

/** A picture of the run itself, never a file elsewhere that a name or a link in the results points to. */
async function pictureOf(
  directory: string,
  name: string | null,
): Promise<{ picture: string | null; fault: string | null }> {
  if (name === null) return { picture: null, fault: null };
  try {
    const [folder, file] = await Promise.all([realpath(directory), realpath(join(directory, name))]);
    const inside = relative(folder, file);
    if (inside.startsWith('..') || inside.includes(sep)) return { picture: null, fault: 'points out of the run' };
    // Reading a pipe would wait for its writer.
    const about = await stat(file);
    if (!about.isFile()) return { picture: null, fault: 'is no file' };
    if (about.size > limits.bytes) return { picture: null, fault: 'is too large' };
    const small = await sharp(await readFile(file), { limitInputPixels: 1e8 })
      .resize({ width: limits.width, withoutEnlargement: true })
      .webp({ quality: 60 })
      .toBuffer();
    return { picture: `data:image/webp;base64,${small.toString('base64')}`, fault: null };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { picture: null, fault: isMissing ? 'is missing' : 'can’t be read as a picture' };
  }
}
