import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/processor-time.ts';
import { parseActions } from './actions.ts';
import { parseCode } from './code.ts';
import { parseActionsAsOsHarm } from './os-harm-actions.ts';
import { parseCodeAsOsHarm } from './os-harm-code.ts';

describe('parsing hostile input of 1 MB', () => {
  const million = 1_000_000;
  const inputs: Record<string, string> = {
    backticks: '`'.repeat(million),
    'open fence, then spaces': `\`\`\`a${' '.repeat(million)}`,
    'open fences': '```a \n'.repeat(million / 6),
    'indented open fences': '   ```python\n'.repeat(million / 13),
    semicolons: ';'.repeat(million),
    'a word': `\`\`\`${'a'.repeat(million)}`,
    spans: '```a``` '.repeat(million / 8),
    'nested lists': '['.repeat(million),
    'json fences': '```json\n'.repeat(million / 8),
    'json fences with ends that do not count': '```json x```'.repeat(million / 12),
    'a long string': `{"a":"${'x'.repeat(million)}`,
    'opening marks of thoughts': '<think>'.repeat(million / 7),
    'closing marks of thoughts': '\n</think>'.repeat(million / 9),
    'marks of thoughts in words': 'a <think> '.repeat(million / 10),
    'line ends': '\r\n'.repeat(million / 2),
  };
  const parsers: Record<string, (text: string) => unknown> = {
    parseCode,
    parseCodeAsOsHarm,
    parseActions,
    parseActionsAsOsHarm: (text) => {
      try {
        return parseActionsAsOsHarm(text);
      } catch (error) {
        return (error as Error).name;
      }
    },
  };
  for (const [name, parse] of Object.entries(parsers)) {
    it.each(Object.entries(inputs))(`${name} parses %s of 1 MB within its time limit`, async (_, text) => {
      // At most 60 ms on a quiet machine. A parser that is not linear takes minutes.
      expect(await processorMs(() => parse(text), 3)).toBeLessThan(500);
    });
  }
});
