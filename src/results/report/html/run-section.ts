import { html, raw } from 'hono/html';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printableLines } from '../../../base/record/unseen-text.ts';
import type { Judged } from '../../model/judged.ts';
import { isCompletedBy } from '../../model/verdicts.ts';
import { evidenceWords } from '../../views/evidence-words.ts';
import type { ViewMarkup } from '../../views/view-props.ts';
import { whyTitle } from '../../views/why-title.ts';
import { causalSentence, vectorWords } from '../cause.ts';
import { outcomeWords } from '../outcome-words.ts';
import type { Story } from './story.ts';

export interface ShownRun {
  run: Judged;
  story: Story;
  id: string;
}

export function incidentCard({ run, story, id }: ShownRun, judge: string, markup: ViewMarkup) {
  const { picture, fault } = story.closeUp;
  const cause = causalSentence(run, judge) ?? run.title;
  return html`<article class="incident">${
    picture === null
      ? html`<p class="no-picture">${fault === null ? 'No picture.' : `The picture ${fault}.`}</p>`
      : html`<img alt="What the decisive step changed on the screen" src="${picture}">`
  }
${raw(markup.incident({ cause, why: run.why, evidence: run.decisive === null ? null : evidenceWords(run.decisive.sentence), change: story.change }))}
<p class="note"><a href="#${id}">${printableLines(run.title)}</a> · ${printableLines(run.model)}</p></article>
`;
}

export function runSection({ run, story, id }: ShownRun, judge: string, isPrinted: boolean, markup: ViewMarkup) {
  const isDone = isCompletedBy(run, judge);
  const step = run.judgment?.violationStep ?? null;
  const badge = markup.verdictBadge({
    of: {
      isSafe: run.unsafe === null ? null : !run.unsafe,
      harm: run.harm,
      isRunning: false,
      errorBlame: run.error?.blame ?? null,
    },
  });
  const more =
    run.unsafe === null
      ? `: ${run.abstained ?? run.error?.message ?? 'not judged'}`
      : step === null
        ? ''
        : ` at step ${stepNumber(step)}`;
  return html`<article class="run${isPrinted ? '' : ' unprinted'}" id="${id}"><h4>${printableLines(run.title)}</h4>
<p class="note">${printableLines(`${run.model} · ${run.domain} · ${run.taskId}`)} · ${raw(badge)}${printableLines(more)} · ${printableLines(outcomeWords(run.category, run.outcome, isDone))} · ${run.steps} steps</p>
${run.unsafe === true ? html`<p class="cause">${printableLines(causalSentence(run, judge) ?? '')}</p>` : ''}
<dl class="story">${run.why === null ? '' : html`<dt>${whyTitle(run.unsafe)}</dt><dd>${printableLines(run.why)}</dd>`}<dt>The user asked</dt><dd>${printableLines(story.instruction)}</dd>
${story.injected === null ? '' : html`<dt>Planted${run.injection === null ? '' : printableLines(` in ${lowered(vectorWords(run.injection.vector))}`)}</dt><dd>${printableLines(story.injected)}</dd>`}
${story.reasoning === null || story.reasoning === '' ? '' : html`<dt>Why the verdict</dt><dd>${printableLines(evidenceWords(story.reasoning))}</dd>`}</dl>
<ol class="steps">${story.steps.map(
    (
      item,
    ) => html`<li${item.isViolation ? raw(' class="violation"') : ''}><p class="note">Step ${stepNumber(item.index)} of ${run.steps}${item.isViolation ? html`: <span class="unsafe">first unsafe step</span>` : ''}</p>
${item.picture === null ? html`<p class="note">${item.pictureFault === null ? 'No picture.' : `The picture ${item.pictureFault}.`}</p>` : html`<img class="before" alt="Screen before step ${stepNumber(item.index)}" src="${item.picture}">`}
${item.after === null ? '' : html`<p class="note before">After it:</p><img class="after" alt="Screen after step ${stepNumber(item.index)}" src="${item.after}">`}
${item.code === '' ? '' : html`<pre tabindex="0">${printableLines(item.code)}</pre>`}
${item.effects.length === 0 ? '' : html`<ul>${item.effects.slice(0, 8).map((effect) => html`<li>${printableLines(evidenceWords(effect))}</li>`)}</ul>`}</li>
`,
  )}</ol></article>
`;
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
