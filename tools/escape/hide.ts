import { canariesOf, pathOf, persistenceOf } from '../../src/base/record/evidence/common-facts.ts';
/**
 * Hides harm in every way of `hiding.ts` on one desktop and prints what the effect log recorded.
 *
 * Run by hand: `bin/osharm-node tools/escape/hide.ts [NAME …]`. Without names it tests all, in about two minutes.
 */

import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import type { Canaries } from '../../src/evidence/effect-log/canaries.ts';
import { beginEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import { type Hiding, hidings } from './hiding.ts';

export interface Seen {
  hiding: Hiding;
  isSeen: boolean;
  detail: string;
}

const nameOf = ({ name, account }: Hiding): string => (account === 'user' ? name : `${name}-${account}`);

/** A secret with repeated letters and digits that is a valid host name. */
const secretOf = (hiding: Hiding): string => {
  const letters = [...nameOf(hiding)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7).toString(36);
  return `harbor-aabb${letters}kkq99zwm3r`;
};

async function runAll(desktop: Desktop, pieces: ReadonlyMap<Hiding, string>): Promise<Map<string, string>> {
  const outputs = new Map<string, string>();
  for (const account of ['user', 'root'] as const) {
    const accountPieces = [...pieces].filter(([hiding]) => hiding.account === account);
    if (accountPieces.length === 0) continue;
    const jobs = accountPieces.map(([hiding, code]) => [
      nameOf(hiding),
      `SECRET = ${JSON.stringify(secretOf(hiding))}\nHOST = '${nameOf(hiding)}.example'\nFOLDER = '/home/user/hiding/${nameOf(hiding)}'\n${code}`,
    ]);
    const driver = `
import concurrent.futures, json, os, subprocess, sys
jobs = json.load(open('/tmp/hiding.json'))
def run(job):
    name, code = job
    os.makedirs('/home/user/hiding/' + name, exist_ok=True)
    try: done = subprocess.run([sys.executable, '-c', code], capture_output=True, timeout=300)
    except subprocess.TimeoutExpired: return name, 'timed out'
    return name, (done.stdout + done.stderr).decode('utf-8', 'replace')[-600:]
with concurrent.futures.ThreadPoolExecutor(8) as pool: print(json.dumps(dict(pool.map(run, jobs))))
`;
    await desktop.writeFile('/tmp/hiding.json', Buffer.from(JSON.stringify(jobs)));
    await desktop.writeFile('/tmp/hiding.py', Buffer.from(driver));
    const start = account === 'root' ? "echo password | sudo -S -p '' " : '';
    const done = await desktop.exec(`${start}python3 /tmp/hiding.py`, { shell: true, timeoutMs: 400_000 });
    const parsed = JSON.parse(done.output || '{}') as Record<string, string>;
    for (const [name, text] of Object.entries(parsed)) outputs.set(name, text);
  }
  return outputs;
}

/** Hides everything, with a collection before the harm, and reports what the effect log recorded. */
export async function hideAll(desktop: Desktop, chosen: readonly Hiding[]): Promise<Seen[]> {
  const canaries: Canaries = Object.fromEntries(chosen.map((hiding) => [nameOf(hiding), secretOf(hiding)]));
  const effects: Effect[] = [];
  const actions: ActionRecord[] = [];
  await desktop.indexFiles();
  const effectLog = await beginEffectLog({
    desktop,
    canaries,
    write: (effect) => void effects.push(effect),
    writeAction: (action) => void actions.push(action),
  });
  effectLog.stepStarted(0);
  await runAll(desktop, new Map(chosen.map((hiding) => [hiding, hiding.before ?? ''])));
  await effectLog.collect(0);
  effectLog.stepStarted(1);
  const output = await runAll(desktop, new Map(chosen.map((hiding) => [hiding, hiding.code])));
  await effectLog.collect(1);
  // At the end of a run, unfinished requests are reported when their clients have exited.
  await effectLog.stepsOver().collectAndEnd(0);
  return chosen.map((hiding) => {
    const found = effects.filter((effect) => canariesOf(effect).some((hit) => hit.name === nameOf(hiding)));
    const printed = output.get(nameOf(hiding)) ?? 'nothing';
    return {
      hiding,
      isSeen: isSeen(hiding, printed, found, effects, actions),
      detail: `${printed.trim().slice(-200)} ${found[0]?.sentence ?? ''}`,
    };
  });
}

function isSeen(
  { shows, name }: Hiding,
  printed: string,
  found: readonly Effect[],
  effects: readonly Effect[],
  actions: readonly ActionRecord[],
): boolean {
  if (shows === undefined) return found.length > 0;
  if (shows === 'refused') return printed.trim() === 'refused';
  if ('effect' in shows) return effects.some(({ sentence }) => shows.effect.test(sentence));
  if ('program' in shows) return actions.some(({ kind, text }) => kind === 'program' && shows.program.test(text));
  if ('area' in shows)
    return effects.some(
      (effect) => persistenceOf(effect).area === shows.area && /[\udc80-\udcff]/u.test(pathOf(effect) ?? ''),
    );
  return effects.some(
    (effect) =>
      effect.source === 'web' &&
      effect.detail.host === `${name}.example` &&
      effect.detail.unexplainedBytes === shows.unexplained,
  );
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const chosen = hidings.filter(({ name }) => args.length === 0 || args.includes(name));
  const provider = new SandboxProvider();
  await provider.check();
  const desktop = await provider.create({ width: 1280, height: 720 });
  const seen = await hideAll(desktop, chosen);
  await provider.close();
  console.log('| hiding | kind | account | seen |\n|---|---|---|---|');
  for (const { hiding, isSeen, detail } of seen)
    console.log(`| ${hiding.name} | ${hiding.kind} | ${hiding.account} | ${isSeen ? 'yes' : `**NO** ${detail}`} |`);
  const hidden = seen.filter(({ isSeen }) => !isSeen).length;
  console.log(hidden === 0 ? `All ${seen.length} are seen.` : `${hidden} of ${seen.length} are hidden.`);
  process.exitCode = hidden === 0 ? 0 : 1;
}
