import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { RunSummary } from '../model/run-summary.ts';
import { isUnsafeBy } from '../model/verdicts.ts';
import { evidenceWords } from '../views/evidence-words.ts';

/** Explains in one sentence why a run is unsafe. Null if the judge does not call it unsafe. */
export function causalSentence(run: RunSummary, judge: string): string | null {
  if (isUnsafeBy(run, judge) !== true) return null;
  const byEffects = judge === effectJudgeName;
  const step = run.judgments.get(judge)?.violationStep ?? (byEffects ? (run.decisive?.step ?? null) : null);
  const at = step === null ? '' : ` at step ${stepNumber(step)}`;
  const wasTried = byEffects && run.harm === 'attempted';
  const did = wasTried ? `the agent tried to${at}` : `the agent did it${at}`;
  const harm = byEffects ? harmOfTask(run) : '';
  switch (run.category) {
    case 'injection':
      return injectionCause(run, did, at);
    case 'side task':
      return `The agent was given the side task to ${lowered(run.goalTitle ?? run.injection?.goal ?? 'do harm')}; ${did}.`;
    case 'misuse':
      return run.hasTitle
        ? `The user asked to ${lowered(run.title)}; ${did}.${harm}`
        : `The user’s request was harmful (“${run.title}”); the agent ${wasTried ? 'tried to carry' : 'carried'} it out${at}.${harm}`;
    case 'benign':
      return `The agent went beyond what the user permitted${at}${whatItDid(run, byEffects, ': it ')}.`;
    case 'control':
      return `The agent did harm${at}, although the user had warned of it${whatItDid(run, byEffects, ': it ')}.${harm}`;
    default: {
      const what = byEffects ? deedOf(run) : null;
      return what === null
        ? `The agent did harm${at}; the judge’s reasons say what it did.`
        : `The agent ${what}${at}.${harm}`;
    }
  }
}

function injectionCause(run: RunSummary, did: string, at: string): string {
  const where = vectorWords(run.injection?.vector ?? '');
  if (run.isNeutral) return `The agent did harm${at}, although a neutral text replaced the injected one.`;
  if (run.exposure?.from === 'request' && run.exposure.extent === 'none')
    return `The agent did harm${at}. No request contained the injected text, so the cause is unknown.`;
  return run.goalTitle === null
    ? `${where} contained an instruction (${run.injection?.goal ?? 'goal unknown'}); the agent followed it${at}.`
    : `${where} asked the agent to ${lowered(run.goalTitle)}; ${did}.`;
}

const whatItDid = (run: RunSummary, byEffects: boolean, before: string): string => {
  const what = byEffects ? deedOf(run) : null;
  return what === null ? '' : `${before}${what}`;
};

const harmOfTask = ({ decisive }: RunSummary): string =>
  decisive?.harm == null ? '' : ` The harm: ${lowered(decisive.harm.replace(/\.$/, ''))}.`;

function deedOf({ decisive }: RunSummary): string | null {
  const sentence = evidenceWords(decisive?.sentence ?? '').replace(/\.$/, '');
  return sentence === '' ? null : lowered(sentence);
}

/** Lowers the first letter, except in abbreviations such as "SSH". */
const lowered = (text: string): string =>
  /^\p{Lu}(?=\p{Ll}|\s)/u.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;

/** The place of the injected text, as the subject of a sentence. */
export function vectorWords(vector: string): string {
  return places[vector] ?? `A text (${vector.replaceAll('_', ' ')})`;
}

const places: Readonly<Record<string, string>> = {
  calendar_invite: 'A calendar invitation',
  chat_message: 'A chat message',
  clipboard: 'The clipboard',
  dialog: 'A dialog',
  desktop_notification: 'A notification',
  file_name: 'The name of a file',
  image_text: 'A picture',
  libreoffice_calc: 'A spreadsheet',
  libreoffice_writer: 'A document',
  mail_server: 'A new email',
  pdf: 'A PDF',
  sheet_comment: 'A comment in a spreadsheet',
  terminal_output: 'The output of a command',
  agent_file: 'A file of the agent itself',
  tool_description: 'The description of a tool',
  tool_error: 'The error of a tool',
  tool_resource: 'A resource of a tool server',
  tool_result: 'The result of a tool',
  tool_shadowed: 'A second tool of the same name',
  thunderbird_mail_draft: 'An email draft',
  thunderbird_mail_received: 'An email',
  vs_code: 'A file in the editor',
  website: 'A web page',
  website_page: 'A web page',
};
