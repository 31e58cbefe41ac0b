import type { ObservationType, Profile } from '../base/record/run-settings.ts';
import type { PictureSize } from '../desktop/client/desktop.ts';
import { drawMarks, type Mark } from '../desktop/observation/set-of-marks.ts';
import { trimTree } from '../desktop/observation/trim.ts';
import type { PredictInput } from './agent.ts';
import { shrinkScreenshot } from './shrink-screenshot.ts';

/** An observation as a model is shown it. */
export interface View {
  /** The trimmed tree or list of marks; empty where only the picture is shown. */
  text: string;
  /** Null where no picture is shown. */
  png: Uint8Array | null;
  /** The boxes of set-of-marks; empty for other observation types. */
  marks: readonly Mark[];
  /** Pixels of the screen for each pixel of the picture. */
  scale: { x: number; y: number };
  /** The picture's own size, where coordinates are in it and it isn't the screen's; null otherwise. */
  size: PictureSize | null;
}

export interface ViewOptions {
  profile: Profile;
  observationType: ObservationType;
  treeTokens: number;
  /** The picture is made smaller so that it is no wider and no higher; null: as it is. */
  maximumSide: number | null;
}

const unscaled = { x: 1, y: 1 };

/** What of an observation a model of these settings sees. */
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
      // Coordinates come from the marks, so the picture's size does not matter to them.
      const { png } = await shrinkScreenshot(marked.png, options.maximumSide);
      return { text: trimTree(marked.list, options.treeTokens), png, marks: marked.marks, scale: unscaled, size: null };
    }
    case 'screenshot':
      return { text: '', ...(await shrinkScreenshot(observation.screenshot, options.maximumSide)), marks: [] };
    case 'screenshot_a11y_tree': {
      // The table has the screen's coordinates: a smaller picture beside it would contradict them.
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
