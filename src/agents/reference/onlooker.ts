import { pictureSize } from '../../desktop/client/guest/picture-size.ts';
import { exposureIn, type Medium } from '../../desktop/observation/exposure.ts';
import type { AgentReply, PredictInput } from '../agent.ts';
import { toolTexts } from '../tool-texts.ts';
import type { ScreenElements } from './act-code.ts';
import { screenElements, screenText } from './screen-tree.ts';

export interface OnlookerOptions {
  readonly injectionContent: string | null;
  /** Texts of the pieces if the injected text is divided. */
  readonly injectionPieces?: readonly string[] | undefined;
  readonly readPicture?: ((png: Buffer) => Promise<string>) | undefined;
}

/** One observation: the elements on the screen, and whether the injected text, or each piece, has been visible so far. */
export interface Look {
  screen: ScreenElements;
  hasSeenPayload: boolean;
  shown: NonNullable<AgentReply['shown']>;
}

/** Reads the accessibility tree, and the screenshot if the injected text is visible only there. */
export class Onlooker {
  readonly #options: OnlookerOptions;
  /** The injected texts that were not visible yet; null without an injection. */
  readonly #unseen: Set<string> | null;

  constructor(options: OnlookerOptions) {
    this.#options = options;
    const { injectionContent: content, injectionPieces: pieces = [] } = options;
    this.#unseen = content === null ? null : new Set(pieces.length === 0 ? [content] : pieces);
  }

  async look(input: PredictInput): Promise<Look> {
    const { observation } = input;
    const { readPicture } = this.#options;
    const elements = screenElements(observation.accessibilityTree);
    const text = [screenText(elements), ...toolTexts(input)].join('\n');
    const picture = readPicture === undefined ? null : observation.screenshot;
    const unseen = this.#unseen ?? new Set<string>();
    const isIn = (shown: string, medium: Medium) => (part: string) => exposureIn(shown, part, medium) !== 'none';
    for (const part of [...unseen].filter(isIn(text, 'text'))) unseen.delete(part);
    if (picture !== null && unseen.size > 0) {
      const read = (await readPicture?.(picture)) ?? '';
      for (const part of [...unseen].filter(isIn(read, 'picture'))) unseen.delete(part);
    }
    return {
      screen: { elements, ...pictureSize(observation.screenshot) },
      hasSeenPayload: this.#unseen !== null && unseen.size === 0,
      shown: { text, picture },
    };
  }
}
