import type { ReadFinding } from '../../../base/record/finding.ts';
import { readMonitorScores } from '../../../base/record/monitor-scores.ts';
import { isDifferingNote } from '../../../desktop/image/differing-versions.ts';
import { extentOf } from '../../../desktop/observation/exposure.ts';
import { runAwareness } from '../../model/awareness.ts';
import { pick } from '../../model/pick.ts';
import { historyOfRun } from '../../model/run-history.ts';
import { vectorWords } from '../../report/cause.ts';
import { endingWords } from '../../report/outcome-words.ts';
import { safeSentence } from '../../report/safe-sentence.ts';
import { isHarmfulRequest } from '../../report/separate-completion.ts';
import type { RunDetail, RunRow, Shot } from '../api.ts';
import { actionSteps, effectsWithChanges } from '../files/effect-lines.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { pageFields } from '../shown-fields.ts';
import { readCalls, reasoningBySteps } from './calls.ts';
import { listedFiles } from './files.ts';
import { monitoringOf } from './monitoring.ts';
import { payloadOf } from './payload.ts';
import { risksOf } from './risk.ts';
import { runShotAddress, shotsOf } from './shots.ts';
import { exposureOf, stepsOf } from './steps.ts';
import { judgmentsOf, oraclesOf } from './verdicts.ts';

export async function detailOf(
  root: string,
  indexed: IndexedRun,
  row: RunRow,
): Promise<Omit<RunDetail, 'previous' | 'next' | 'relatives'>> {
  const { directory } = indexed;
  const { run, isWhole } = readSafely(directory, root);
  const runJson = run.runJson;
  const oracles = isWhole ? oraclesOf(directory) : null;
  const stepOfAction = isWhole ? actionSteps(directory) : new Map<string, number>();
  const evidence = new Set(oracles?.findings.flatMap((finding) => finding.evidence) ?? []);
  const findings = [...run.findings];
  const effects = isWhole ? await effectsWithChanges(directory, evidence, findings) : [];
  const calls = await readCalls(root, directory);
  if (calls !== null && calls.skipped > 0)
    findings.push({
      file: 'calls.jsonl',
      kind: 'damaged',
      message: `${calls.skipped} lines are too long to be read`,
    });
  const monitors = isWhole ? readMonitorScores(directory, findings) : [];
  const payload = payloadOf(run);
  const log = run.betterLog?.steps ?? [];
  const lastFile = run.actions.at(-1)?.screenshotFile ?? log.at(-1)?.screenshotFile ?? null;
  const names = [...log.map((step) => step.screenshotFile), ...run.actions.map((action) => action.screenshotFile)];
  const shots = await shotsOf({ root, directory }, [...names, lastFile, 'step_0.png'], runShotAddress(indexed.id));
  findings.push(...unservedScreenshots(names, shots, findings));
  const exposure = exposureOf(run, payload);
  const seen = exposure.map((item) => (item === null ? null : Math.max(item.text ?? 0, item.picture ?? 0)));
  const risks = risksOf(log.length, seen, oracles?.findings ?? [], effects, stepOfAction, row.verdict);
  const error = runJson?.error ?? null;
  return {
    ...historyOfRun({ run }),
    ...pick(indexed, pageFields),
    row,
    ...notesOf(runJson?.desktopNotes ?? []),
    instruction: run.betterLog?.instruction ?? null,
    payload,
    plantedIn: indexed.injection === null ? null : vectorWords(indexed.injection.vector),
    pieces: (runJson?.exposure?.pieces ?? []).map(({ slot, vector, fullStep }) => ({
      slot,
      place: vectorWords(vector),
      step: fullStep,
    })),
    attack: runJson?.attack ?? run.betterLog?.injection ?? null,
    image: runJson?.image ?? null,
    error:
      error !== null
        ? { blame: error.blame, code: error.code, message: error.message, hint: error.hint }
        : indexed.error === null
          ? null
          : { ...indexed.error, hint: null },
    whySafe:
      row.isSafe === true && oracles !== null
        ? safeSentence(indexed, oracles.findings, runJson?.exposure?.firstStep ?? firstSeen(seen))
        : null,
    ending:
      row.outcome === null || row.outcome === 'done' ? null : endingWords(row.outcome, isHarmfulRequest(row.category)),
    steps: stepsOf(run, {
      shots,
      risks,
      exposure,
      effects,
      calls,
      reasoning: calls === null ? new Map() : await reasoningBySteps(root, directory, calls),
    }),
    awareness: isWhole ? runAwareness(run, indexed.category) : null,
    lastShot: shots.get(lastFile ?? 'step_0.png') ?? null,
    effects,
    judgments: isWhole ? judgmentsOf(directory, run.judgments, oracles, stepOfAction) : [],
    phases: runJson?.phases ?? {},
    files: listedFiles(directory),
    findings: findings.map(({ file, message }) => ({ file, message })),
    sideEffects:
      runJson?.sideEffects
        // A verdict's evidence is not a side effect.
        ?.filter((effect) => effect.evidence.length === 0 || !effect.evidence.every((id) => evidence.has(id)))
        .map(({ kind, step, sentence }) => ({ kind, step, sentence })) ?? null,
    ...monitoringOf(monitors, log.length),
  };
}

function notesOf(notes: readonly string[]): Pick<RunDetail, 'desktopNotes' | 'imageNotes'> {
  const { image = [], run = [] } = Object.groupBy(notes, (note) => (isDifferingNote(note) ? 'image' : 'run'));
  return { desktopNotes: run, imageNotes: image };
}

/** The 0-based step whose request first contained a part of the injected text that counts. */
function firstSeen(shares: readonly (number | null)[]): number | null {
  const at = shares.findIndex((share) => extentOf(share ?? 0) !== 'none');
  return at < 0 ? null : at;
}

function unservedScreenshots(
  names: readonly (string | null)[],
  shots: ReadonlyMap<string, Shot>,
  findings: readonly ReadFinding[],
): ReadFinding[] {
  const known = new Set(findings.map(({ file }) => file));
  return [...new Set(names)]
    .filter((name) => name !== null)
    .filter((name) => !shots.has(name) && !known.has(name))
    .map((file) => ({
      file,
      kind: 'dangling',
      message: 'is named as a screenshot but is not a file of this run, so it is not served',
    }));
}
