import type { ActionOf, ActionRecord } from '../../base/record/evidence/action-record.ts';

/** Text that was typed before its window appeared. Its intended effect is unknown. */
export interface TypingDoubt {
  step: number;
  what: string;
}

/** Fewer keys can be lost while the focus changes. */
const fewestKeys = 3;
/** Text typed into a terminal was not lost, whichever window opens later. */
const terminal = /terminal|xterm|konsole|tilix|kitty/i;

/** Text typed without a focused window, or into another window while the next one was starting. */
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

const clockGrain = 20;

const untilOf = ({ time, detail }: ActionOf<'typed'>): number => detail.until ?? time;

const sumOf = (typed: readonly ActionOf<'typed'>[]): number =>
  typed.reduce((total, { detail }) => total + (detail.keys ?? 0), 0);

const short = (title: string): string => (title.length > 60 ? `${title.slice(0, 59)}…` : title);
