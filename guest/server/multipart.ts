import type { Readable } from 'node:stream';

/** The reader awaits each call. */
export interface PartReceiver {
  begin(name: string, fileName: string | null): Promise<void>;
  data(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
}

const blank = Buffer.from('\r\n\r\n');
const longestHeader = 64 << 10;

/** Null if the type isn't multipart. */
export function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

function parameter(disposition: string, name: string): string | null {
  const match = new RegExp(`[;\\s]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition);
  return match ? (match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1') : null;
}

/** Throws if the body ends early. */
export async function readMultipart(body: Readable, boundary: string, receiver: PartReceiver): Promise<void> {
  const mark = Buffer.from(`\r\n--${boundary}`);
  let held: Buffer = Buffer.from('\r\n'); // so that the first boundary also follows a line end
  let state = 'preamble' as 'preamble' | 'header' | 'part' | 'done';

  const isDone = () => state === 'done';

  const advance = async (): Promise<boolean> => {
    if (state === 'header') {
      if (held.subarray(0, 2).toString() === '--') {
        state = 'done';
        return false;
      }
      const end = held.indexOf(blank);
      if (end < 0) {
        if (held.length > longestHeader) throw new Error('a part has no end of its header');
        return false;
      }
      const header = held.subarray(0, end).toString('utf8');
      const disposition = /^content-disposition:(.*)$/im.exec(header)?.[1] ?? '';
      held = held.subarray(end + blank.length);
      await receiver.begin(parameter(disposition, 'name') ?? '', parameter(disposition, 'filename'));
      state = 'part';
      // The boundary of an empty part follows its header directly.
      if (held.subarray(0, mark.length - 2).equals(mark.subarray(2))) held = Buffer.concat([Buffer.from('\r\n'), held]);
      return true;
    }
    const at = held.indexOf(mark);
    // The last bytes may be the start of a boundary.
    const safe = at >= 0 ? at : Math.max(0, held.length - mark.length + 1);
    if (state === 'part' && safe > 0) await receiver.data(held.subarray(0, safe));
    held = held.subarray(safe);
    if (at < 0) return false;
    if (state === 'part') await receiver.end();
    held = held.subarray(mark.length);
    state = 'header';
    return held.length >= 2;
  };

  for await (const chunk of body) {
    if (isDone()) continue;
    held = held.length === 0 ? (chunk as Buffer) : Buffer.concat([held, chunk as Buffer]);
    while (await advance());
  }
  if (!isDone()) throw new Error('the body ended before its last boundary');
}
