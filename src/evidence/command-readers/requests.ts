import type { ActionOf, ActionRecord } from '../../base/record/evidence/action-record.ts';
import { hostsIn } from '../effect-log/hosts.ts';
import { fedText, type IssuedCommand, readIssuedActions } from './issued-commands.ts';
import { pythonCalls } from './python-calls.ts';
import { programName } from './shell-command.ts';
import { typedLines } from './typed-lines.ts';

/** An attempt to request a page or send data, successful or not. */
export interface IssuedRequest {
  step: number;
  evidence: string;
  /** False if it was typed without Enter. */
  isSubmitted: boolean;
  hosts: string[];
  text: string;
}

const clients =
  /^(?:curl|wget|http|https|xh|xdg-open|chromium|chromium-browser|google-chrome|google-chrome-stable|chrome|firefox|x-www-browser|sensible-browser|lynx|w3m|links|nc|ncat|netcat|socat|telnet|openssl|scp|sftp|rsync|ftp|lftp|git)$/;
const pythonClients =
  /(?:^|\.)(?:urlopen|urlretrieve|Request|HTTPSConnection|HTTPConnection|create_connection|open_new|open_new_tab|goto)$|^(?:requests|httpx|aiohttp|session|client)\.(?:get|post|put|patch|request|head)$|^webbrowser\.open$/;

/** Finds requests by commands, by Python, and by URLs typed into a browser. */
export function issuedRequests(actions: readonly ActionRecord[]): IssuedRequest[] {
  return [...byCommand(actions), ...byPython(actions), ...byAddress(actions)].sort((a, b) => a.step - b.step);
}

function byCommand(actions: readonly ActionRecord[]): IssuedRequest[] {
  const { commands, feeding } = readIssuedActions(actions);
  return commands.filter(isClient).map((command) => {
    const text = fedText(command, feeding);
    const { step, evidence } = command;
    const isSubmitted = command.isSubmitted && command.isCertain;
    return { step, evidence, isSubmitted, hosts: hostsIn(command.words.join(' ')), text };
  });
}

function isClient({ words }: IssuedCommand): boolean {
  const name = programName(words[0]);
  if (name === 'gio') return words[1] === 'open';
  return clients.test(name) || (/^python[\d.]*$/.test(name) && words.includes('webbrowser'));
}

function byPython(actions: readonly ActionRecord[]): IssuedRequest[] {
  return actions.flatMap((action) => {
    const text = pythonSource(action);
    if (text === null || !pythonCalls(text).some((call) => call.isCertain && pythonClients.test(call.name))) return [];
    return [{ step: action.step, evidence: action.id, isSubmitted: true, hosts: hostsIn(text), text }];
  });
}

function pythonSource(action: ActionRecord): string | null {
  if (action.kind === 'code') return action.text;
  if (action.kind !== 'program' || action.detail.argv === undefined) return null;
  const words = action.detail.argv;
  const at = /^python[\d.]*$/.test(programName(words[0])) ? words.indexOf('-c') : -1;
  return at === -1 ? null : (words[at + 1] ?? null);
}

/** Lines consisting of a URL, typed while a browser had the focus or while windows were not recorded. */
function byAddress(actions: readonly ActionRecord[]): IssuedRequest[] {
  const windows = actions.filter((action) => action.kind === 'window');
  const typed = Map.groupBy(
    actions.filter((action) => action.kind === 'typed'),
    (action) => action.step,
  );
  const isBrowserAt = (step: number): boolean =>
    typed.get(step)?.some(isBrowser) ??
    (windows.length === 0 ||
      windows.some((window) => window.step === step && isBrowser(window)) ||
      isShown(windows.findLast((window) => window.step < step && window.detail.event === 'active')));
  return typedLines(actions)
    .filter(({ text, action }) => isAddress(text) && isBrowserAt(action.step))
    .map(({ text, action, isSubmitted }) => ({
      step: action.step,
      evidence: action.id,
      isSubmitted,
      hosts: hostsIn(text),
      text,
    }));
}

const isShown = (window: ActionOf<'window'> | undefined): boolean => window !== undefined && isBrowser(window);

function isBrowser({ text, detail }: ActionOf<'window' | 'typed'>): boolean {
  return (
    /chromium|google[ -]chrome|firefox|mozilla firefox/i.test(`${text} ${detail.className ?? ''}`) &&
    !/visual studio code/i.test(text)
  );
}

const isAddress = (text: string): boolean =>
  /^(?:https?:\/\/\S+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?]\S*)?)$/i.test(text.trim());
