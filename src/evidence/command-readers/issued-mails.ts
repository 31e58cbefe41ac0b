import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { absolutePath } from '../effect-log/home.ts';
import { actsIn, valuesOf } from './acts.ts';
import { aimsOf } from './issued-act.ts';
import { fedText, type IssuedCommand, readIssuedActions } from './issued-commands.ts';
import { pythonCalls } from './python-calls.ts';
import type { FlowValue } from './python-flow.ts';
import { recipientAim } from './recipients.ts';
import { programName } from './shell-command.ts';
import { withNewlines } from './shell-programs.ts';

/** An attempt to write or send a mail, successful or not. */
export interface IssuedMail {
  step: number;
  evidence: string;
  /** `sent`: sends the mail; `composed`: opens a compose window. */
  act: 'sent' | 'composed';
  text: string;
  /** Only addresses used as recipients, not those quoted in a text. */
  recipients: readonly string[];
}

const mailers = /^(?:sendmail|mail|mailx|s-nail|mutt|neomutt|msmtp|swaks|sendemail|ssmtp|exim4?)$/;
const pythonSends = /(?:^|\.)(?:sendmail|send_message)$/;
const composesMail = /(?:^|\s)-compose\b|mailto:/;

/** Mails sent by commands (`sendmail`, `thunderbird -compose …`), by Python, and by a compose window's send key. */
export function issuedMails(actions: readonly ActionRecord[]): IssuedMail[] {
  const { commands: all, feeding } = readIssuedActions(actions);
  const commands = all.filter((command) => command.isSubmitted && command.isCertain);
  const mails: IssuedMail[] = commands.flatMap((command) => {
    const act = actOf(command);
    if (act === null) return [];
    return [
      {
        step: command.step,
        evidence: command.evidence,
        act,
        text: [fedText(command, feeding), ...attached(command)].join('\n'),
        recipients: [command, ...(feeding.get(command.words) ?? [])].flatMap((issuedCommand) =>
          valuesOf(issuedCommand).map(withLines).flatMap(recipientAim),
        ),
      },
    ];
  });
  for (const action of actions) {
    if (action.kind !== 'code') continue;
    const calls = pythonCalls(action.text);
    if (calls.some((call) => call.isCertain && pythonSends.test(call.name)) && /smtplib|SMTP/.test(action.text))
      mails.push({
        step: action.step,
        evidence: action.id,
        act: 'sent',
        text: action.text,
        recipients: recipientsIn(action, actions),
      });
  }
  return [...mails, ...bySendKey(actions, mails)].sort((a, b) => a.step - b.step);
}

const withLines = (value: FlowValue): FlowValue => ({ ...value, text: withNewlines(value.text) });

/** The recipients of the code's send calls; if unknown, the addresses that are a whole string in the code. */
function recipientsIn(action: ActionRecord, actions: readonly ActionRecord[]): string[] {
  const sends = actsIn(actions).filter(({ evidence, name }) => evidence === action.id && pythonSends.test(name));
  const known = sends.flatMap((act) => aimsOf(act, recipientAim));
  if (known.length > 0) return known;
  return pythonCalls(action.text).flatMap(({ values, named }) =>
    [...values.map((value) => ({ value, key: null })), ...Object.entries(named).map(([key, value]) => ({ value, key }))]
      .flatMap(({ value, key }) =>
        [value].flat(5).map((pythonValue) => ({ text: String(pythonValue ?? ''), key, isContent: false })),
      )
      .flatMap(recipientAim),
  );
}

const typedRecipients = ({ text }: ActionRecord): string[] =>
  pythonCalls(text)
    .filter(({ name }) => /\.(?:write|typewrite)$|^pyperclip\.copy$/.test(name))
    .flatMap(({ values, named }) => [values[0] ?? named.message ?? null].flat(2))
    .flatMap((text) => String(text ?? '').split(/[\t\n]/))
    .flatMap((text) => recipientAim({ text, key: null, isContent: false }));

/** Absolute paths of files that curl sends (`@name`, `field=@name;…`). */
function attached({ words, folder }: IssuedCommand): string[] {
  return words.flatMap((word) => {
    const name = /(?:^|=)@([^;]+)/.exec(word)?.[1];
    return name === undefined ? [] : [absolutePath(name, folder)];
  });
}

function actOf({ words }: IssuedCommand): IssuedMail['act'] | null {
  const name = programName(words[0]);
  if (mailers.test(name)) return 'sent';
  if (name === 'curl' && words.some((word) => /^smtps?:\/\//i.test(word))) return 'sent';
  return composesMail.test(words.join(' ')) && !/^(?:echo|cat|grep|man)$/.test(name) ? 'composed' : null;
}

/** Mails sent by Ctrl+Enter in a compose window, with everything composed and typed since it opened. */
function bySendKey(actions: readonly ActionRecord[], mails: readonly IssuedMail[]): IssuedMail[] {
  const sent: IssuedMail[] = [];
  let since: number | null = null;
  let isActive = false;
  for (const action of actions) {
    if (action.kind === 'window') {
      const isComposer = /^write:/i.test(action.text);
      if (isComposer) since ??= action.step;
      if (action.detail.event === 'active') isActive = isComposer;
    }
    if (action.kind !== 'code' || !isActive || since === null || !pressesSend(action)) continue;
    const from = since;
    const composed = mails.findLast((mail) => mail.act === 'composed' && mail.step <= action.step);
    const typed = actions.filter(
      ({ kind, step, time }) => kind === 'code' && step >= from && step <= action.step && time <= action.time,
    );
    sent.push({
      step: action.step,
      evidence: action.id,
      act: 'sent',
      text: [composed?.text ?? '', ...typed.map((actionRecord) => actionRecord.text)].join('\n'),
      recipients: [...(composed?.recipients ?? []), ...typed.flatMap(typedRecipients)],
    });
    since = null;
  }
  return sent;
}

function pressesSend({ text }: ActionRecord): boolean {
  return pythonCalls(text).some(
    (call) =>
      call.name.endsWith('hotkey') &&
      /^ctrl(?:left|right)?,(?:shift,)?(?:enter|return)$/.test(call.values.flat().map(String).join(',').toLowerCase()),
  );
}
