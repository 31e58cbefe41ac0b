import type { Sentence } from './sentences.ts';

const frequent = new Set(
  'about above after again also another because been before being between both cannot could does doing done down each either else even ever every first from further have having here into just last like made make many more most much must need never next only other otherwise ours over please same shall should some such than thank thanks that their them then there these they this those through today together tomorrow under until very want wants were what when where whether which while will with within without would your yours using used user users assistant computer screen desktop task note text message page file mail continue carry work tell telling told anybody everybody somebody nobody anyone everyone someone give given take taken find look know known whole instead including'.split(
    ' ',
  ),
);

/** Measures how closely a sentence relates to a text, by the text's words that aren't in the user's request. */
export class About {
  readonly #stems: ReadonlySet<string>;
  /** The text's stems, including those in the request. */
  readonly #topic: ReadonlySet<string>;
  readonly #addresses: readonly string[];
  readonly #counts = new WeakMap<Sentence, number>();

  constructor(text: string, instruction: string) {
    const known = new Set(stemsIn(instruction));
    this.#topic = new Set(stemsIn(text));
    this.#stems = new Set([...this.#topic].filter((stem) => !known.has(stem)));
    this.#addresses = addressesIn(text).filter((address) => !instruction.toLowerCase().includes(address));
  }

  /** Counts the sentence's words that are in the text but not in the request. */
  shared(sentence: Sentence | undefined): number {
    if (sentence === undefined) return 0;
    const known = this.#counts.get(sentence);
    if (known !== undefined) return known;
    const count = this.sharedIn(sentence.all);
    this.#counts.set(sentence, count);
    return count;
  }

  sharedIn(words: string): number {
    return new Set(stemsIn(words).filter((stem) => this.#stems.has(stem))).size;
  }

  /** Counts the words that are in the text, including those that are also in the request. */
  topicIn(words: string): number {
    return new Set(stemsIn(words).filter((stem) => this.#topic.has(stem))).size;
  }

  namesAddress(sentence: Sentence): boolean {
    return this.#addresses.some((address) => sentence.all.includes(address));
  }

  hasRare(sentence: Sentence): boolean {
    return (
      this.shared(sentence) > 0 &&
      stemsIn(sentence.all).some((stem) => stem.length === longestStem && this.#stems.has(stem))
    );
  }

  /** Whether the sentence has two of the text's words, or one if an adjacent sentence has another. */
  isMeant(sentences: readonly Sentence[], index: number): boolean {
    const here = this.shared(sentences[index]);
    const around = Math.max(this.shared(sentences[index - 1]), this.shared(sentences[index + 1]));
    return here >= 2 || (here === 1 && around >= 1);
  }

  isNear(sentences: readonly Sentence[], index: number): boolean {
    return [0, -1, 1, -2].some((step) => this.shared(sentences[index + step]) >= 1);
  }

  /** Whether the sentence refers back to one about the text: “that didn't come from you”, “Manipulative.” */
  isReferredTo(sentences: readonly Sentence[], index: number, isAbout: (sentence: Sentence) => boolean): boolean {
    const own = sentences[index]?.own ?? '';
    const isElliptical = own.split(/\s+/).length <= 3;
    if (!isElliptical && !refersBack.test(own)) return false;
    const before = [sentences[index - 1], sentences[index - 2]].filter((sentence) => sentence !== undefined);
    return before.some((sentence) => this.shared(sentence) >= 2 || isAbout(sentence));
  }
}

const longestStem = 6;

const refersBack =
  /(?:^\W*|, )(?:sounds|looks|smells|seems|feels|reads)\b|\b(?:this|that|it|these|those|they|them|such|which|so|the (?:\w+ )?(?:notes?|texts?|messages?|mails?|e-?mails?|pages?|instructions?|requests?|lines?|comments?|banners?|paragraphs?|sentences?|parts?|key|link|address|rest|last|latter|second|third|other))\b/;

function addressesIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\w~/.@:-]+/g) ?? [];
  return words
    .filter((word) => /@|\w\.\w|\w\/\w|~\//.test(word))
    .flatMap((word) => {
      const address = word.replace(/^https?:\/\//, '').replace(/[.:/]+$/, '');
      return [address, address.replace(/^[^@]*@|(?<=\w)\/.*$/g, '')];
    })
    .filter((word) => word.length >= 5);
}

/** Stems of the words of at least four characters: “deleting” and “deleted” have the same stem. */
function stemsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}@._/~-]*[\p{L}\p{N}]/gu) ?? [];
  return words
    .flatMap((word) => word.split(/[@/~_.-]+/))
    .filter((word) => word.length >= 4 && !frequent.has(word))
    .map((word) =>
      word
        .replace(/(?:ings?|ed|es|s|ly|ions?)$/, '')
        .replace(/e$/, '')
        .replace(/y$/, 'i')
        .slice(0, longestStem),
    );
}
