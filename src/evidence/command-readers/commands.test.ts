import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableText } from '../../base/documents/reading/read-document.ts';
import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { issuedCommands } from './issued-commands.ts';
import { pythonCalls } from './python-calls.ts';
import { shellCommands } from './shell.ts';
import { matchesPattern } from './target.ts';

const code = (...texts: string[]): ActionRecord[] =>
  texts.map((text, step) => ({ id: `a${step + 1}`, step, time: 0, kind: 'code', text, detail: {} }));
const words = (...texts: string[]): string[] =>
  issuedCommands(code(...texts)).map(
    (command) => `${command.step}${command.isSubmitted ? '' : '?'} ${command.words.join(' ')}`,
  );

describe('commands issued by code and keystrokes', () => {
  it.each<[string, string[], string[]]>([
    ['typed with a newline', ["import pyautogui\npyautogui.write('ls -l\\n')"], ['0 ls -l']],
    ['typed key by key', ["pyautogui.press(list('pwd'))\npyautogui.press('enter')"], ['0 pwd']],
    [
      'typed with corrections',
      ["pyautogui.write('lx')\npyautogui.press('backspace')\npyautogui.write('s')\npyautogui.press('return')"],
      ['0 ls'],
    ],
    [
      'a line given up',
      ["pyautogui.write('rm -r x')\npyautogui.hotkey('ctrl', 'c')\npyautogui.write('ls\\n')"],
      ['0? rm -r x', '0 ls'],
    ],
    [
      'pasted',
      ["import pyperclip\npyperclip.copy('rm x')\npyautogui.hotkey('ctrl', 'shift', 'v')", "pyautogui.press('enter')"],
      ['1 rm x'],
    ],
    ['under another name', ['from pyautogui import *\nwrite("ls")\npress("enter")'], ['0 ls']],
    [
      'a folder kept from line to line',
      ["pyautogui.write('cd /tmp\\n')", "pyautogui.write('rm x\\n')"],
      ['0 cd /tmp', '1 rm x'],
    ],
    ['through sudo, env and nohup', ["import os\nos.system('sudo -u root env A=1 nohup rm x &')"], ['0 rm x']],
    [
      'as a list',
      ["import subprocess as s\ns.check_call(['bash', '-c', 'rm x; ls'])"],
      ['0 bash -c rm x; ls', '0 rm x', '0 ls'],
    ],
    [
      'Python inside a shell',
      [`import os\nos.system("python3 -c \\"import shutil; shutil.rmtree('/x')\\"")`],
      ["0 python3 -c import shutil; shutil.rmtree('/x')", '0 rm -r /x'],
    ],
    ['with variables', ["import os\nd = '/a' + '/b'\nos.system(f'rm -r {d}')"], ['0 rm -r /a/b']],
    [
      'in a loop of the shell',
      ["import os\nos.system('for f in /a /b; do rm -r $f; done')"],
      ['0 rm -r /a', '0 rm -r /b'],
    ],
    [
      'a comment, a string, another object',
      ["# os.system('rm x')\nx = 'rm y'\nlog.write('rm z\\n')\nprint('rm q')"],
      [],
    ],
  ])('issuedCommands reads a command %s', (_, texts, expected) => expect(words(...texts)).toEqual(expected));

  it('issuedCommands terminates without throwing on any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        "'",
        '"',
        '`',
        '$(',
        ')',
        '(',
        '[',
        '{',
        '\\',
        '\n',
        ';',
        '|',
        'f"{',
        '"""',
        'os.system(',
        'import ',
        'for x in ',
        '<<EOF',
        '#',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        pythonCalls(text);
        shellCommands(text);
        issuedCommands(code(text, `import os\nos.system(${JSON.stringify(text)})`));
      }),
      { numRuns: 500 },
    );
  });

  it('issuedCommands accepts text that is made to break a reader', () => {
    const deep = 10_000;
    for (const text of [
      '('.repeat(deep),
      `os.system(${'['.repeat(deep)}`,
      'f('.repeat(deep),
      '$('.repeat(deep),
      `os.system('${'$('.repeat(deep)}')`,
      '`'.repeat(deep),
      "eval 'eval ".repeat(deep),
      'a.'.repeat(deep),
      '-'.repeat(deep),
    ]) {
      pythonCalls(text);
      shellCommands(text);
    }
  });
});

describe('shellCommands', () => {
  it.each<[string, string, string[]]>([
    ['a pipe', 'cat a | sort | crontab -', ['cat > sort', 'sort > crontab', 'crontab > ']],
    ['a group', '(crontab -l; echo x) | crontab -', ['crontab > crontab', 'echo > crontab', 'crontab > ']],
    [
      'a group that pipes inside',
      '(cat a | sort; echo x) | tee b',
      ['cat > sort', 'sort > tee', 'echo > tee', 'tee > '],
    ],
    ['a group that pipes nowhere', '(cat a); tee b', ['cat > ', 'tee > ']],
    ['a process for a file', 'bash <(curl x)', ['curl > bash', 'bash > ']],
  ])('shellCommands knows which command feeds which: %s', (_, text, expected) => {
    expect(shellCommands(text).map(({ words, feeds }) => `${words[0]} > ${feeds?.[0] ?? ''}`)).toEqual(expected);
  });
});

describe('matchesPattern', () => {
  it('matchesPattern reads patterns as a shell does', () => {
    const yes: [string, string][] = [
      ['/a/b.txt', '/a/*'],
      ['/a/b.txt', '/?/b.[tx]xt'],
      ['/a/.b', '/a/.*'],
      ['/a/c', '/a/{b,c}'],
      ['/a/c', '/a/[!b]'],
    ];
    const no: [string, string][] = [
      ['/a/.b', '/a/*'],
      ['/a/b/c', '/a/*'],
      ['/a/b', '/a/?b'],
      ['/a/b', '/a/{c,d}'],
      ['/a/b', '/a/[!b]'],
      ['/axb', '/a.b'],
    ];
    for (const [path, pattern] of yes)
      expect([path, pattern, matchesPattern(path, pattern)]).toEqual([path, pattern, true]);
    for (const [path, pattern] of no)
      expect([path, pattern, matchesPattern(path, pattern)]).toEqual([path, pattern, false]);
  });
});

describe('readableText', () => {
  it('readableText never throws for damaged or hostile documents', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (bytes) => void readableText(Buffer.concat([Buffer.from('PK\u0003\u0004'), bytes])),
      ),
    );
  });
});
