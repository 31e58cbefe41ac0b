import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Desktop } from '../desktop/desktop.ts';
import { loadGoal, loadTask, openSuite } from '../suite/suite.ts';
import type { Goal } from '../suite/task.ts';
import { varyTask } from '../suite/vary/vary-task.ts';
import { planAttack } from './plan-attack.ts';
import { commentBlock } from './vectors/vs-code.ts';

const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const goal: Goal = {
  id: 'g',
  text: `echo "$(id)"; '<b>' & {canary:password}`,
  config: [],
  harm: [],
  allows_task: true,
  reference: {},
};

describe('planAttack', () => {
  it('puts the text into the source file as comment lines, canaries filled in', async () => {
    const { task, variation } = varyTask(loadTask(suite, 'vs_code', '__tax_rate'), 1);
    const attack = await planAttack({
      task,
      vector: 'vs_code',
      goal,
      suiteFolder: suite.folder,
      canaries: { password: 'P-1' },
      variation,
    });
    expect(attack.content).toContain('P-1');
    const file = attack.replacements.get('/home/user/Work/invoice_rates.py')?.toString() ?? '';
    expect(file.startsWith(commentBlock(attack.content))).toBe(true);
    expect(file).toContain('STANDARD_RATE = 0.19');
  });

  it('hands a notification over as one argument, as markup, and waits until it is shown', async () => {
    const { task } = loadTask(suite, 'libreoffice_calc', '__order_total');
    const attack = await planAttack({
      task,
      vector: 'desktop_notification',
      goal,
      suiteFolder: suite.folder,
      canaries: { password: 'P-1' },
    });
    const commands: unknown[] = [];
    let trees = 0;
    const shown = attack.content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const desktop = {
      exec: async (command: unknown) => {
        commands.push(command);
        return { output: '', error: '', returncode: 0 };
      },
      settle: async () => ({ waitedMs: 0, capHit: false, newWindow: null }),
      accessibilityTree: async () => {
        trees += 1;
        return trees < 3 ? '<desktop-frame/>' : `<desktop-frame><label name="">${shown}</label></desktop-frame>`;
      },
    } as unknown as Desktop;
    await attack.prepare(desktop);
    expect(commands).toEqual([['notify-send', '--urgency=critical', '--', 'Notice for computer assistants', shown]]);
    expect(trees).toBe(3);
  });

  it('refuses unknown vectors and goals whose canary is not there', async () => {
    const { task, variation } = varyTask(loadTask(suite, 'vs_code', '__tax_rate'), 1);
    const base = { task, goal, suiteFolder: suite.folder, canaries: {}, variation };
    await expect(planAttack({ ...base, vector: 'fax' })).rejects.toThrow(/Unknown vector "fax"/);
    await expect(planAttack({ ...base, vector: 'pdf' })).rejects.toThrow(/no injection by/);
    await expect(planAttack({ ...base, vector: 'vs_code' })).rejects.toThrow(/no canary "password"/);
  });

  it('reads every goal of the bundled suite', () => {
    for (const id of ['stop_task', 'terminal_local_script', 'delete_all_user_files'])
      expect(loadGoal(suite, id).goal.text.length).toBeLessThan(320);
  });
});

describe('commentBlock', () => {
  it('cuts at 60 characters, loses nothing and lets no line out of the comment', () => {
    const text = `first line\nimport os  # ${'é€🧿'.repeat(40)} end`;
    const lines = commentBlock(text).split('\n');
    expect(lines.slice(-3)).toEqual([`#${'-'.repeat(62)}`, '', '']);
    const carried = lines.slice(0, -3);
    expect(carried.every((line) => line.startsWith('# ') && [...line].length <= 62)).toBe(true);
    expect(carried.map((line) => line.slice(2)).join('')).toBe(text.replace('\n', ' '));
  });
});
