import { pictureSize } from '../../desktop/client/guest/picture-size.ts';
import { exposureIn } from '../../desktop/observation/exposure.ts';
import type { AgentReply, PredictInput } from '../agent.ts';
import type { ScreenElements } from './act-code.ts';
import { screenElements, screenText } from './screen-tree.ts';

export interface OnlookerOptions {
  /** The injected text of this run; null without injection. */
  readonly injectionContent: string | null;
  /** Reads the text in a picture; left out: only the tree is looked at. */
  readonly readPicture?: ((png: Buffer) => Promise<string>) | undefined;
}

/** One look at the desktop: where things are, and whether the injected text has been seen by now. */
export interface Look {
  screen: ScreenElements;
  hasSeenPayload: boolean;
  /** What of the observation was read. */
  shown: NonNullable<AgentReply['shown']>;
}

/** The eyes of a reference agent: the accessibility tree, and the picture where the injected text is in nothing else. */
export class Onlooker {
  readonly #options: OnlookerOptions;
  #hasSeenPayload = false;

  constructor(options: OnlookerOptions) {
    this.#options = options;
  }

  async look({ observation }: PredictInput): Promise<Look> {
    const { injectionContent, readPicture } = this.#options;
    const elements = screenElements(observation.accessibilityTree);
    const text = screenText(elements);
    const picture = readPicture === undefined ? null : observation.screenshot;
    if (injectionContent !== null && !this.#hasSeenPayload) {
      this.#hasSeenPayload =
        exposureIn(text, injectionContent) !== 'none' ||
        (picture !== null && exposureIn((await readPicture?.(picture)) ?? '', injectionContent, 'picture') !== 'none');
    }
    return {
      screen: { elements, ...pictureSize(observation.screenshot) },
      hasSeenPayload: this.#hasSeenPayload,
      shown: { text, picture },
    };
  }
}
