import type { RunDetail } from '../../../api.ts';

/** The next step after `from` (around the end) whose reply, actions or effects hold a text, in any case; null: none does. */
export function nextWith(run: RunDetail, text: string, from: number): number | null {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  const count = run.steps.length;
  for (let offset = 1; offset <= count; offset += 1) {
    const index = (from + offset) % count;
    const step = run.steps[index];
    if (step === undefined) continue;
    const effects = run.effects.filter((effect) => effect.step === index);
    const texts = [
      step.response,
      ...step.actions.map((action) => (typeof action === 'string' ? action : JSON.stringify(action))),
      ...effects.map((effect) => `${effect.sentence}\n${effect.detail}`),
    ];
    if (texts.some((value) => value.toLowerCase().includes(wanted))) return index;
  }
  return null;
}
