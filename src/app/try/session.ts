import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { centre } from '../../agents/reference/locate.ts';
import { type ScreenElement, screenElements } from '../../agents/reference/screen-tree.ts';
import type { ScriptStep } from '../../agents/reference/step-schema.ts';
import { OsharmError, UsageError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { ShownElement, TryState, TryVerdict } from '../../results/viewer/try-api.ts';
import type { Gesture } from './gesture.ts';
import { clickedAgain, type GestureStep, joined, stepOf } from './step-of.ts';
import type { Tried } from './tried.ts';

/** Maximum milliseconds for the code of one gesture. */
const codeLimit = 30_000;
/** Changes are collected after this many milliseconds without a gesture. */
const quietMs = 700;
const mostListed = 2_000;

/** Marks the decisive act in a reference, so that `suite verify` finds it. */
const decisiveWords = 'This is the decisive act of the harm.';

interface Recorded {
  step: ScriptStep;
  isByPlace: boolean;
}

/** A person's session at a live desktop. Records gestures as steps, and runs the check and the oracles. */
export class TrySession {
  readonly #tried: Tried;
  readonly #signal: AbortSignal;
  readonly #watchers = new Set<() => void>();
  #desktop: Desktop | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #version = 1;
  #phase: TryState['phase'] = 'starting';
  #message: string | null = 'The desktop is being created.';
  #problem: string | null = null;
  #steps: Recorded[] = [];
  #verdict: TryVerdict | null = null;
  #saved: string | null = null;
  #listed: readonly ScreenElement[] = [];
  #quiet: NodeJS.Timeout | null = null;

  /** `signal`: the user's stop signal. */
  constructor(tried: Tried, signal: AbortSignal) {
    this.#tried = tried;
    this.#signal = signal;
  }

  state(): TryState {
    const { task, title, screen } = this.#tried;
    const end = this.#desktop?.state();
    const hasEnded = this.#phase === 'ready' && end !== undefined && end.state !== 'running';
    return {
      version: this.#version,
      title,
      screen,
      phase: hasEnded ? 'ended' : this.#phase,
      message:
        hasEnded && end?.state === 'destroyed' ? `The desktop was ended from inside: ${end.reason}.` : this.#message,
      problem: this.#problem,
      task:
        task === null
          ? null
          : {
              id: task.id,
              instruction: task.instruction,
              injected: task.injected,
              references: [...task.references],
              steps: this.#steps.map(({ step, isByPlace }) => ({
                text: JSON.stringify(step),
                isByPlace,
                isDecisive: step.violates === true,
              })),
              verdict: this.#verdict,
              saved: this.#saved,
            },
    };
  }

  /** Resolves when the state is newer than `version`, after `milliseconds`, or when `gone` aborts. */
  async changed(version: number, milliseconds: number, gone: AbortSignal): Promise<void> {
    if (this.#version !== version) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', done);
        this.#watchers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      gone.addEventListener('abort', done);
      this.#watchers.add(done);
    });
  }

  /** Creates a fresh desktop, which replaces any earlier one. */
  async start(): Promise<void> {
    await this.#inTurn(async () => {
      this.#steps = [];
      this.#verdict = null;
      this.#saved = null;
      this.#desktop = null;
      this.#set('starting', 'The desktop is being created.');
      try {
        this.#desktop = await this.#tried.start(this.#signal);
        this.#set('ready', null);
      } catch (error) {
        this.#set('ended', words(error));
        throw error;
      }
    });
  }

  async act(gesture: Gesture): Promise<void> {
    await this.#inTurn(async () => {
      const desktop = this.#running();
      const { task, screen } = this.#tried;
      if (gesture.kind === 'move') {
        await desktop.execute(`import pyautogui\npyautogui.moveTo(${gesture.x}, ${gesture.y}, _pause=False)`, {
          timeoutMs: codeLimit,
          signal: this.#signal,
        });
        return;
      }
      const meant = typeable(gesture.kind === 'click-element' ? this.#clickOn(gesture.index, gesture.name) : gesture);
      const last = this.#steps.at(-1);
      const again = meant.kind === 'click' && meant.count > 1 ? clickedAgain(last?.step, meant) : null;
      // Locate the target on the screen before the click. Further clicks of a double or triple click share it.
      const needsTree = task !== null && again === null && (meant.kind === 'click' || meant.kind === 'scroll');
      const elements = needsTree ? screenElements(await desktop.accessibilityTree(this.#signal)) : [];
      const made = again === null ? stepOf(meant, elements, screen) : null;
      const code = made?.code ?? clickCode(meant);
      await task?.acting(code);
      const done = await desktop.execute(code, { timeoutMs: codeLimit, signal: this.#signal });
      this.#problem = done.returncode === 0 ? null : `The desktop refused it: ${lastLine(done.error || done.output)}`;
      if (task !== null) this.#note(made, again);
      this.#tell();
    });
    this.#readWhenQuiet();
  }

  async elements(): Promise<ShownElement[]> {
    return this.#inTurn(async () => {
      this.#listed = screenElements(await this.#running().accessibilityTree(this.#signal)).slice(0, mostListed * 10);
      return this.#listed
        .map(({ role, name, box }, index) => ({ index, role, name, isShown: box !== null }))
        .filter(({ name, isShown }) => isShown && name !== '')
        .slice(0, mostListed)
        .map(({ index, role, name }) => ({ index, role, name }));
    });
  }

  async evaluate(): Promise<void> {
    await this.#inTurn(async () => {
      this.#running();
      const task = this.#taskOf();
      this.#set('ready', 'The check and the oracles are running.');
      try {
        this.#verdict = { afterSteps: this.#steps.length, ...(await task.evaluate()) };
      } finally {
        this.#set('ready', null);
      }
    });
  }

  removeStep(index: number): void {
    this.#steps = this.#steps.filter((_, at) => at !== index);
    this.#tell();
  }

  /** Marks a step as the decisive act of the harm, or removes the mark. */
  markStep(index: number): void {
    this.#steps = this.#steps.map((item, at) => {
      const { violates: was, say, ...step } = item.step;
      if (was === true) return { ...item, step };
      if (at !== index) return { ...item, step: { ...step, say: say || undefined } };
      return { ...item, step: { ...step, say: say ?? decisiveWords, violates: true } };
    });
    this.#tell();
  }

  save(reference: string): void {
    const task = this.#taskOf();
    if (this.#steps.length === 0)
      throw new UsageError('There is no step to save.', { code: 'try-no-steps', hint: 'Do the task first.' });
    this.#saved = task.save(
      reference,
      this.#steps.map(({ step }) => step),
    );
    this.#tell();
  }

  /** Returns the screen as JPEG, named by its content; null if it still matches `known`. */
  async picture(known: string | null): Promise<{ name: string; jpeg: Buffer } | null> {
    const desktop = this.#desktop;
    if (desktop === null || desktop.state().state !== 'running') return null;
    const png = await desktop.screenshot(this.#signal).catch((error: unknown) => {
      // An open page may request one more picture after the user's stop.
      if (this.#signal.aborted) return null;
      throw error;
    });
    if (png === null) return null;
    const name = createHash('sha256').update(png).digest('hex').slice(0, 24);
    if (name === known) return null;
    return { name, jpeg: await sharp(png).jpeg({ quality: 82 }).toBuffer() };
  }

  async end(): Promise<void> {
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#set('ended', 'osharm has ended this desktop.');
    await this.#turn.catch(() => {});
    await this.#tried.end();
  }

  #note(made: GestureStep | null, again: ScriptStep | null): void {
    const last = this.#steps.at(-1);
    const isByPlace = made?.isByPlace ?? last?.isByPlace ?? false;
    const step = again ?? (made === null ? null : joined(last?.step, made.step));
    if (step !== null) this.#steps = [...this.#steps.slice(0, -1), { step: step, isByPlace }];
    else if (made !== null) this.#steps = [...this.#steps, { step: made.step, isByPlace }];
    this.#saved = null;
  }

  #clickOn(index: number, name: string): Extract<Gesture, { kind: 'click' }> {
    const element = this.#listed[index];
    if (element === undefined || element.name !== name)
      throw new UsageError('The list of elements is out of date.', {
        code: 'try-stale-list',
        hint: 'Refresh the list.',
      });
    const [x, y] = centre(element, this.#tried.screen);
    return { kind: 'click', x, y, button: 'left', count: 1 };
  }

  #running(): Desktop {
    const desktop = this.#desktop;
    if (desktop !== null && desktop.state().state === 'running') return desktop;
    throw new UsageError('There is no desktop any more.', { code: 'try-no-desktop', hint: 'Start over.' });
  }

  #taskOf(): NonNullable<Tried['task']> {
    const { task } = this.#tried;
    if (task !== null) return task;
    throw new UsageError('This desktop has no task.', { code: 'try-no-task' });
  }

  #readWhenQuiet(): void {
    const { task } = this.#tried;
    if (task === null) return;
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#inTurn(() => task.settled()).catch((error: unknown) => {
        this.#problem = words(error);
        this.#tell();
      });
    }, quietMs);
  }

  async #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(action);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #set(phase: TryState['phase'], message: string | null): void {
    this.#phase = phase;
    this.#message = message;
    this.#problem = null;
    this.#tell();
  }

  #tell(): void {
    this.#version += 1;
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Returns the code for one more click of a double or triple click. */
function clickCode(gesture: Gesture): string {
  if (gesture.kind !== 'click') throw new TypeError(`Not a click: ${gesture.kind}`);
  return `import pyautogui\npyautogui.click(${gesture.x}, ${gesture.y}, button='${gesture.button}')`;
}

/** Throws UsageError for characters that pyautogui silently drops. */
function typeable(gesture: Gesture): Gesture {
  const lost = gesture.kind === 'type' ? [...gesture.text].filter((letter) => letter > '~') : [];
  if (lost.length === 0) return gesture;
  throw new UsageError(`pyautogui can't type ${lost.join(' ')}: it types only ASCII.`, {
    code: 'try-not-typeable',
    hint: 'Agents paste such text; in a reference use a step with Python.',
  });
}

function words(error: unknown): string {
  if (!(error instanceof OsharmError)) return (error as Error).message;
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
