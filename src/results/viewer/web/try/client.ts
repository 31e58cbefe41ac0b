import { signal } from '@preact/signals';
import type { TryState } from '../../try-api.ts';

/** In the URL fragment, which browsers send to no server, so the token appears in no log. */
const token = location.hash.slice(1);

export const tryState = signal<TryState | null>(null);
/** Null if the server responds. */
export const failure = signal<string | null>(null);
/** Number of gestures in progress or queued. */
export const waiting = signal(0);

/** The server validates it. */
export type Sent =
  | { kind: 'move'; x: number; y: number }
  | { kind: 'click'; x: number; y: number; button: 'left' | 'middle' | 'right'; count: number }
  | { kind: 'drag'; x: number; y: number; toX: number; toY: number; button: 'left' | 'middle' | 'right' }
  | { kind: 'scroll'; x: number; y: number; amount: number }
  | { kind: 'type'; text: string }
  | { kind: 'keys'; keys: string[] }
  | { kind: 'click-element'; index: number; name: string };

/** Rejects with a message for users. */
export async function ask(path: string, content?: object): Promise<Response> {
  const response = await fetch(`/api/try/${path}`, {
    method: content === undefined ? 'GET' : 'POST',
    headers: { 'x-osharm-token': token, 'content-type': 'application/json' },
    body: content === undefined ? null : JSON.stringify(content),
  }).catch(() => {
    throw new Error('osharm does not answer. Is the command still running?');
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  throw new Error(typeof body?.error === 'string' ? body.error : `The server answered ${response.status}.`);
}

export async function tell(path: string, content: object): Promise<void> {
  try {
    await ask(path, content);
    failure.value = null;
  } catch (error) {
    failure.value = (error as Error).message;
  }
}

const queue: Sent[] = [];
let isSending = false;

/** Pending text and scrolling are merged, and a pending move is replaced. */
export function send(gesture: Sent): void {
  const last = queue.at(-1);
  if (last?.kind === 'type' && gesture.kind === 'type') last.text += gesture.text;
  else if (last?.kind === 'move' && gesture.kind === 'move') queue[queue.length - 1] = gesture;
  else if (last?.kind === 'scroll' && gesture.kind === 'scroll')
    last.amount = Math.max(-50, Math.min(50, last.amount + gesture.amount));
  else queue.push(gesture);
  waiting.value = queue.length + (isSending ? 1 : 0);
  if (!isSending) void sendAll();
}

async function sendAll(): Promise<void> {
  isSending = true;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    await tell('act', next);
    waiting.value = queue.length;
  }
  isSending = false;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Call once. */
export async function watchState(): Promise<void> {
  for (;;) {
    try {
      const response = await ask(`state?after=${tryState.peek()?.version ?? -1}`);
      tryState.value = (await response.json()) as TryState;
      if (lost.peek()) {
        lost.value = false;
        failure.value = null;
      }
    } catch (error) {
      lost.value = true;
      failure.value = (error as Error).message;
      await pause(2000);
    }
  }
}

const lost = signal(false);

export async function watchPicture(show: (picture: ImageBitmap) => void, ended: AbortSignal): Promise<void> {
  let known = '';
  while (!ended.aborted) {
    if (document.hidden || tryState.peek()?.phase !== 'ready') {
      await pause(300);
      continue;
    }
    try {
      const response = await ask(`picture?known=${known}`);
      if (response.status !== 200) continue;
      known = response.headers.get('x-picture') ?? '';
      show(await createImageBitmap(await response.blob()));
      await pause(60);
    } catch {
      // Polling the state reports the error.
      await pause(1500);
    }
  }
}
