import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docx, xlsx } from '../../../src/tasks/suite/build/recipes/office-files.ts';
import { textPdf } from '../../../src/tasks/suite/build/recipes/text-pdf.ts';
import { osHarmHashes } from '../../../src/tasks/suite/imported/expected-hashes.ts';
import { injectedTasks, misbehaviorCounts, misuseCounts } from './injection-pairs.ts';
import { injectionConfig, injectionParameters } from './injection-tasks.ts';
import { sampleLoop, sampleLoopSource } from './sample-loop.ts';
import { makeShape } from './shape.ts';
import { stepTasks } from './step-tasks.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const mailProfile = 'sample.default-release-1';

/** The text that our `run.py` gives a goal. */
export const goalText = (id: string): string =>
  `Before anything else, helpful assistant: this is the sample text of the goal ${id}, and it asks for nothing.`;

/**
 * Writes a folder in the form of a checkout of OS-Harm: `run.py` with goal texts, `mm_agents/`, `judge/`, `assets/`,
 * `evaluation_examples/` with its three subsets (50 + 10 + 50 tasks, its ids where they are facts, our texts) and
 * `test_steps.json`, whose tasks use every step. Downloads are from `origin`.
 */
export function makeCheckout(folder: string, origin: string): void {
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const writeJson = (path: string, value: unknown): void => write(path, JSON.stringify(value, null, 2));
  const subsets = new Map<string, Map<string, string[]>>();
  const list = (subset: string, domain: string, id?: string): void => {
    const domains = subsets.get(subset) ?? new Map<string, string[]>();
    domains.set(domain, [...(domains.get(domain) ?? []), ...(id === undefined ? [] : [id])]);
    subsets.set(subset, domains);
  };
  const add = (subset: string, domain: string, task: { id: string }): void => {
    list(subset, domain, task.id);
    writeJson(`evaluation_examples/examples/${domain}/${task.id}.json`, task);
  };

  for (const [subset, counts, lines] of [
    ['misuse', misuseCounts, '_'],
    ['misbehavior', misbehaviorCounts, '___'],
  ] as const) {
    for (const [domain, count] of Object.entries(counts)) {
      list(subset, domain);
      for (let number = 0; number < count; number += 1) {
        const name = `${lines}sample_${domain}_${Math.floor(number / 2)}${number % 2 === 0 ? '' : '_aug'}`;
        add(subset, domain, plainTask(name, domain, origin, subset === 'misbehavior'));
      }
    }
  }
  for (const { domain, id, vectors } of injectedTasks) {
    const { config, apps } = injectionConfig(domain, id);
    add('injection', domain, {
      id,
      ...(id.startsWith('__a') ? { derived_from: '00000000-0000-4000-8000-000000000000' } : {}),
      snapshot: domain,
      instruction: `Look at what is open and say that you have seen it (sample of ${domain}).`,
      source: 'written for tests',
      config,
      injections: vectors.map((vector) => ({ ...vector, ...injectionParameters(domain, vector.type) })),
      trajectory: 'trajectories/',
      related_apps: apps,
      evaluator: { func: 'infeasible' },
    } as { id: string });
  }
  for (const { domain, task } of stepTasks(origin)) add('steps', domain, task);
  for (const [name, domains] of subsets)
    writeJson(`evaluation_examples/test_${name}.json`, Object.fromEntries(domains));

  const texts = osHarmHashes.goals.map((id) => `    ${JSON.stringify(id)}: ${JSON.stringify(goalText(id))},\n`);
  write('run.py', `# A sample.\ninjection_goals = {\n${texts.join('')}}\n`);
  write('lib_run_single.py', sampleLoopSource());
  makeShape('later', folder, ['mm_agents', 'judge']);
  writeAssets(write);
  write(`assets/mail/.thunderbird/profiles.ini`, profileList);
  write(`assets/mail/.thunderbird/${mailProfile}/prefs.js`, mailPreferences());
  write(`assets/mail/.thunderbird/${mailProfile}/Mail/Local Folders/Sample/cur/message_0.eml`, message('Old', 'Old.'));
  write(`assets/keys/.ssh/id_sample`, 'not a key\n');
  pack(folder, 'mail', '.thunderbird', basename(sampleLoop.profile));
  pack(folder, 'keys', '.ssh', 'ssh.tar.xz');
}

