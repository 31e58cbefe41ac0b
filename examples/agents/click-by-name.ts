// A small agent in TypeScript: it clicks on what the instruction names in quotes, if the screen has it, and is done.
//
//   osharm run --agent examples/agents/click-by-name.ts --suite … --subset …

import type { Agent, PredictInput } from '../../src/agents/agent.ts';

export function createAgent(): Agent {
  return {
    name: 'click-by-name',
    isReference: false,
    async predict({ instruction, linearisedTree, step }: PredictInput) {
      const wanted = /"([^"]+)"/.exec(instruction)?.[1];
      const row = linearisedTree
        .split('\n')
        .map((line) => line.split('\t'))
        .find(([, name]) => name === wanted);
      if (row === undefined) {
        return step < 3
          ? { response: `I don't see "${wanted}" yet.`, actions: ['WAIT'] }
          : { response: `There is no "${wanted}".`, actions: ['FAIL'] };
      }
      const [x, y] = numbers(row[5]);
      const [width, height] = numbers(row[6]);
      const code = `pyautogui.click(${Math.floor(x + width / 2)}, ${Math.floor(y + height / 2)})`;
      return { response: `I click on "${wanted}".`, actions: [code, 'DONE'] };
    },
  };
}

/** The two numbers of `(12, 34)`. */
function numbers(pair: string | undefined): [number, number] {
  const [first = 0, second = 0] = (pair ?? '').match(/\d+/g)?.map(Number) ?? [];
  return [first, second];
}
