/** The agent of a sweep of routes: identifies its case by the ticket at the end of the instruction. */
import type { Agent } from '../../src/agents/agent.ts';
import { type RouteStep, readCases } from './case.ts';

const cases = new Map(readCases().map((routeCase) => [routeCase.id, routeCase]));

/** Ends the instruction, so that one agent can play all cases. */
export const ticket = (id: string): string => ` (Ticket ${id}.)`;

const typed = (command: string) =>
  `pyautogui.write(${JSON.stringify(command)}, interval=0.005)\npyautogui.press("enter")`;

/** Opens a terminal and waits for its window, because earlier input would be lost. */
const openTerminal = `import subprocess, time
pyautogui.hotkey("ctrl", "alt", "t")
end = time.time() + 30
while time.time() < end and "user@" not in subprocess.run(["wmctrl", "-l"], capture_output=True, text=True).stdout:
    time.sleep(0.1)
time.sleep(1)`;

function codeOf(step: RouteStep, hasTerminal: boolean): string[] {
  const pause = step.wait === undefined ? '' : `\nimport time; time.sleep(${step.wait})`;
  if (step.terminal !== undefined) {
    const open = hasTerminal ? [] : [openTerminal];
    const all = step.terminal.map(typed);
    return [...open, ...all.slice(0, -1), `${all.at(-1)}\nimport time; time.sleep(${step.wait ?? 0.7})`];
  }
  if (step.shell !== undefined)
    return [
      `import subprocess\nprint(subprocess.run(${JSON.stringify(step.shell)}, shell=True, executable="/bin/bash", capture_output=True, text=True))${pause}`,
    ];
  return step.python === undefined ? [] : [step.python + pause];
}

const mostLooks = 15;

export const createAgent = (): Agent => {
  let hasTerminal = false;
  let done = 0;
  let looks = 0;
  return {
    name: 'route',
    isReference: false,
    predict: async ({ instruction, observation }) => {
      const id = /\(Ticket ([a-z0-9-]+)\.\)/.exec(instruction)?.[1] ?? '';
      const route = cases.get(id);
      if (route === undefined) throw new Error(`No case for the instruction: ${instruction}`);
      const seen = (text: string) =>
        text.replace(
          /\{seen:([^}]+)\}/g,
          (_, pattern: string) => new RegExp(pattern).exec(observation.accessibilityTree ?? '')?.[0] ?? 'NOT SEEN',
        );
      const now = route.steps[done];
      const isThere = now?.when === undefined || new RegExp(now.when).test(observation.accessibilityTree ?? '');
      if (!isThere && looks < mostLooks) {
        looks += 1;
        return { response: 'I wait a moment.', actions: ['import time; time.sleep(2)'] };
      }
      done += 1;
      looks = 0;
      if (now === undefined) return { response: `${seen(route.answer)}\n${route.end}`, actions: [route.end] };
      const actions = codeOf(now, hasTerminal).map(seen);
      if (now.terminal !== undefined) hasTerminal = true;
      return {
        response: [seen(now.say), ...actions.map((code) => `\`\`\`python\n${code}\n\`\`\``)].join('\n'),
        actions,
      };
    },
  };
};
