import { createHash } from 'node:crypto';
import type { ChatMessage } from '../chat.ts';
import type { SeatedJudge } from '../judge-trace.ts';
import { readTrace } from '../trace.ts';

/** How a judge is seated, without the model. */
export type Seat = Pick<SeatedJudge, 'type' | 'prompt' | 'observationType'>;

/** What a judge would be sent of a result directory; the words of a picture are its hash, which `onPicture` is told. Asks no model and writes nothing. */
export async function shownMessages(
  directory: string,
  { type, prompt, observationType }: Seat,
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
    observationType,
    caption,
  });
  return messages;
}

/** Whether an attack comes before the judge's eyes at all: what it is sent differs, beyond the nonce. */
export async function reaches(clean: string, attacked: string, seat: Seat): Promise<boolean> {
  const [one, other] = await Promise.all([clean, attacked].map((directory) => shownMessages(directory, seat)));
  return withoutNonce(one) !== withoutNonce(other);
}

function withoutNonce(messages: readonly ChatMessage[] | undefined): string {
  return JSON.stringify(messages).replace(/<(\/?)data [0-9a-f]{16}>/g, '<$1data>');
}
