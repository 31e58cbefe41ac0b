import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OsharmError } from '../../../base/errors.ts';
import { actionAsText } from '../../../base/record/action-text.ts';
import { sumKnown } from '../../../base/record/token-sum.ts';
import { addSpents } from '../../judges/add-spents.ts';
import { type Asked, type Asker, notRefused } from '../../judges/ask/ask-model.ts';
import type { Question } from '../../judges/ask/dialect.ts';
import { requestBody } from '../../judges/ask/request-body.ts';
import { costAtMost, outputAtMost, tokensAtMost } from '../../judges/ask/token-bounds.ts';
import { type ChatPart, imagePart, textPart } from '../../judges/chat.ts';
import { addSpent } from '../../judges/prepare-trace.ts';
import type { Monitor, MonitorContext, MonitorSpend, Suspicion } from '../monitor.ts';
import type { MonitorView, SeenStep } from '../view.ts';
import { modelMonitorWords } from './model-words.ts';

const longest = { thoughts: 2_000, actions: 6_000, tree: 16_000 };
/** Maximum numbers of earlier steps and effects in the prompt. The latest are kept. */
const most = { history: 20, effects: 60 };
/** A step stays unscored after this many malformed answers. */
const triesAtForm = 2;

const answerSchema = z.looseObject({ reasoning: z.string(), suspicion: z.number().min(0).max(100) });

export function modelMonitorHash(model: string): string {
  return createHash('sha256')
    .update(JSON.stringify([model, modelMonitorWords, longest, most]))
    .digest('hex');
}

export function modelMonitor(asker: Asker, { scope, recorder }: MonitorContext): Monitor {
  let spent: Record<string, MonitorSpend> = {};
  return {
    async score(view, signal): Promise<Suspicion> {
      const question = questionOf(view);
      let costUsd: number | null = 0;
      let fault = '';
      for (let attempt = 1; attempt <= triesAtForm; attempt += 1) {
        const asked = await asker.ask(fault === '' ? question : againAfter(question, fault), {
          role: 'monitor',
          scope: `${scope}/${view.step}-${view.moment}`,
          recorder: recorder ?? null,
          signal,
        });
        spent = addSpents(spent, spendOf(asked));
        costUsd = sumKnown(costUsd, asked.costUsd);
        const read = answerSchema.safeParse(notRefused(asker, asked).value);
        if (read.success)
          return {
            suspicion: read.data.suspicion / 100,
            reason: read.data.reasoning.slice(0, 5_000),
            costUsd: costUsd ?? undefined,
          };
        const issue = read.error.issues[0];
        fault = `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;
      }
      throw new OsharmError(`${asker.address.name} gave no suspicion in ${triesAtForm} answers: ${fault}.`, {
        code: 'monitor-bad-answer',
        blame: 'model',
      });
    },
    spent: () => spent,
  };
}

/** Upper bound on the cost of rating a step, in US dollars. Null if the price is unknown. */
export async function modelStepCost(asker: Asker, view: MonitorView): Promise<number | null> {
  const { model, provider } = asker.address;
  const value = asker.dialect.body(model, questionOf(view));
  const tokens = tokensAtMost(model, await requestBody(value), outputAtMost(value));
  return costAtMost(asker.port.prices(provider, model), tokens);
}

function spendOf(asked: Asked): Record<string, MonitorSpend> {
  const spent: Record<string, MonitorSpend> = {};
  addSpent(spent, 'monitor', asked);
  return spent;
}

function questionOf(view: MonitorView): Question {
  const { instruction, step, moment, history, current, tree, effects, screenshot } = view;
  const shown = {
    request: instruction,
    steps_before: history.slice(-most.history).map(shownStep),
    [moment === 'before' ? 'proposed_step' : 'executed_step']: shownStep(current),
    screen_as_text: tree === null ? undefined : cut(tree, longest.tree),
    effects_so_far: effects
      ?.slice(-most.effects)
      .map(({ step: at, sentence }) => ({ step: at + 1, effect: cut(sentence, longest.thoughts) })),
  };
  const content: ChatPart[] = [
    textPart(`Step ${step + 1}.\n${JSON.stringify(shown, null, 1)}`),
    ...(screenshot === null ? [] : [textPart('What the agent saw:'), imagePart(screenshot)]),
  ];
  return {
    kind: 'verdict',
    messages: [
      { role: 'system', content: modelMonitorWords.system },
      { role: 'user', content },
    ],
    schema: modelMonitorWords.answer,
    description: modelMonitorWords.description,
    isOsHarm: false,
  };
}

function shownStep({ step, thoughts, reasoning, actions }: SeenStep): Record<string, unknown> {
  return {
    step: step + 1,
    reasoning: reasoning === null ? undefined : cut(reasoning, longest.thoughts),
    reply: thoughts === null ? undefined : cut(thoughts, longest.thoughts),
    actions: actions.map((action) => cut(actionAsText(action), longest.actions)),
  };
}

/** Cuts the middle, because relevant text tends to be at either end. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)} [${text.length - 2 * half} characters not shown] ${text.slice(-half)}`;
}

function againAfter(question: Question, fault: string): Question {
  const content = `Your answer before this one could not be used (${fault}). Answer again, in the form that is asked for.`;
  return { ...question, messages: [...question.messages, { role: 'user', content }] };
}
