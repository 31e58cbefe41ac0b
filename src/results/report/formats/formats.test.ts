import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { readRunResults } from '../../model/run-result.ts';
import { checkEvidence } from '../evidence/check-evidence.ts';
import { writeEvidence } from '../evidence/write-evidence.ts';
import { htmlReport } from '../html/page.ts';
import { summarise } from '../summary.ts';
import { csvReport } from './csv.ts';
import { latexReport } from './latex.ts';
import { markdownReport } from './markdown.ts';

const judge = 'effects/oracle/v1';
let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formats-'));
  root = join(folder, 'results');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Names and texts as somebody would write them who wants a reader to run something. */
const hostile = '=cmd|<img src=x onerror=alert(1)>\u202etxt.exe\u001b[31m @everyone';

/** Returns its worst run. */
function hostileTree(): string {
  const injection = { vector: 'note', goal: 'run_script' };
  const unsafe = makeRun(root, {
    id: 'a',
    category: 'misuse',
    verdict: { success: true, safety: false, step: 0 },
    model: 'model-a',
  });
  makeRun(root, {
    id: 'b',
    category: 'injection',
    injection,
    verdict: { success: true, safety: true },
    model: 'model-a',
  });
  const bad = makeRun(root, {
    id: 'c',
    category: 'misuse',
    score: null,
    error: { code: 'desktop-start', blame: 'environment', message: hostile },
  });
  for (const run of [bad, unsafe]) {
    writeFileSync(
      join(run, 'better_log.json'),
      JSON.stringify({
        params: {},
        task: { instruction: `</blockquote><script>alert(1)</script>${hostile}` },
        steps: [
          { a11y_tree: '', screenshot_file: 'link.png', response: hostile, actions: ['</pre><script>'] },
          { a11y_tree: '', screenshot_file: '../../../outside.png', response: '', actions: [] },
          { a11y_tree: '', screenshot_file: 'broken.png', response: '', actions: [] },
        ],
      }),
    );
    writeFileSync(join(run, 'broken.png'), 'no picture');
  }
  writeFileSync(join(folder, 'outside.png'), 'secret');
  for (const run of [bad, unsafe]) symlinkSync(join(folder, 'outside.png'), join(run, 'link.png'));
  return unsafe;
}

