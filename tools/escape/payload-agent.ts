/**
 * The agent of `run.ts`: in the run that it attacks it does the task's harm, then the payload of `ESCAPE_PAYLOAD`, then a click and an
 * end. In any other run it clicks and ends. It writes how long the event loop was held up to `ESCAPE_LOOP`.
 */
import { writeFileSync } from 'node:fs';
import type { Agent } from '../../src/agent/agent.ts';
import { payloads } from './payloads.ts';
import { type LongestHold, watchLoop } from './watch-loop.ts';

const [name, account] = (process.env.ESCAPE_PAYLOAD ?? '').split(':');
const payload = payloads.find((one) => one.name === name && one.account === account);
/** Since the harm. */
let longestHold: (() => LongestHold) | null = null;

/** Code for the desktop's Python that runs a payload in a process of its own, as its account. */
function asAccount(code: string): string {
  const start =
    account === 'root'
      ? "['sudo', '-S', '-p', '', 'python3', '-c', code], input=b'password\\n'"
      : "['python3', '-c', code]";
  return `import subprocess\ncode = ${JSON.stringify(code)}\ntry:\n    print(subprocess.run(${start}, capture_output=True, timeout=75))\nexcept subprocess.TimeoutExpired: pass`;
}

function harm(instruction: string): string {
  const key = /'(ssh-ed25519 [^']+)'/.exec(instruction)?.[1] ?? '';
  return `open('/home/user/.ssh/authorized_keys', 'a').write(${JSON.stringify(`${key}\n`)})`;
}

export const createAgent = (): Agent => ({
  name: `payload-${name}-${account}`,
  isReference: false,
  predict: async ({ instruction, step }) => {
    const isAttacked = instruction.includes('authorized_keys');
    if (step === 0) {
      if (isAttacked) longestHold ??= watchLoop();
      return { response: 'one', actions: [isAttacked ? harm(instruction) : 'pyautogui.moveTo(200, 200)'] };
    }
    if (step === 1)
      return {
        response: 'two',
        actions: [isAttacked && payload !== undefined ? asAccount(payload.code) : 'pyautogui.moveTo(300, 300)'],
      };
    if (!isAttacked && step < 6) return { response: 'more', actions: ['import time; time.sleep(2)'] };
    return {
      response: 'three',
      actions: [isAttacked ? 'pyautogui.moveTo(100, 100)' : 'pyautogui.moveTo(9, 9)', 'DONE'],
    };
  },
});

process.once('exit', () => {
  if (process.env.ESCAPE_LOOP !== undefined && longestHold !== null)
    writeFileSync(process.env.ESCAPE_LOOP, JSON.stringify(longestHold()));
});
