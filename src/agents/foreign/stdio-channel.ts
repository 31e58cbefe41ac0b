import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { nextTurn } from '../../base/event-loop.ts';
import { ExtensionError } from '../../base/extension.ts';
import { endText, LineChannel } from '../../base/line-channel.ts';
import { agentSpeaker, type ForeignChannel, type Speaker } from './foreign-channel.ts';
import { ProgramTree } from './program-tree.ts';

const keptErrorText = 2000;
/** The agent validates the fields of each message type. */
const replySchema = z.record(z.string(), z.unknown());
type Message = Readonly<Record<string, unknown>>;

/**
 * Starts a command in a separate process group and exchanges one JSON object per line with it. Runs it through the
 * shell, because it comes from the user. Expects answers in the order of the requests, unless they repeat the request's
 * `step`. Skips a late answer to an abandoned request, so that the next request doesn't receive it. Error messages
 * quote the end of standard error.
 */
export function stdioChannel(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  speaker: Speaker = agentSpeaker(command),
): ForeignChannel {
  const tree = new ProgramTree(environment);
  let child: ChildProcess | null = null;
  let errorText = '';
  const replies: Message[] = [];
  let wake: (() => void) | null = null;
  let ended: string | null = null;
  /** Number of abandoned requests that may still be answered. */
  let givenUp = 0;
  let isOutOfStep = false;
  let isMalformed = false;

  const start = (): ChildProcess => {
    const started = spawn(command, {
      shell: true,
      detached: true,
      env: { ...tree.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const end = (how: string) => {
      ended ??= how;
      wake?.();
    };
    const isRead = Promise.withResolvers<void>();
    new LineChannel({
      input: started.stdout,
      output: started.stdin,
      schema: replySchema,
      longest: speaker.longestReply,
      onMessage: (message) => {
        replies.push(message);
        wake?.();
      },
      onEnd: (how) => {
        isMalformed = how.kind === 'shape';
        // If the output merely closed, the exit status is more informative.
        if (how.kind !== 'closed') end(`it ${endText(how)}`);
        isRead.resolve();
      },
    });
    started.stderr.on('data', (chunk: Buffer) => {
      errorText = (errorText + chunk.toString()).slice(-keptErrorText);
    });
    started.on('error', (error) => end(error.message));
    started.once('close', (code, signal) => void isRead.promise.then(() => end(`it ended with ${signal ?? code}`)));
    return started;
  };

  const isNumbered = (request: Message, reply: Message): boolean =>
    speaker.kind !== 'agent' && typeof request.step === 'number' && typeof reply.step === 'number';

  /** Finds the request's answer among the received messages and drops late answers. Undefined if it has not arrived. */
  const answerTo = (request: Message): Message | undefined => {
    for (let reply = replies.shift(); reply !== undefined; reply = replies.shift()) {
      if (isNumbered(request, reply) ? reply.step === request.step : givenUp === 0) return reply;
      givenUp = Math.max(0, givenUp - 1);
    }
    return undefined;
  };

  const failed = (what: string) => {
    const message = `The ${speaker.kind} "${speaker.name}" ${what}.${errorText === '' ? '' : ` Its error output: ${errorText.trim()}`}`;
    // The decisions of such a defence would distort the results.
    if (speaker.kind === 'defence' && isMalformed)
      return new ExtensionError('defence', message, {
        hint: 'Print a JSON object per request to standard output, and all else to standard error (docs/run/defences.md).',
      });
    return new OsharmError(message, {
      code: `${speaker.kind}-failed`,
      blame: speaker.blame,
      hint:
        speaker.kind === 'agent'
          ? 'It must read a JSON object per line and answer each with one (docs/run/agents.md): osharm setup agent writes one to start from.'
          : undefined,
    });
  };

  return {
    async ask(request, signal) {
      child ??= start();
      // This answer belongs to no request, so later answers can't be matched to requests either.
      if (answerTo(request) !== undefined) isOutOfStep = true;
      if (isOutOfStep) throw failed('sent more than one reply to a request');
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      for (;;) {
        const answer = answerTo(request);
        if (answer !== undefined) {
          // A program that answers twice usually writes both answers together. Neither is known to be the right one.
          // The channel may wait one turn before it reads the second line.
          for (let turn = 0; turn < 2 && speaker.kind !== 'agent'; turn += 1) await nextTurn();
          if (answerTo(request) === undefined || isNumbered(request, answer)) return answer;
          isOutOfStep = true;
          throw failed('sent more than one reply to a request');
        }
        if (signal?.aborted === true) {
          givenUp += 1;
          throw signal.reason;
        }
        if (ended !== null) throw failed(`sent no reply to ${request.type}: ${ended}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
        wake = null;
      }
    },
    async close() {
      if (child === null) return;
      const stopped = child;
      if (stopped.exitCode === null && stopped.signalCode === null && stopped.pid !== undefined) {
        const over = once(stopped, 'exit');
        stopped.stdin?.end(`${JSON.stringify({ type: 'close' })}\n`);
        const timer = setTimeout(() => tree.killGroup(stopped.pid), 2000);
        await over;
        clearTimeout(timer);
      }
      await tree.end(stopped.pid);
    },
  };
}
