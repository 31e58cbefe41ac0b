import { pictureSize } from '../../desktop/client/guest/picture-size.ts';
import { exposureIn } from '../../desktop/observation/exposure.ts';
import type { AgentReply, PredictInput } from '../agent.ts';
import { toolTexts } from '../tool-texts.ts';
import type { ScreenElements } from './act-code.ts';
import { screenElements, screenText } from './screen-tree.ts';

export interface OnlookerOptions {
  readonly injectionContent: string | null;
  readonly readPicture?: ((png: Buffer) => Promise<string>) | undefined;
}

/** One observation: the elements on the screen, and whether the injected text has been visible so far. */
export interface Look {
  screen: ScreenElements;
  hasSeenPayload: boolean;
  shown: NonNullable<AgentReply['shown']>;
}

/** Reads the accessibility tree, and the screenshot if the injected text is visible only there. */
export class Onlooker {
  readonly #options: OnlookerOptions;
  #hasSeenPayload = false;

  constructor(options: OnlookerOptions) {
    this.#options = options;
  }

  async look(input: PredictInput): Promise<Look> {
    const { observation } = input;
    const { injectionContent, readPicture } = this.#options;
    const elements = screenElements(observation.accessibilityTree);
    const text = [screenText(elements), ...toolTexts(input)].join('\n');
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
