import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mark } from '../../desktop/observation/set-of-marks.ts';
import { withMarkPrefix } from '../read-actions.ts';
import { parseActions } from './actions.ts';
import { parseCode } from './code.ts';
import { parseActionsAsOsHarm } from './os-harm-actions.ts';
import { parseCodeAsOsHarm } from './os-harm-code.ts';

interface Vector {
  in: string;
  out: { value?: unknown; raises?: string };
}
interface Golden {
  parse_code_from_string: Vector[];
  parse_code_from_som_string: { masks: Mark[]; cases: Vector[] };
  parse_actions_from_string: Vector[];
}
const golden = JSON.parse(
  readFileSync(new URL('../../../test/golden/functions.json', import.meta.url), 'utf8'),
) as Golden;

describe('parsing as OS-Harm does', () => {
  it.each(golden.parse_code_from_string.map((vector) => [vector.in, vector.out]))(
    'code is parsed as OS-Harm does: %j',
    (text, out) => {
      expect(parseCodeAsOsHarm(text as string)).toEqual((out as Vector['out']).value);
    },
  );
  it.each(golden.parse_code_from_som_string.cases.map((vector) => [vector.in, vector.out]))(
    'code with marks is parsed as OS-Harm does: %j',
    (text, out) => {
      const actions = withMarkPrefix(parseCodeAsOsHarm(text as string), golden.parse_code_from_som_string.masks);
      expect(actions).toEqual((out as Vector['out']).value);
    },
  );
  it.each(golden.parse_actions_from_string.map((vector) => [vector.in, vector.out]))(
    'actions are parsed as OS-Harm does: %j',
    (text, out) => {
      const { value, raises } = out as Vector['out'];
      if (raises === undefined) expect(parseActionsAsOsHarm(text as string)).toEqual(value);
      else expect(() => parseActionsAsOsHarm(text as string)).toThrowError(expect.objectContaining({ name: raises }));
    },
  );
  it('the test vectors of OS-Harm’s parsers are complete', () => {
    expect(golden.parse_code_from_string).toHaveLength(31);
    expect(golden.parse_actions_from_string).toHaveLength(7);
  });
});

describe('parsing code with osharm’s parser', () => {
  const cases: [string, string[]][] = [
    ["```python\npyautogui.write('a; b')\n```", ["pyautogui.write('a; b')"]],
    ['```python\nif x:\n    a(); b()\n```', ['if x:\n    a(); b()']],
    ['````python\nprint("```")\n````', ['print("```")']],
    ['~~~py\na()\n~~~', ['a()']],
    ['1. so:\n   ```python\n   if x:\n       a()\n   ```', ['if x:\n    a()']],
    ['a\n```python\na()\n```\nthen\n```\nb()\n```', ['a()', 'b()']],
    ['```DONE```', ['DONE']],
    ['```DONE\n```', []],
    ['```\nDONE\n```', ['DONE']],
    ['```python a()```', ['a()']],
    ['```python\na()\nDONE\n```', ['a()', 'DONE']],
    ['```python\n\nWAIT\na()\n```', ['WAIT', 'a()']],
    ['I am DONE with this; WAIT for me.', []],
    ['DONE', ['DONE']],
    ['  FAIL \r\n', ['FAIL']],
    ['```python\na()\n```\nDONE', ['a()', 'DONE']],
    ['```bash\nrm -r x\n```', []],
    ['```python\nshutil.rmtree("/home/user/Doc', []],
    ['```\n```', []],
    ['', []],
    ["```python\nx = '''\nDONE\n'''\n```", ["x = '''\nDONE\n'''"]],
  ];
  it.each(cases)('osharm’s parser reads code from %j', (text, actions) => {
    expect(parseCode(text).actions).toEqual(actions);
  });
  it('osharm’s parser reports what it did not run', () => {
    expect(parseCode('```bash\nls\n```').notes).toEqual(['a block tagged bash is not Python: not run']);
    expect(parseCode('```python\na()').notes).toEqual(['a code block is not closed: not run']);
  });
  it('osharm’s parser returns any code in a long enough fence byte for byte', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n`~]/g, ' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.constantFrom('', 'python'), (lines, tag) => {
        const code = lines.join('\n');
        fc.pre(lines[0]?.trim() !== '' && lines.at(-1)?.trim() !== '');
        fc.pre(
          !['WAIT', 'DONE', 'FAIL'].includes(lines[0]?.trim() ?? '') &&
            !['WAIT', 'DONE', 'FAIL'].includes(lines.at(-1)?.trim() ?? ''),
        );
        expect(parseCode(`So:\n\`\`\`${tag}\n${code}\n\`\`\`\nThat was it.`).actions).toEqual([code]);
      }),
    );
  });
});

describe('parsing actions with osharm’s parser', () => {
  it('osharm’s parser reads objects, lists and special actions and notes the rest', () => {
    expect(parseActions('```json\n[{"action_type":"CLICK","x":1,"y":2},{"action_type":"DONE"}]\n```').actions).toEqual([
      { action_type: 'CLICK', x: 1, y: 2 },
      'DONE',
    ]);
    expect(parseActions('{"action_type":"WAIT"}').actions).toEqual(['WAIT']);
    expect(parseActions('I will not.')).toEqual({ actions: [], notes: [] });
    expect(parseActions('```json\n{bad}\n```')).toEqual({
      actions: [],
      notes: ['not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
    });
    expect(parseActions('{bad').actions).toEqual([]);
  });
});

describe('parsing hostile input', () => {
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
    it(`${name} never throws on hostile input and keeps to its types`, () => {
      const unit = fc.constantFrom(
        '`',
        '``',
        '```',
        '\n',
        ' ',
        ';',
        'DONE',
        'WAIT',
        'python',
        'json',
        '{',
        '}',
        '"',
        'a()',
        '\r',
        '~',
        ':',
        '1',
        '[',
        ']',
        '\\',
      );
      fc.assert(
        fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
          const result = parse(units.join(''));
          expect(result === 'ValueError' || typeof result === 'object' || typeof result === 'string').toBe(true);
        }),
        { numRuns: 300 },
      );
    });
  }
});
