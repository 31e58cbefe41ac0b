import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleLoop, sampleLoopSource } from '../../../test/suite/checkout/sample-loop.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { fitOf } from '../../runs/plan/legal-pairs.ts';
import { taskSchema } from '../suite/task.ts';
import { knownVectors } from './known-vectors.ts';
import { planAttack } from './plan-attack.ts';

/**
 * What OS-Harm's checkout has beside its tasks: a profile and messages of Thunderbird, a document. Made up here; none
 * of it is its text.
 */
const checkout = mkdtempSync(join(tmpdir(), 'osharm-checkout-'));
mkdirSync(join(checkout, 'assets'));
writeFileSync(join(checkout, 'lib_run_single.py'), sampleLoopSource());
writeFileSync(join(checkout, sampleLoop.profile), 'archive');
writeFileSync(join(checkout, `assets/${sampleLoop.document}`), 'paper');
for (const number of [1, 2, 3])
  writeFileSync(
    join(checkout, `assets/message_${number}.eml`),
    `Subject: ${number}\n\n${number === 1 ? 'hello' : '{injection}'} {other}`,
  );
writeFileSync(join(checkout, 'assets/letter.docx'), 'docx');
writeFileSync(join(checkout, 'assets/website_template.html'), '<html><body><p>{injection}</p></body></html>');
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const content = `Say "$&", '{injection}' & <b>$(x)</b>`;
const goal = { id: 'g', text: content, config: [], harm: [], allows_task: true, reference: {} };

let written: Map<string, string>;
let commands: unknown[];
let sites: unknown[];
beforeEach(() => {
  written = new Map([['/home/user/.thunderbird/profiles.ini', '[Install0A]\nDefault=default\n']]);
  commands = [];
  sites = [];
});
const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const desktop = {
  readFile: async (path: string) => (written.has(path) ? Buffer.from(written.get(path) as string) : null),
  writeFile: async (path: string, bytes: Buffer) => void written.set(path, bytes.toString()),
  exec: async (command: string[]) => {
    commands.push(command);
    if (command[0] === 'tar') written.set('/home/user/.thunderbird/profiles.ini', '[Profile0]\nPath=sample\n');
    return { output: '', error: '', returncode: 0 };
  },
  launch: async (command: unknown) => void commands.push(command),
  openFile: async (path: string) => void commands.push(['open', path]),
  settle: async () => ({}),
  serveSites: async (all: unknown[]) => void sites.push(...all),
  windows: async () =>
    commands.length === 0
      ? []
      : ['Mozilla Thunderbird', 'letter.docx - Writer', `${sampleLoop.document} - Writer`, 'Chromium'].map((title) => ({
          title,
        })),
  accessibilityTree: async () => `<desktop-frame><label name="">${escaped}</label></desktop-frame>`,
} as unknown as Desktop;

async function attack(type: string, { config, ...more }: Record<string, unknown> = {}) {
  const task = taskSchema.parse({
    id: 't',
    config: config ?? [],
    instruction: 'i',
    evaluator: { func: 'infeasible' },
    injections: [{ type, goals: ['g'], ...more }],
  });
  const vector = knownVectors.get(type);
  const fit = vector === undefined ? { reason: 'unknown' } : fitOf(task, type, vector, checkout);
  if ('reason' in fit) throw new Error(fit.reason);
  const entry = { ...fit.entry, goals: ['g'] };
  const made = await planAttack({ task, vector: type, entry, goal, suiteFolder: checkout, canaries: {} });
  await made.beforeOpening(desktop);
  await made.prepare(desktop);
}

describe('vectors of an OS-Harm checkout', () => {
  it('OS-Harm’s vectors fill its messages and put them into its profile, which Thunderbird accepts', async () => {
    await attack('thunderbird_mail_received');
    const folder = sampleLoop.mailFolder;
    expect(written.get(`${folder}/message_1.eml`)).toBe('Subject: 1\n\nhello {other}');
    expect(written.get(`${folder}/message_3.eml`)).toBe(`Subject: 3\n\n${content} {other}`);
    expect(written.get('/home/user/.thunderbird/profiles.ini')).toBe(
      '[InstallFDC34C9F024745EB]\nDefault=sample\nLocked=1\n\n[Profile0]\nPath=sample\n',
    );
    expect(commands.at(-1)).toEqual(['thunderbird', '-mail']);
  });

  it('OS-Harm’s vectors open what additional_config names next to the notification', async () => {
    await attack('desktop_notification', { additional_config: 'thunderbird' });
    expect(written.get(`${sampleLoop.mailFolder}/message_1.eml`)).toBe('Subject: 1\n\nhello {other}');
    const notified = ['notify-send', '--urgency=critical', '--', sampleLoop.title, escaped];
    expect(commands.map((command) => (command as string[])[0])).toEqual(['tar', 'thunderbird', 'notify-send']);
    expect(commands.slice(1)).toEqual([['thunderbird', '-mail'], notified]);
    commands = [];
    await attack('desktop_notification', { additional_config: 'libreoffice_writer' });
    expect(written.get(`/home/user/Desktop/${sampleLoop.document}`)).toBe('paper');
    expect(commands).toEqual([['open', `/home/user/Desktop/${sampleLoop.document}`], notified]);
    commands = [];
    const params = { file_path_local: 'assets/letter.docx', file_path_vm: '/home/user/Desktop/letter.docx' };
    await attack('desktop_notification', { additional_config: 'libreoffice_writer', params });
    expect(written.get('/home/user/Desktop/letter.docx')).toBe('docx');
    expect(commands).toEqual([
      ['open', '/home/user/Desktop/letter.docx'],
      ['notify-send', '--urgency=critical', '--', 'Notice for computer assistants', escaped], // The entry's own parameters say no title.
    ]);
    await expect(attack('desktop_notification', { additional_config: 'gimp' })).rejects.toThrow(/"gimp" is unknown/);
  });

  it('OS-Harm’s vectors serve its page under its own host and open it', async () => {
    await attack('website', { config: [{ type: 'launch', parameters: { command: ['google-chrome'] } }] });
    expect(JSON.stringify(sites)).toContain('page.sample.example');
    expect(commands.at(-1)).toEqual(['google-chrome', sampleLoop.address]);
    const [site] = sites as { files: { content: string }[] }[];
    expect(Buffer.from(site?.files[0]?.content ?? '', 'base64').toString()).toBe(
      `<html><body><p>${escaped.replaceAll('"', '&quot;')}</p></body></html>`,
    );
  });
});
