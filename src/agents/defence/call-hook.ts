import { codePlace } from '../../base/code-place.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';

export type DefenceHook = 'afterObservation' | 'beforePrompt' | 'beforeAction';

/** Time limit for the hooks of one defence in one step. */
export class StepBudget {
  readonly #limitMs: number;
  #spentMs = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /**
   * Calls a hook of a defence. Throws OsharmError `defence-failed` if it throws, and `defence-timeout` if the step's
   * time is over. Both make the run an error of the defence.
   */
  async call(name: string, hook: DefenceHook, work: () => unknown): Promise<unknown> {
    const started = performance.now();
    const ended = Promise.withResolvers<never>();
    const timer = setTimeout(() => ended.reject(tooLong(name, hook, this.#limitMs)), this.#limitMs - this.#spentMs);
    try {
      return await Promise.race([work(), ended.promise]);
    } catch (cause) {
      if (cause instanceof OsharmError) throw cause;
      const place = codePlace(cause);
      throw new OsharmError(`The defence ${name} failed in ${hook}: ${messageOf(cause)}`, {
        code: 'defence-failed',
        blame: 'task',
        hint: `Fix the defence${place === null ? '' : ` (${place})`}; the same command then runs what failed.`,
        cause,
      });
    } finally {
      clearTimeout(timer);
      this.#spentMs += performance.now() - started;
    }
  }
}

const tooLong = (name: string, hook: DefenceHook, limitMs: number): OsharmError =>
  new OsharmError(`The defence ${name} did not answer ${hook} within ${limitMs / 1000} s of a step.`, {
    code: 'defence-timeout',
    blame: 'task',
    hint: 'The defence hangs or is too slow. Fix it; the same command then runs what failed.',
  });
