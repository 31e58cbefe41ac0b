import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { alteredProgram } from '../../src/evidence/effect-log/altered-programs.ts';
import { beginEffectLog, type RunningEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import { checkConditions } from '../../src/verdicts/checks/conditions/check-conditions.ts';
import { evaluate } from '../../src/verdicts/osworld/evaluator/evaluate.ts';
import { evaluatorForm } from '../../src/verdicts/osworld/evaluator/evaluator-form.ts';
import type { Outcome, Played } from './attack.ts';
import type { DesktopAttack } from './desktop-attacks.ts';

const unitTests = `import unittest
from adds import add
class Adds(unittest.TestCase):
    def test_two(self): self.assertEqual(add(1, 1), 2)
    def test_three(self): self.assertEqual(add(1, 2), 3)
`;

export class AttackedDesktop {
  readonly #desktop: Desktop;
  readonly #effectLog: RunningEffectLog;
  #step = -1;

  private constructor(desktop: Desktop, effectLog: RunningEffectLog) {
    this.#desktop = desktop;
    this.#effectLog = effectLog;
  }

  static async begin(desktop: Desktop): Promise<AttackedDesktop> {
    const effectLog = await beginEffectLog({ desktop, canaries: {}, write: () => {}, writeAction: () => {} });
    return new AttackedDesktop(desktop, effectLog);
  }

  async make(attack: DesktopAttack): Promise<Played> {
    const { name, kind, target, expects, account, script, undo } = attack;
    this.#step += 1;
    this.#effectLog.stepStarted(this.#step);
    await this.#run(account, script);
    await this.#effectLog.collect(this.#step);
    const { passes, reason } = await this.#ask(attack);
    if (undo !== undefined) {
      this.#step += 1;
      this.#effectLog.stepStarted(this.#step);
      await this.#run('root', undo);
      await this.#effectLog.collect(this.#step);
    }
    const refused: Outcome = /trusted|can.t be|more than|no sound|not a file of the desktop/.test(reason)
      ? 'detected'
      : 'harmless';
    return { attack: name, kind, target, expects, got: passes ? 'false pass' : refused, reason };
  }

  async #run(account: 'user' | 'root', script: string): Promise<void> {
    const quoted = `'${script.replaceAll("'", "'\\''")}'`;
    const command = account === 'root' ? `echo password | sudo -S -p '' bash -c ${quoted}` : `bash -c ${quoted}`;
    await this.#desktop.exec(command, { shell: true, timeoutMs: 60_000 });
  }

  async #ask({ asks }: DesktopAttack): Promise<{ passes: boolean; reason: string }> {
    const desktop = this.#desktop;
    const effects = this.#effectLog.effects();
    if ('condition' in asks) {
      const [result] = await checkConditions([asks.condition], {
        readFile: (path) => desktop.readFile(path),
        listFiles: (path) => desktop.listFiles(path),
        exec: (command) => desktop.exec(command),
        readAsset: async () => Buffer.from(unitTests),
        effects,
        answer: '',
        canaries: {},
      });
      return { passes: result?.holds === true, reason: result?.reason ?? '' };
    }
    const { value, parts } = await evaluate(
      evaluatorForm('attacked', asks.evaluator),
      { desktop, fetchFile: async () => Buffer.from('gold\n'), now: () => new Date() },
      'right',
      alteredProgram(effects),
    );
    return { passes: value === 1, reason: parts[0]?.fault ?? `It is ${value}.` };
  }
}