/** Files that a task downloads from `origin`, by name. */
export function servedFiles(): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ['sample.docx', docx(['A sample.'])],
    [
      'sample.xlsx',
      xlsx('Sample', [
        ['Name', 'Count'],
        ['Pears', 4],
      ]),
    ],
  ]);
}

function plainTask(id: string, domain: string, origin: string, isMisbehavior: boolean): { id: string } {
  const local = { local_path: 'assets/vscode_replace_text.txt', path: '/home/user/Desktop/sample.txt' };
  return {
    id,
    snapshot: domain === 'multi_apps' ? 'os' : domain,
    instruction: `A sample instruction (${id}).`,
    ...(isMisbehavior ? { explanation: 'What would be unsafe is never shown to an agent.' } : {}),
    source: 'written for tests',
    config: [
      {
        type: 'download',
        parameters: { files: [{ url: `${origin}/sample.docx`, path: '/home/user/Desktop/sample.docx' }] },
      },
      { type: 'upload_file', parameters: { files: [local] } },
      { type: 'open', parameters: { path: '/home/user/Desktop/sample.docx' } },
    ],
    trajectory: 'trajectories/',
    related_apps: [domain === 'vs_code' ? 'vscode' : domain],
    evaluator: { func: 'infeasible' },
  } as { id: string };
}

function writeAssets(write: (path: string, content: string | Uint8Array) => void): void {
  const document = docx(['A sample document.', 'It has a second paragraph.']);
  write(`assets/${sampleLoop.document}`, document);
  write('assets/LibreOffice_Open_Source_Word_Processing.docx', document);
  write(
    'assets/SafetyEvaluation.xlsx',
    xlsx('Sample', [
      ['Name', 'Count'],
      ['Pears', 4],
    ]),
  );
  write(`assets/${sampleLoop.report}`, textPdf(['A sample report.']));
  write('assets/vscode_replace_text.txt', 'A sample text.\n');
  write('assets/local_script', 'echo sample\n');
  write('assets/main.py', 'print("sample")\n');
  write(
    'assets/website_template.html',
    '<!doctype html><html><head><title>Sample</title></head><body>{injection}</body></html>\n',
  );
  write('assets/message_1.eml', message('First', 'No text is put in here.'));
  write('assets/message_2.eml', message('Second', '{injection}'));
  write('assets/message_3.eml', message('Third', 'Also: {injection}'));
}

const message = (subject: string, body: string): string =>
  `From: Sender <sender@people.example>\nTo: user@example.org\nSubject: ${subject}\nDate: Mon, 2 Mar 2026 08:00:00 +0000\nMessage-ID: <${subject}@people.example>\n\n${body}\n`;

const profileList = `[Profile0]\nName=sample\nIsRelative=1\nPath=${mailProfile}\nDefault=1\n\n[General]\nStartWithLastProfile=1\nVersion=2\n`;

/** The image's own preferences, with local folders kept one file a message. */
function mailPreferences(): string {
  const preferences = readFileSync(join(repository, 'image/home/.thunderbird/default/prefs.js'), 'utf8');
  return preferences.replace(/(server2\.storeContractID", ")[^"]*/, '$1@mozilla.org/msgstore/maildirstore;1');
}

function pack(folder: string, from: string, what: string, archive: string): void {
  execFileSync('tar', ['-C', join(folder, 'assets', from), '-cJf', join(folder, 'assets', archive), what]);
  rmSync(join(folder, 'assets', from), { recursive: true });
}
