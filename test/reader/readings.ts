/** What readers may do to the process that they run in, for `read-apart.test.ts`. */
import { setTimeout as delay } from 'node:timers/promises';
import { OsharmError } from '../../src/base/errors.ts';
import type { AskBack } from '../../src/base/reader/reading-job.ts';

export const length = ({ content }: { content: Uint8Array }): number => content.length;
export const together = ({ contents }: { contents: Uint8Array[] }): string => Buffer.concat(contents).toString();
export const process_ = (): { pid: number; secrets: string[] } => ({
  pid: process.pid,
  secrets: Object.keys(process.env).filter((name) => /KEY|TOKEN|SECRET/.test(name)),
});
export function hang(): never {
  for (;;);
}
export function objects(): never {
  const kept: unknown[] = [];
  for (;;) kept.push({ more: [1, 2, 3] });
}
/** 200 MB of the heap, which stay. */
export function retain(): number {
  const kept = needMemory();
  Object.assign(globalThis, { kept });
  return kept.length;
}
/** The same, let go. */
export const needMemory = (): number[] => Array.from({ length: 26_000_000 }, (_, at) => at + 0.5);
export const measureMemory = (): number => needMemory().length;
export function buffers(): never {
  const kept: Buffer[] = [];
  for (;;) kept.push(Buffer.alloc(16 * 2 ** 20, 1));
}
export const longReply = (): string => 'x'.repeat(2 ** 20);
export const damaged = (): never => {
  throw new Error('no such thing');
};
export const ours = (): never => {
  throw new OsharmError('The task is wrong.', { code: 'task-wrong', blame: 'task', hint: 'Mend it.' });
};
export const killed = (): void => process.kill(process.pid, 'SIGKILL') as unknown as undefined;
export const left = (): void => process.exit(7);
export async function asking(paths: string[], ask: AskBack): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) texts.push(String(((await ask('readFile', path)) as Uint8Array | null)?.length ?? 'none'));
  return texts;
}
export const slow = (milliseconds: number): Promise<string> => delay(milliseconds, 'done');
