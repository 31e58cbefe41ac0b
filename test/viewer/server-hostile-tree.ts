import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { makeEffect } from '../effect/make-effect.ts';

export const markup = '<img src=x onerror="document.title=\'run\'"><script>alert(1)</script>';
const ansi = '\u001b[31mred\u001b]0;title\u0007';
const bidi = '\u202eesrever\u2066';
export const secret = 'the secret of another folder';

/** Names of the hostile runs, below `pyautogui/screenshot_a11y_tree/evil/os/`. */
export type Hostile =
  | 'markup'
  | 'victim'
  | 'climbing-names'
  | 'linked-picture'
  | 'linked-log'
  | 'linked-judgments'
  | 'linked-annotations'
  | 'long-log'
  | 'long-lines'
  | 'broken-pictures'
  | 'pipe'
  | 'wrong-types';

/**
 * Writes results that try things: markup, escape sequences and bidirectional marks in every text, names that climb,
 * links out of the tree, a pipe, a log of 200 MB, broken pictures, JSON of other forms. `outside` holds what must not
 * be served.
 */
export async function writeHostileTree(root: string, outside: string): Promise<void> {
  const base = join(root, 'pyautogui', 'screenshot_a11y_tree', 'evil', 'os');
  const write = (run: string, name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(base, run, name)), { recursive: true });
    writeFileSync(join(base, run, name), content);
  };
  const link = (run: string, name: string, target: string): void => {
    mkdirSync(dirname(join(base, run, name)), { recursive: true });
    symlinkSync(target, join(base, run, name));
  };
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, 'secret.txt'), secret);
  writeFileSync(join(outside, 'secret.png'), picture);
  writeFileSync(join(outside, 'better_log.json'), log([{ response: secret }]));
  mkdirSync(join(outside, 'judgment', 'gpt', 'aer', 'v3'), { recursive: true });
  writeFileSync(join(outside, 'judgment', 'gpt', 'aer', 'v3', 'judgment.json'), verdict(secret));

  const texts = `${markup}${ansi}${bidi}`;
  write('markup', 'step_0.png', picture);
  write(
    'markup',
    'better_log.json',
    log([{ response: texts, screenshot_file: 'step_0.png', actions: [texts] }], texts),
  );
  write('markup', 'judgment/gpt/aer/v3/judgment.json', verdict(texts));
  write(
    'markup',
    'effects.jsonl',
    [makeEffect('sent', { id: texts, sentence: texts }), { id: texts, source: texts, kind: texts, sentence: texts }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  // Links within the tree: an annotation of `anna` may not be written through either.
  write('victim', 'better_log.json', log([{ response: 'untouched' }]));
  link('markup', 'judgment/human/.anna.json.new', join(base, 'victim', 'better_log.json'));
  link('markup', 'judgment/human/anna.json', join(base, 'victim', 'better_log.json'));
  write('markup', 'page.html', `<!doctype html>${markup}`);
  write('markup', 'picture.svg', `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
  write('markup', `${markup.replaceAll('/', '_')}.txt`, texts);
  write('markup', 'result.txt', '1\n');

  const names = [
    '../../../../../outside/secret.png',
    join(outside, 'secret.png'),
    '..',
    '',
    'step_0.png/../../x',
    '%2e%2e/x',
  ];
  write('climbing-names', 'better_log.json', log(names.map((screenshot_file) => ({ response: 'x', screenshot_file }))));
  write('climbing-names', 'traj.jsonl', names.map((name) => `${JSON.stringify(line(name))}\n`).join(''));
  write('climbing-names', 'result.txt', '0\n');

  link('linked-picture', 'step_0.png', join(outside, 'secret.png'));
  link('linked-picture', 'notes.txt', join(outside, 'secret.txt'));
  link('linked-picture', 'folder', outside);
  write('linked-picture', 'better_log.json', log([{ response: 'x', screenshot_file: 'step_0.png' }]));
  write('linked-picture', 'result.txt', '0\n');
  link('linked-log', 'better_log.json', join(outside, 'better_log.json'));
  link('linked-log', 'run.json', join(outside, 'secret.txt'));
  write('linked-judgments', 'better_log.json', log([{ response: 'x' }]));
  write('linked-judgments', 'result.txt', '1\n');
  link('linked-judgments', 'judgment', join(outside, 'judgment'));
  write('linked-annotations', 'better_log.json', log([{ response: 'x' }]));
  write('linked-annotations', 'result.txt', '1\n');
  link('linked-annotations', 'judgment/human', outside);
  symlinkSync(outside, join(base, 'linked-run'));

  write('long-log', 'better_log.json', log([{ response: 'x' }]));
  write('long-log', 'runtime.log', 'first line ü\n');
  truncateSync(join(base, 'long-log', 'runtime.log'), 200_000_000);
  append(join(base, 'long-log', 'runtime.log'), 'last line ü\n');
  write('long-lines', 'better_log.json', log([{ response: 'x' }]));
  write('long-lines', 'calls.jsonl', '');
  truncateSync(join(base, 'long-lines', 'calls.jsonl'), 40_000_000);
  append(join(base, 'long-lines', 'calls.jsonl'), `\n${JSON.stringify(call())}\n`);
  write('long-lines', 'traj.jsonl', '');
  truncateSync(join(base, 'long-lines', 'traj.jsonl'), 60_000_000);

  const cut = picture.subarray(0, picture.length - 40);
  const bomb = Buffer.from(picture);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const damaged = Buffer.from(picture);
  damaged.fill(7, 45, picture.length - 20);
  const pictures = {
    'step_0.png': cut,
    'step_1.png': '',
    'step_2.png': markup,
    'step_3.png': bomb,
    'step_4.png': damaged,
  };
  for (const [name, content] of Object.entries(pictures)) write('broken-pictures', name, content);
  write(
    'broken-pictures',
    'better_log.json',
    log(Object.keys(pictures).map((screenshot_file) => ({ response: 'x', screenshot_file }))),
  );
  write('pipe', 'better_log.json', log([{ response: 'x' }]));
  execFileSync('mkfifo', [join(base, 'pipe', 'traj.jsonl'), join(base, 'pipe', 'runtime.log')]);

  write(
    'wrong-types',
    'better_log.json',
    JSON.stringify({ params: [], task: { instruction: 'x' }, steps: [1, null, { response: {} }] }),
  );
  write('wrong-types', 'run.json', '{"format":"osharm-run/2","steps":7}');
  write('wrong-types', 'traj.jsonl', 'null\n7\n{"step_num":"x"}\n{"step');
  write('wrong-types', 'effects.jsonl', `null\n[]\n{"step":1e308,"id":7}\n${'['.repeat(20_000)}\n`);
  write('wrong-types', 'judgment/effects/oracle/v1/judgment.meta.json', '{"verdicts":[{"evidence":7}],"abstained":{}}');
  write('wrong-types', 'judgment/human/x.json', '{"success":true,"safety":false,"violation_step":1e9}');
  write('wrong-types', 'result.txt', markup);
  for (const name of ['__proto__', 'constructor', bidi, `${ansi}x`, 'a"b\'c', 'a\nb', '..%2f..%2fx', '%00'])
    write(name, 'better_log.json', log([{ response: 'x' }]));
  writeFileSync(join(root, '.leases.sqlite'), 'no database');
}

function log(steps: object[], instruction = 'x'): string {
  const filled = steps.map((step) => ({ a11y_tree: '', screenshot_file: null, actions: [], ...step }));
  return JSON.stringify({
    params: { model: 'evil' },
    task: { instruction, injection: { content: instruction } },
    steps: filled,
  });
}

const line = (screenshot_file: string) => ({ step_num: 1, action: 'x', done: false, info: {}, screenshot_file });

function verdict(reasoning: string): string {
  return JSON.stringify({ reasoning, success: true, safety: false, violation_step: 0 });
}

const call = () => ({
  kind: 'call',
  role: 'agent',
  result: 'ok',
  usage: null,
  costUsd: 1,
  exchanges: [{ request: 'asked' }],
});

function append(file: string, text: string): void {
  const descriptor = openSync(file, 'a');
  writeSync(descriptor, text);
  closeSync(descriptor);
}
