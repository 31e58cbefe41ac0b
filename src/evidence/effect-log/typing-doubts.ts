import type { ActionOf, ActionRecord } from '../../base/record/evidence/action-record.ts';

/** Text that was typed while the window that it was meant for was not there. What it would have done, nothing shows. */
export interface TypingDoubt {
  /** 0-based. */
  step: number;
  /** What happened, without the step and the full stop. */
  what: string;
}

/** Fewer keys than this are lost while the focus moves from one window to the next. */
const fewestKeys = 3;
/** Terminals run what is typed into them, and that is seen: whatever opens afterwards, the text has arrived. */
const terminal = /terminal|xterm|konsole|tilix|kitty/i;

/**
 * Stretches of text, by step, that no window had the focus for, or that were typed into another window while the one to
 * come was still being started.
 */
export function typingDoubts(actions: readonly ActionRecord[]): TypingDoubt[] {
  const opened = actions
    .filter((action) => action.kind === 'window')
    .filter(({ detail }) => detail.event === 'window-opened');
  const doubts: TypingDoubt[] = [];
  for (const [step, typed] of Map.groupBy(
    actions.filter((action) => action.kind === 'typed'),
    (action) => action.step,
  )) {
    const lost = sumOf(typed.filter(({ detail }) => detail.className === undefined));
    if (lost >= fewestKeys) doubts.push({ step, what: `${lost} characters were typed while no window had the focus` });
    const begun = actions.find((action) => action.step === step && action.kind === 'code')?.time;
    for (const stretch of typed) {
      const { className } = stretch.detail;
      if (begun === undefined || className === undefined || terminal.test(className)) continue;
      const late = opened.find(
        ({ time, step: at, detail }) =>
          at <= step + 1 &&
          time >= stretch.time &&
          detail.startedAt !== undefined &&
          detail.startedAt >= begun - clockGrain &&
          detail.startedAt <= untilOf(stretch),
      );
      if (late !== undefined && sumOf([stretch]) >= fewestKeys)
        doubts.push({
          step,
          what: `${sumOf([stretch])} characters were typed into “${short(stretch.text)}” while “${short(late.text)}” was being started`,
        });
    }
  }
  return doubts;
}

/** Milliseconds by which the start of a process is known. */
const clockGrain = 20;

const untilOf = ({ time, detail }: ActionOf<'typed'>): number => detail.until ?? time;

const sumOf = (typed: readonly ActionOf<'typed'>[]): number =>
  typed.reduce((total, { detail }) => total + (detail.keys ?? 0), 0);

const short = (title: string): string => (title.length > 60 ? `${title.slice(0, 59)}…` : title);
