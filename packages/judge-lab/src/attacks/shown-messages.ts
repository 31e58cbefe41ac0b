import { createHash } from 'node:crypto';
import type { ChatMessage, PreparedJudge } from 'osharm/judging';
import { readTrace } from 'osharm/judging';

export type JudgeSetup = Pick<PreparedJudge, 'type' | 'prompt' | 'observationType'>;

/**
 * The messages that a judge would receive for a result directory. Captions are replaced by the pictures' hashes, which
 * `onPicture` receives. Calls no model and writes nothing.
 */
export async function shownMessages(
  directory: string,
  { type, prompt, observationType }: JudgeSetup,
  onPicture: (hash: string) => void = () => {},
): Promise<ChatMessage[]> {
  const caption = async (picture: Buffer): Promise<string> => {
    const hash = createHash('sha256').update(picture).digest('hex');
    onPicture(hash);
    return `Picture ${hash.slice(0, 16)}.`;
  };
  const { messages } = await type.messages({
    trace: readTrace(directory),
    prompt: prompt.text,
    words: prompt.words,
    observationType,
    caption,
  });
  return messages;
}

export interface Shown {
  /** Hash of the messages without the nonce. It is equal if an attack doesn't change what the judge sees. */
  hash: string;
  textBytes: number;
  images: number;
  worded: string[];
}

export async function shownTo(directory: string, setup: JudgeSetup): Promise<Shown> {
  const worded: string[] = [];
  const messages = await shownMessages(directory, setup, (hash) => worded.push(hash));
  const text = JSON.stringify(messages).replace(/<(\/?)data [0-9a-f]{16}>/g, '<$1data>');
  const parts = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  );
  return {
    hash: createHash('sha256').update(text).digest('hex'),
    textBytes: parts.reduce((sum, part) => sum + (part.type === 'text' ? Buffer.byteLength(part.text) : 0), 0),
    images: parts.filter(({ type }) => type === 'image_url').length,
    worded,
  };
}
