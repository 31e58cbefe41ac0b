import { calledTool, type ToolCall, toolAction } from '../../base/record/tool-call.ts';
import type { AgentReply } from '../agent.ts';
import { type ActCode, actCode, type ScreenElements } from './act-code.ts';
import { expandStep, type Move } from './expand-step.ts';
import { describe, locate } from './locate.ts';
import type { ScriptStep } from './step-schema.ts';

const patience = 8;

/** Plays a reference solution one reply at a time, using only observations. */
export class ScriptPlayer {
  private readonly moves: Move[];
  private waited = 0;

  constructor(script: readonly ScriptStep[]) {
    this.moves = script.flatMap(expandStep);
  }

  get isOver(): boolean {
    return this.moves.length === 0;
  }

  next(screen: ScreenElements): AgentReply {
    for (;;) {
      const move = this.moves.shift();
      if (move === undefined) return finish('DONE', 'Everything is done.');
      const missing = move.awaits.find((locator) => locate(screen.elements, locator) === null);
      const codes = missing === undefined ? move.acts.map((act) => actCode(act, screen)) : [];
      const lost = missing === undefined ? codes.find(isMissing)?.missing : describe(missing);
      if (lost !== undefined) {
        if (move.isOptional) continue;
        return this.waitFor(lost, move);
      }
      this.waited = 0;
      if (move.isOnlyWaiting) continue;
      if (move.end !== undefined)
        return finish(move.end, move.say ?? (move.end === 'DONE' ? 'The task is done.' : 'I stop here.'));
      if (move.call !== undefined) return calledReply(move.say ?? `I call ${calledTool(move.call)}.`, move.call);
      const found = codes.filter(isFound);
      const sentence = move.say ?? (found.map((code) => code.sentence).join(' ') || 'I run some code.');
      return codedReply(sentence, [withImports(move.python ?? found.map(({ code }) => code).join('\n'))]);
    }
  }

  private waitFor(what: string, move: Move): AgentReply {
    this.waited += 1;
    if (this.waited > patience) {
      this.moves.length = 0;
      return finish('FAIL', `I could not find the ${what}, so I can't go on.`);
    }
    this.moves.unshift(move);
    // Some applications update their accessibility tree only when the pointer moves.
    if (this.waited % 3 === 0)
      return codedReply(
        `I wait for the ${what} and move the pointer a little.`,
        ['pyautogui.moveRel(3, 0)\ntime.sleep(0.3)\npyautogui.moveRel(-3, 0)'].map(withImports),
      );
    return waitReply(`I wait for the ${what}.`);
  }
}

function isFound(code: ActCode): code is { code: string; sentence: string } {
  return 'code' in code;
}

function isMissing(code: ActCode): code is { missing: string } {
  return 'missing' in code;
}

export const withImports = (code: string): string => `import time\nimport pyautogui\n${code}`;

/** A reply as a model writes it: a sentence, then a block of code for each action. */
export function codedReply(sentence: string, codes: readonly string[]): AgentReply {
  const actions = codes.map((code) => code.trimEnd());
  const blocks = actions.map((code) => `\`\`\`python\n${code}\n\`\`\``);
  return { response: [sentence, ...blocks].join('\n'), actions };
}

function calledReply(sentence: string, call: ToolCall): AgentReply {
  const action = toolAction(call);
  return { response: `${sentence}\n\`\`\`json\n${JSON.stringify(action)}\n\`\`\``, actions: [action] };
}

export function finish(end: 'DONE' | 'FAIL', sentence: string): AgentReply {
  return { response: `${sentence}\n\`\`\`\n${end}\n\`\`\``, actions: [end] };
}

/** True for a script player's reply that waits for an element. The number of waits differs between runs. */
export const isWaiting = (response: string): boolean => response.startsWith('I wait for the ');

export function waitReply(sentence: string): AgentReply {
  return { response: `${sentence}\n\`\`\`\nWAIT\n\`\`\``, actions: ['WAIT'] };
}
