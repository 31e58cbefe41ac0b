import type { ObservationType, Profile } from '../base/record/run-settings.ts';
import type { PictureSize } from '../desktop/client/desktop.ts';
import { drawMarks, type Mark } from '../desktop/observation/set-of-marks.ts';
import { trimTree } from '../desktop/observation/trim.ts';
import type { PredictInput } from './agent.ts';
import { shrinkScreenshot } from './shrink-screenshot.ts';

export interface View {
  text: string;
  png: Uint8Array | null;
  marks: readonly Mark[];
  /** Screen pixels per pixel of the picture. */
  scale: { x: number; y: number };
  /** The picture's size, if coordinates refer to it and it differs from the screen's; else null. */
  size: PictureSize | null;
}

export interface ViewOptions {
  profile: Profile;
  observationType: ObservationType;
  treeTokens: number;
  maximumSide: number | null;
}

const unscaled = { x: 1, y: 1 };

export async function viewOf(
  input: Pick<PredictInput, 'observation' | 'linearisedTree'>,
  options: ViewOptions,
): Promise<View> {
  const { observation } = input;
  switch (options.observationType) {
    case 'a11y_tree':
      return {
        text: trimTree(input.linearisedTree, options.treeTokens),
        png: null,
        marks: [],
        scale: unscaled,
        size: null,
      };
    case 'som': {
      const visibleTabs = options.profile === 'osharm';
      const marked = await drawMarks(observation.screenshot, observation.accessibilityTree, { escape: visibleTabs });
      // Coordinates come from the marks, independent of the picture's size.
      const { png } = await shrinkScreenshot(marked.png, options.maximumSide);
      return { text: trimTree(marked.list, options.treeTokens), png, marks: marked.marks, scale: unscaled, size: null };
    }
    case 'screenshot':
      return { text: '', ...(await shrinkScreenshot(observation.screenshot, options.maximumSide)), marks: [] };
    case 'screenshot_a11y_tree': {
      // The table has screen coordinates, so a smaller picture would contradict them.
      return {
        text: trimTree(input.linearisedTree, options.treeTokens),
        png: observation.screenshot,
        marks: [],
        scale: unscaled,
        size: null,
      };
    }
    default:
      return options.observationType satisfies never;
  }
}