describe('formats of the report', () => {
  it('the CSV report has one row per figure, with its interval, and no formula', () => {
    hostileTree();
    const rows = csvReport(summarise(readRunResults(root), judge)).split('\r\n');
    const [head = ''] = rows;
    expect(head).toMatch(/^judge,profile,suite,provider,image,setup,table,.*figure,value,count,n,low,high$/);
    const unsafe = rows.find((row) => row.includes(',categories,misuse,model-a') && row.includes(',unsafe,'));
    expect(unsafe).toMatch(/,unsafe,1,1,1,0\.2\d+,1$/);
    expect(rows.join()).not.toMatch(/\u202e|\u001b/);
    expect(rows.some((row) => row.includes(`,"'=cmd`) || row.includes(",'=cmd"))).toBe(true);
  });

  it('the Markdown report escapes untrusted text', () => {
    hostileTree();
    const message = 'see https://evil.example or www.evil.example, closes #12';
    makeRun(root, { id: 'd', category: 'misuse', score: null, error: { code: 'x', blame: 'model', message } });
    const results = readRunResults(root);
    const text = markdownReport(summarise(results, judge), results);
    expect(text).toContain('| misuse | model-a |');
    expect(text).toMatch(
      /### 1 unsafe run\n\n- The user’s request was harmful .* the agent carried it out at step 1\./,
    );
    expect(text).not.toMatch(/<img|\u202e|\u001b|@everyone|https?:\/\/|www\.|#12/);
  });

  it('the LaTeX report has booktabs tables and escapes untrusted text', () => {
    hostileTree();
    const message = 'a & b % c $x$ \\input{/etc/passwd} #1 _y_ {z} [1cm]';
    makeRun(root, { id: 'd', category: 'misuse', score: null, error: { code: 'x', blame: 'model', message } });
    const text = latexReport(summarise(readRunResults(root), judge));
    expect(text).toContain('misuse & model-a & ');
    expect(text).toMatch(/\\toprule[\s\S]*\\midrule[\s\S]*\\bottomrule/);
    const pattern =
      /\\(begin|end|centering|caption|label|toprule|midrule|bottomrule|usepackage|text\w+|dots|[&%$#_{}\\])/g;
    expect(text.replaceAll(pattern, '')).not.toContain('\\');
    expect(text).not.toMatch(/\\input|\u202e|\u001b/);
  });

  it('the HTML report states results, what was tested and what was not', async () => {
    hostileTree();
    const page = await htmlReport(readRunResults(root), judge, { runs: 10 });
    expect(page).toContain('did something unsafe in 1 of');
    expect(page).toContain('What this does not say');
    expect(page).toContain('harmful requests carried out');
    expect(page).not.toContain('docs/');
    for (const [, id] of page.matchAll(/href="#([\w-]+)"/g)) expect(page).toContain(`id="${id}"`);
  });

  it('the HTML report is one page without scripts that shows nothing from outside of a run', async () => {
    const worst = hostileTree();
    const page = await htmlReport(readRunResults(root), judge, { runs: 10 });
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<img src=x|\u202e|\u001b|https?:|secret/);
    expect(page).toContain('The picture points out of the run.');
    expect(page).toContain('The picture can’t be read as a picture.');
    expect(page).toMatch(/Unsafe<\/span> at step 1/);
    rmSync(join(worst, 'broken.png'));
    execFileSync('mkfifo', [join(worst, 'broken.png')]);
    expect(await htmlReport(readRunResults(root), judge, { runs: 4 })).toContain('The picture is not a file.');
  });
});

describe('the report’s evidence folder', () => {
  it('the evidence folder neither copies nor hashes linked folders and terminates on circular links', async () => {
    const run = makeRun(root, { id: 'a', category: 'misuse', verdict: { success: true, safety: false, step: 0 } });
    mkdirSync(join(folder, 'outside', 'aer', 'v3'), { recursive: true });
    writeFileSync(
      join(folder, 'outside', 'aer', 'v3', 'judgment.json'),
      '{"reasoning": "secret", "success": true, "safety": true, "violation_step": null}',
    );
    symlinkSync(join(folder, 'outside'), join(run, 'judgment', 'gpt'));
    for (const name of ['b', 'c', 'd']) symlinkSync('..', join(run, 'judgment', name));
    const results = readRunResults(root);
    expect([...(results[0]?.judgments.keys() ?? [])]).toEqual([judge]);
    const evidence = join(folder, 'evidence');
    const { files, results: originals } = await writeEvidence(evidence, results, { judge, runs: 4 });
    expect([...Object.keys(files), ...Object.keys(originals)].join()).not.toMatch(/gpt|judgment.[bcd]/);
    expect(readFileSync(join(evidence, 'report.html'), 'utf8')).not.toContain('secret');
  });

  it('the evidence folder is the same wherever its results are, and reveals changes', async () => {
    hostileTree();
    const moved = join(folder, 'elsewhere');
    cpSync(root, moved, { recursive: true, verbatimSymlinks: true });
    const key = join(folder, 'key.pem');
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key]);
    execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', `${key}.pub`]);
    const [firstFolder, other] = [join(folder, 'one'), join(folder, 'other')];
    await writeEvidence(firstFolder, readRunResults(root), { judge, runs: 4, signWith: key });
    await writeEvidence(other, readRunResults(moved), { judge, runs: 4, signWith: key });
    for (const name of ['manifest.json', 'manifest.sig', 'report.html', 'report.json'])
      expect(readFileSync(join(firstFolder, name), 'utf8')).toBe(readFileSync(join(other, name), 'utf8'));
    expect(await checkEvidence(firstFolder, { publicKey: `${key}.pub`, results: root })).toMatchObject({
      faults: [],
      signature: 'valid',
    });
    expect(readFileSync(join(firstFolder, 'manifest.json'), 'utf8')).not.toContain('link.png');

    writeFileSync(join(firstFolder, 'report.csv'), 'nicer');
    const [first = ''] = Object.keys(JSON.parse(readFileSync(join(firstFolder, 'manifest.json'), 'utf8')).results);
    rmSync(join(moved, first));
    writeFileSync(join(moved, dirname(first), 'added.json'), '{}');
    const late = join(moved, 'pyautogui', 'screenshot', 'someone', 'os', '_late');
    mkdirSync(late, { recursive: true });
    writeFileSync(join(late, 'result.txt'), '1\n');
    rmSync(join(firstFolder, 'report.json'));
    writeFileSync(join(firstFolder, 'more.txt'), '');
    const checked = await checkEvidence(firstFolder, { results: moved });
    expect(checked.faults).toEqual([
      'report.csv has changed.',
      'report.json is missing.',
      'more.txt was added.',
      `results: ${first} is missing.`,
      'results: pyautogui/screenshot/someone/os/_late/result.txt was added.',
      `results: ${join(dirname(first), 'added.json')} was added.`,
    ]);
    expect(checked.signature).toBe('not checked');
    await expect(writeEvidence(firstFolder, readRunResults(root), { judge, runs: 4 })).rejects.toThrow('is not empty');
    writeFileSync(join(firstFolder, 'manifest.json'), '{');
    await expect(checkEvidence(firstFolder, {})).rejects.toThrow('is damaged');
  });
});
